import { InvariantError } from "../../../model/findings/failure.ts";
import type { FileEdit, TextChange } from "../../../model/results/file-edit.ts";
import { SECRET_TEXT } from "../../../model/secrets/masked.ts";
import { placeOf } from "../../../model/values/value.ts";
import type { TextEditData } from "../library-types.ts";

const BOM = Buffer.from("\ufeff");

/** Sorts the changes of one file. Throws InvariantError where two of them overlap. */
function sortedChanges(changes: Iterable<TextChange>): readonly TextChange[] {
  const sorted = [...changes].sort((one, other) => one.start - other.start || one.end - other.end);
  for (const [index, { start }] of sorted.entries()) {
    if (start < (sorted[index - 1]?.end ?? 0)) throw new InvariantError(`two changes of one file overlap at ${start}`);
  }
  return sorted;
}

/** The content of a file after its changes; every byte outside them is as it was. Throws InvariantError for changes beyond its end. */
export function bytesAfter({ before, changes, path }: FileEdit): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of sortedChanges(changes)) {
    if (end < start || end > before.length) throw new InvariantError(`a change of ${path} is outside the file`);
    parts.push(before.subarray(at, start), Buffer.from(text));
    at = end;
  }
  return Buffer.concat([...parts, before.subarray(at)]);
}

/** The content of a file after an edit; undefined for a file that it takes away. */
export function contentAfter(edit: FileEdit): Uint8Array | undefined {
  return edit.file === "deleted" ? undefined : bytesAfter(edit);
}

interface PlacedChange extends TextEditData {
  readonly bytes: readonly [start: number, end: number];
}

/** The changes of a file with their places and the text that they replace; of a secret, neither text. */
export function placedChanges({ path, before, changes }: FileEdit): readonly PlacedChange[] {
  const first = BOM.every((byte, index) => before[index] === byte) ? BOM.length : 0;
  const file = { path, blob: "", text: textOf(before.subarray(first)) };
  return sortedChanges(changes).map(({ start, end, text, secret }) => {
    const at = textOf(before.subarray(first, start)).length;
    const { line, column } = placeOf({ file, start: at, end: at });
    const old = textOf(before.subarray(start, end));
    return {
      line,
      column,
      bytes: [start, end],
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

/** The edit with neither its texts nor those that they replace shown. */
export function asSecret(edit: FileEdit): FileEdit {
  return { ...edit, changes: edit.changes.map((change) => ({ ...change, secret: true })) };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
