import type { Span } from "./origin.ts";
import { hasSentinel, type Signs, splitTemplate } from "./template.ts";
import type { TemplateValue } from "./value.ts";

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
  const { name, origin } = mention;
  if (!hasSentinel(name, signs)) return { ...mention, template: undefined };
  return { ...mention, template: { kind: "template", text: name, parts: splitTemplate(name, signs), origin } };
}
