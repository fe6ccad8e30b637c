import type { Span } from "../values/origin.ts";
import { hasSentinel, type Signs, splitTemplate } from "../values/template.ts";
import type { TemplateValue } from "../values/value.ts";

/** A name in a list of names; `remove` when it was written with `~` in front. */
export interface NameMention {
  readonly name: string;
  readonly remove: boolean;
  readonly origin: Span;
}

/** An entry of `classes`, made absolute; `template` when it holds a reference. */
export interface ClassMention extends NameMention {
  readonly template: TemplateValue | undefined;
}

/** A mention of a class, its references split ahead of time. */
export function classMention(mention: NameMention, signs: Signs): ClassMention {
  const { name, remove, origin } = mention;
  // Key by key: of copies by `...`, of which there are very many, each would cost V8 a description of its own.
  if (!hasSentinel(name, signs)) return { name, remove, origin, template: undefined };
  const template: TemplateValue = { kind: "template", text: name, parts: splitTemplate(name, signs), origin };
  return { name, remove, origin, template };
}
