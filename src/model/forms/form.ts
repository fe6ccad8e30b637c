export type NameKind = "class" | "group" | "node" | "technique" | "directive" | "target";

/** What a value of a form may be. Parser, JSON Schemas, completion and the tables of the reference read it. */
export type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "boolean" }
  /** `pattern` matches the whole text; a name begins with `~` only where it may be removed. */
  | { readonly kind: "text"; readonly pattern?: string; readonly names?: NameKind; readonly words?: readonly string[] }
  | { readonly kind: "whole"; readonly from: number; readonly to: number }
  | { readonly kind: "only"; readonly value: number | boolean }
  | ListShape
  /** A mapping with any keys. */
  | { readonly kind: "map"; readonly of: Shape }
  | { readonly kind: "form"; readonly form: Form }
  | { readonly kind: "either"; readonly shapes: readonly Shape[] }
  /** A bare value, or the long form of a property. */
  | { readonly kind: "property" }
  | { readonly kind: "criterion" }
  | { readonly kind: "target" }
  /** Codes of findings with their severities. */
  | { readonly kind: "checks" };

export interface ListShape {
  readonly kind: "list";
  readonly of: Shape;
  readonly least?: number;
  readonly most?: number;
}

/** One key of a form. Texts are Markdown as in docs/reference; links lead from there. */
export interface FormKey {
  readonly name: string;
  readonly shape: Shape;
  /** Its type in words. */
  readonly type: string;
  /** Its default, in words where there is none to write; absent where nothing holds. */
  readonly default?: string;
  readonly required?: true;
  readonly sentence: string;
}

export type KeyType = Omit<FormKey, "name" | "sentence">;

/** A type of this shape, with its words and the text of its default. */
export function keyType(shape: Shape, type: string, otherwise?: string): KeyType {
  return { shape, type, default: otherwise && `\`${otherwise}\`` };
}

export function key(name: string, type: KeyType, sentence: string): FormKey {
  return { name, ...type, sentence };
}

/** A key that is true or false. */
export function flag(name: string, otherwise: boolean, sentence: string): FormKey {
  return key(name, keyType({ kind: "boolean" }, "boolean", String(otherwise)), sentence);
}

/** A mapping with a fixed set of keys. */
export interface Form {
  readonly keys: readonly FormKey[];
  /** A null at a key is a value of its own, and so a fault; elsewhere it is as good as left out. */
  readonly strictNull?: true;
  /** Of these keys only one may be given. */
  readonly exclusive?: readonly string[];
  /** One of the exclusive keys must be given. */
  readonly needsOne?: true;
  /** A key that must be the only one where it is given. */
  readonly alone?: string;
}

/** The names of the keys of a form, in the order of the reference. */
export function keyNames({ keys }: Form): readonly string[] {
  return keys.map(({ name }) => name);
}

/** A sentence without the marks of links: `[merge](../merge.md)` is `merge`. */
export function plainSentence(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
}

/** What schemas, completion and hover say about a key. */
export function descriptionOf({ sentence, default: otherwise }: FormKey): string {
  const text = plainSentence(sentence);
  return otherwise === undefined ? `${text}.` : `${text}. Default: ${plainSentence(otherwise)}.`;
}

export const ANY: Shape = { kind: "any" };
export const TEXT: KeyType = { shape: { kind: "text" }, type: "text" };
export const DESCRIPTION: FormKey = key("description", TEXT, "Text without any effect");
export const NAME_PATTERN = "^[\\s\\S]+$";
/** As {@link NAME_PATTERN}; `~` alone removes nothing. */
const REMOVABLE_PATTERN = "^(?!~$)[\\s\\S]+$";

export function listOfNames(names: NameKind): ListShape {
  return { kind: "list", of: { kind: "text", pattern: NAME_PATTERN, names } };
}

/** A list of names that may be removed. */
export function removableNamesOf(names: NameKind): ListShape {
  return { kind: "list", of: { kind: "text", pattern: REMOVABLE_PATTERN, names } };
}
