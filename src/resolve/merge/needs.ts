import type { TemplatePart, TemplateValue } from "../../model/values/value.ts";
import { childOf, isResolved } from "./child.ts";
import type { FollowedValue, MissingTarget } from "./followed.ts";
import type { PartialValue, Path, Pending } from "./partial-value.ts";
import type { ReferencingNode } from "./referencing-node.ts";
import type { Templates } from "./templates.ts";

/** A value whose references are filled in, and its path. */
export interface Need {
  readonly value: TemplateValue | Pending;
  readonly path: Path;
}

type Known = ReadonlyMap<TemplateValue | Pending, FollowedValue | MissingTarget>;

/**
 * Returns a function that finds the first unknown value that following another one would follow; undefined if there is
 * none. With it a long chain of references is followed from its end, on a stack of its own (rule R8). It is only
 * advice: a need that it does not see, such as that of an inventory query, is followed by recursion.
 */
export function needsOf(node: ReferencingNode, templates: Templates, known: Known): (need: Need) => Need | undefined {
  const ofTarget = (value: PartialValue, path: Path): Need | undefined => {
    if (value.kind === "alias") return ofTarget(value.target, [...value.within, value.key]);
    if (value.kind !== "template" && value.kind !== "pending") return undefined;
    return known.has(value) ? undefined : { value, path };
  };
  const ofPath = (keys: Path): Need | undefined => {
    let value: PartialValue | undefined = node.root;
    for (let at = 0; at < keys.length && value !== undefined; at += 1) {
      const above = keys.slice(0, at);
      const need = ofTarget(value, above);
      if (need !== undefined) return need;
      const parent: FollowedValue = isResolved(value) ? value : node.follow(value, above);
      value = childOf(parent, keys[at] ?? "", at === keys.length - 1);
    }
    return value && ofTarget(value, keys);
  };
  const ofParts = (parts: readonly TemplatePart[], template: TemplateValue, path: Path): Need | undefined => {
    for (const part of parts) {
      if (part.kind !== "reference") continue;
      const inner = ofParts(part.path, template, path);
      if (inner !== undefined) return inner;
      const asked = templates.askedBy(part, template, path);
      const need = "kind" in asked ? undefined : ofPath(asked.keys);
      if (need !== undefined) return need;
    }
    return undefined;
  };
  return ({ value, path }) => {
    if (value.kind === "template") return ofParts(value.parts, value, path);
    for (const contribution of value.contributions) {
      const need = ofTarget(contribution.value, path);
      if (need !== undefined) return need;
    }
    return undefined;
  };
}
