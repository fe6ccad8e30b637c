import type { OpenedFile } from "../../edit/find/edited-file.ts";
import type { DefinedKind, Mark, ReferenceMark } from "../../edit/find/marks.ts";
import type { Shape } from "../../model/forms/form.ts";
import type { SourceFile } from "../../model/values/origin.ts";

/** What a file defines. */
export interface Defined {
  readonly kind: DefinedKind;
  readonly name: string;
}

/** A file with all its marks, in the order of their places. */
export interface FileMarks {
  readonly file: SourceFile;
  /** Undefined for a file that is no YAML. */
  readonly opened: OpenedFile | undefined;
  readonly defines: Defined | undefined;
  /** What the file may hold; undefined if no form says it. */
  readonly shape: Shape | undefined;
  readonly marks: readonly Mark[];
}

/** The innermost marks at an offset first; one that begins there comes after one that holds the offset. */
export function marksAt({ marks }: FileMarks, offset: number): readonly Mark[] {
  const here = marks.filter(({ start, end }) => start <= offset && offset <= end);
  const outside = ({ start }: Mark) => (start < offset ? 0 : 1);
  return here.toSorted(
    (one, other) => outside(one) - outside(other) || one.end - one.start - (other.end - other.start),
  );
}

/** The keys of a reference up to the part at an offset; all of them at its sentinels. */
export function keysUpTo({ segments }: ReferenceMark, offset: number): readonly string[] {
  const at = segments.findIndex(({ start, end }) => start <= offset && offset <= end);
  return segments.slice(0, at === -1 ? segments.length : at + 1).map(({ text }) => text);
}
