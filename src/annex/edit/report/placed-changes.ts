import { bytesAfter, type FileEdit, sortedChanges } from "../../../model/results/file-edit.ts";
import { SECRET_TEXT } from "../../../model/secrets/masked.ts";
import { placeOf } from "../../../model/values/value.ts";

const BOM = Buffer.from("\ufeff");

/** The changes of a file with their places and the text that they replace; of a secret, neither text. */
export function placedChanges({ path, before, changes }: FileEdit) {
  const first = BOM.every((byte, index) => before[index] === byte) ? BOM.length : 0;
  const file = { path, blob: "", text: textOf(before.subarray(first)) };
  return sortedChanges(changes).map(({ start, end, text, secret }) => {
    const at = textOf(before.subarray(first, start)).length;
    const { line, column } = placeOf({ file, start: at, end: at });
    const old = textOf(before.subarray(start, end));
    return {
      line,
      column,
      bytes: [start, end] as const,
      old: secret === undefined || old === "" ? old : SECRET_TEXT,
      new: secret === undefined || text === "" ? text : SECRET_TEXT,
    };
  });
}

/** A file for a patch: secrets that its changes hold are masked. Secrets of other lines are not this function's business. */
export function patchedFile(edit: FileEdit) {
  const { path, from, file, changes } = edit;
  const masked = placedChanges(edit).map(({ bytes: [start, end], old, new: text }) => ({ start, end, old, text }));
  const before = bytesAfter({ ...edit, changes: masked.map((each) => ({ ...each, text: each.old })) });
  return {
    path,
    from,
    file,
    before: textOf(before),
    after: textOf(bytesAfter({ ...edit, changes: masked })),
    secrets: changes.filter(({ secret }) => secret === true).length,
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
