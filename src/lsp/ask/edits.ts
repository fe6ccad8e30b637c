import type { Stretch } from "../../model/values/origin.ts";
import type { FileMarks } from "../marks/marks.ts";
import { type Encoding, type Range, TextPositions } from "../protocol/positions.ts";
import type { Asked } from "./question.ts";

/** Edits of several files, in the order in which the editor does them. */
export interface WorkspaceEdit {
  readonly documentChanges: readonly DocumentChange[];
}

export type DocumentChange =
  | {
      readonly textDocument: { readonly uri: string; readonly version: number | null };
      readonly edits: readonly TextEdit[];
    }
  | { readonly kind: "create"; readonly uri: string; readonly options: { readonly ignoreIfExists: true } }
  | { readonly kind: "rename"; readonly oldUri: string; readonly newUri: string };

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** The edits of one file. */
export function documentEdit({ state, uri }: Asked, path: string, edits: readonly TextEdit[]): DocumentChange {
  return { textDocument: { uri: uri(path), version: state.versions.get(path) ?? null }, edits };
}

/** One stretch of a file replaced. */
export function replacement(asked: Asked, marks: FileMarks, stretch: Stretch, newText: string): WorkspaceEdit {
  const range = asked.positions.of(marks.file).range(stretch);
  return { documentChanges: [documentEdit(asked, marks.file.path, [{ range, newText }])] };
}

/** A range of bytes of a file as the protocol has it. */
export function byteRange(bytes: Uint8Array, { start, end }: Stretch, encoding: Encoding): Range {
  const content = Buffer.from(bytes);
  const units = (offset: number) => content.subarray(0, offset).toString().length;
  return new TextPositions(content.toString(), encoding).range({ start: units(start), end: units(end) });
}
