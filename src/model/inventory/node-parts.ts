import type { NodeSection } from "../values/parameter-path.ts";
import { type MapValue, mappingOf, type Span, type Value } from "../values/value.ts";
import { namesValue } from "./definition.ts";
import type { ResolvedNode } from "./inventory.ts";

/** The parts of a resolved node that need no policies, in the order for programs. */
export const machineParts = ["groups", "classes", "applications", "parameters", "exports", "environment"] as const;

type NodePart = (typeof machineParts)[number];

/** The same in the order for people: short ones come first. */
export const shownParts = ["groups", "classes", "applications", "environment", "parameters", "exports"] as const;

/** Sections that only an answer with everything has. */
export const agentParts: readonly NodeSection[] = ["facts", "policies", "variables", "runtime"];

export const wholeParts: readonly NodeSection[] = [...shownParts, ...agentParts];

/** One part of a resolved node as a value; names keep the place where they are listed. */
export function nodePart(node: ResolvedNode, part: NodePart): Value {
  switch (part) {
    case "groups":
    case "classes":
    case "applications":
      return namesValue(node[part], startOf(node));
    case "environment":
    case "parameters":
    case "exports":
      return node[part];
  }
}

/** A resolved node as one mapping of its parts; without `groups` if it is in none. */
export function nodeValue(node: ResolvedNode, parts: readonly NodePart[]): MapValue {
  const origin = startOf(node);
  const present = parts.filter((part) => part !== "groups" || node.groups.length > 0);
  const parted = present.map((part) => [part, nodePart(node, part), origin] as const);
  return mappingOf(parted, origin);
}

/** The start of the node's own file: the place of a part that nothing defines. */
function startOf(node: ResolvedNode): Span {
  return { file: node.definition.file, start: 0, end: 0 };
}
