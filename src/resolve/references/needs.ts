import type { TemplatePart, TemplateValue } from "../../model/values/value.ts";
import { childOf, isResolved } from "../merge/child.ts";
import type { FollowedValue, MissingTarget } from "../merge/followed.ts";
import type { PartialValue, Pending } from "../merge/partial-value.ts";
import type { ReferencingNode } from "./referencing-node.ts";
import type { Templates } from "./templates.ts";

type Path = readonly string[];

/** A value whose references are filled in, and its path. */
export interface Need {
  readonly value: TemplateValue | Pending;
  readonly path: Path;
}

/** The values that were followed, with their results. */
type Known = ReadonlyMap<TemplateValue | Pending, FollowedValue | MissingTarget>;

/**
 * What a value needs before it can be followed, one value at a time, so that a long chain of references is followed
 * from its end, on a stack of its own (rule R8). It is only advice: a need that it does not see, such as that of an
 * inventory query, is followed by recursion.
 */
export class Needs {
  private readonly node: ReferencingNode;
  private readonly templates: Templates;
  private readonly known: Known;

  constructor(node: ReferencingNode, templates: Templates, known: Known) {
    this.node = node;
    this.templates = templates;
    this.known = known;
  }

  /** The first value that is not known and that following this one would follow; undefined if there is none. */
  of({ value, path }: Need): Need | undefined {
    if (value.kind === "template") return this.ofParts(value.parts, value, path);
    for (const contribution of value.contributions) {
      const need = this.ofTarget(contribution.value, path);
      if (need !== undefined) return need;
    }
    return undefined;
  }

  private ofParts(parts: readonly TemplatePart[], template: TemplateValue, path: Path): Need | undefined {
    for (const part of parts) {
      if (part.kind !== "reference") continue;
      const inner = this.ofParts(part.path, template, path);
      if (inner !== undefined) return inner;
      const asked = this.templates.askedBy(part, template, path);
      const need = "kind" in asked ? undefined : this.ofPath(asked.keys);
      if (need !== undefined) return need;
    }
    return undefined;
  }

  private ofPath(keys: Path): Need | undefined {
    let value: PartialValue | undefined = this.node.root;
    for (let at = 0; at < keys.length && value !== undefined; at += 1) {
      const above = keys.slice(0, at);
      const need = this.ofTarget(value, above);
      if (need !== undefined) return need;
      const parent: FollowedValue = isResolved(value) ? value : this.node.follow(value, above);
      value = childOf(parent, keys[at] ?? "", at === keys.length - 1);
    }
    return value && this.ofTarget(value, keys);
  }

  private ofTarget(value: PartialValue, path: Path): Need | undefined {
    if (value.kind === "alias") return this.ofTarget(value.target, [...value.within, value.key]);
    if (value.kind !== "template" && value.kind !== "pending") return undefined;
    return this.known.has(value) ? undefined : { value, path };
  }
}
