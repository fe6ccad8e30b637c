import { InvariantError } from "../findings/failure.ts";

/** Bytes of a file, `start` inclusive and `end` exclusive, and the text that takes their place. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Set where old or new text is a secret: it is never shown. */
  readonly secret?: true;
}

export interface FileEdit {
  /** From the inventory folder. */
  readonly path: string;
  /** The path before, of a file that moves. */
  readonly from?: string;
  /** Set for a file that the edit makes, or takes away with all that it holds. */
  readonly file?: "created" | "deleted";
  /** The content of the file before; empty for a new one. */
  readonly before: Uint8Array;
  /** Offsets are those of `before`; sorted, none overlaps another. */
  readonly changes: readonly TextChange[];
}

/** One file of an edit, its paths from the top of the work tree. */
export interface ContentChange {
  readonly path: string;
  /** Where the file was, if it moves. */
  readonly from?: string;
  /** The content that the edit was made from; undefined for a new file. */
  readonly before: Uint8Array | undefined;
  /** Undefined for a file that goes. */
  readonly after: Uint8Array | undefined;
}

/** Sorts the changes of one file. Throws InvariantError where two of them overlap. */
export function sortedChanges(changes: Iterable<TextChange>): readonly TextChange[] {
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

/** The edit with neither its texts nor those that they replace shown. */
export function asSecret(edit: FileEdit): FileEdit {
  return { ...edit, changes: edit.changes.map((change) => ({ ...change, secret: true })) };
}
