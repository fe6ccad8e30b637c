import type { Span } from "../values/origin.ts";
import { type Delimiters, hasSentinel, splitTemplate } from "../values/template.ts";
import { type ListValue, type TemplateValue, textValue } from "../values/value.ts";

/** A name in a list of names; `remove` if it is written with `~` in front. */
export interface NameMention {
  readonly name: string;
  readonly remove: boolean;
  readonly origin: Span;
}

/** An entry of `classes` as an absolute name; `template` if it holds a reference. */
export interface ClassMention extends NameMention {
  readonly template: TemplateValue | undefined;
}

/** A mention of a class, with its template split. */
export function classMention(mention: NameMention, delimiters: Delimiters): ClassMention {
  const { name, remove, origin } = mention;
  // Field by field: there are very many, and for each copy by `...` V8 would keep a description of its own.
  if (!hasSentinel(name, delimiters)) return { name, remove, origin, template: undefined };
  const template: TemplateValue = { kind: "template", text: name, parts: splitTemplate(name, delimiters), origin };
  return { name, remove, origin, template };
}

/** Names as a value, with the places where they are listed. */
export function namesValue(names: readonly NameMention[], origin: Span): ListValue {
  const items = names.map(({ name, origin: place }) => textValue(name, place));
  return { kind: "list", items, origin, plain: true, names: true };
}

/** Whether two lists mention the same names in the same sequence; where they are written does not count. */
export function sameNames(one: readonly NameMention[], other: readonly NameMention[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, remove }, at) => name === other[at]?.name && remove === other[at].remove)
  );
}
