import { InvariantError } from "../../model/findings/failure.ts";
import type { FileEdit, PatchedFile, PlacedChange, TextChange } from "../../model/results/file-edit.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";

const NEWLINE = 10;
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

/** The changes of a file with their places and the text that they replace; of a secret, neither text. */
export function placedChanges({ before, changes }: FileEdit): readonly PlacedChange[] {
  const start = BOM.every((byte, index) => before[index] === byte) ? BOM.length : 0;
  const lines = new LineCounter(before, start);
  return sortedChanges(changes).map(({ start, end, text, secret }) => {
    const place = lines.at(start);
    const old = textOf(before.subarray(start, end));
    return {
      ...place,
      bytes: [start, end],
      old: secret === undefined || old === "" ? old : SECRET_TEXT,
      new: secret === undefined || text === "" ? text : SECRET_TEXT,
    };
  });
}

/** A file for a patch: secrets that its changes hold are masked. Secrets of other lines are not this function's business. */
export function patchedFile(edit: FileEdit): PatchedFile {
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

/** Lines and columns of offsets that are asked for in ascending order. */
class LineCounter {
  private readonly bytes: Uint8Array;
  private line = 1;
  private lineStart: number;

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes;
    this.lineStart = start;
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    let next = this.bytes.indexOf(NEWLINE, this.lineStart);
    while (next !== -1 && next < offset) {
      this.line += 1;
      this.lineStart = next + 1;
      next = this.bytes.indexOf(NEWLINE, this.lineStart);
    }
    const before = textOf(this.bytes.subarray(this.lineStart, Math.max(this.lineStart, offset)));
    return { line: this.line, column: [...before].length + 1 };
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
