import type { OpenedFile } from "../../edit/find/edited-file.ts";
import type { FormKey, NameKind, Shape } from "../../model/forms/form.ts";
import type { SourceFile, Stretch } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Outline } from "../../parse/yaml/outline.ts";

/** What a part of a file means. Places are those of the name alone: without `~`, quotes, `group:` and prefixes. */
export type Mark = NameMark | ReferenceMark | KeyMark | FormMark;

/** A name of something that has a file. */
export interface NameMark extends Stretch {
  readonly kind: "name";
  readonly of: DefinedKind;
  /** In full; of a name with references as it is written. */
  readonly name: string;
  readonly written: string;
  readonly isRemoved: boolean;
  /** Whether references make the name. */
  readonly isOpen: boolean;
  /** Where the scalar that holds it begins: its place in findings and layers. */
  readonly scalar: Stretch;
}

/** A reference, a path in a query, or a property that a directive reads. */
export interface ReferenceMark extends Stretch {
  readonly kind: "reference";
  readonly section: "parameters" | "exports";
  readonly segments: readonly (Stretch & { readonly text: string })[];
  readonly isOpen: boolean;
  /** The value that holds it. */
  readonly scalar: Stretch;
}

/** A key of parameters, exports or properties. */
export interface KeyMark extends Stretch {
  readonly kind: "key";
  /** From the node object on, without prefixes. */
  readonly path: ParameterPath;
  /** The path of the value with which it is merged: of a key in a list that of the list. */
  readonly merged: ParameterPath;
  /** Where the key begins with its prefix. */
  readonly whole: Stretch;
  readonly value: Outline;
}

/** A key of a form. */
export interface FormMark extends Stretch {
  readonly kind: "form";
  readonly key: FormKey;
}

export type DefinedKind = Exclude<NameKind, "target"> | "rule";

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
