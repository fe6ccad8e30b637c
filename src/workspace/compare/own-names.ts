import type { CausedStates } from "../../compare/causes/causes.ts";
import type { Change } from "../../model/results/change.ts";
import type { Rename } from "../../model/results/printed-parts.ts";
import { isAlong } from "../../model/values/parameter-path.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { resolvedAsNamed } from "../../resolve/node.ts";

/**
 * Leaves out what reclass says of the names, and what differs no more where the first node has the name of the other one,
 * and counts that.
 */
export function withoutOwnNames(
  changes: readonly Change[],
  { old, new: now }: CausedStates,
  changesFrom: (old: NodeData) => readonly Change[],
) {
  const others = changes.filter(({ path: [, name] }) => name !== "_reclass_");
  const named = resolvedAsNamed(old.node, old.inventory, now.node.name);
  const left = named && changesFrom(new NodeData(old.inventory, { node: named })).map(({ path }) => path);
  const kept = others.filter(({ path }) => left?.some((each) => isAlong(each, path)) !== false);
  return { changes: kept, followName: others.length - kept.length };
}

/** A change that no edit explains is caused by the new name. */
export function renamedToo(change: Change, { from, to }: Rename): Change {
  if (change.cause?.kind !== "unknown") return change;
  return { ...change, cause: { kind: "node-renamed", node: from, to } };
}
