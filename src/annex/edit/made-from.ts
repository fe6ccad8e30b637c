import { keptAt, madeOnce } from "../../base/remembered.ts";
import { feedingOf } from "../../inspect/impact/feeding.ts";
import { touches } from "../../inspect/uses/writers.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { MergeOperand } from "../../model/inventory/policy.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import { isOf } from "../../model/results/explanation.ts";
import { isSamePath, type ParameterPath } from "../../model/values/parameter-path.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { resolveNode } from "../../resolve/node.ts";
import { callsIn } from "../../resolve/policies/property-template.ts";
import { type ClaimTest, isOnlyAt } from "./claim.ts";

type AnyChange = FoldedChange["change"];

/** Names and facts decide which layers a node has, so all that layers give it may follow. */
const DECIDING: ReadonlySet<string | undefined> = new Set(["classes", "groups", "facts", "environment"]);

/** What files alone say: it follows from nothing. */
const SAID: ReadonlySet<string | undefined> = new Set(["facts", "runtime"]);

export interface FoundChanges {
  readonly inventory: Inventory;
  readonly changes: readonly FoldedChange[];
}

/**
 * Which changes follow from the value at a path (rule X1 of docs/concepts/edits.md): in the later state references,
 * directives or the agent's merges make the new value from it. A value that a file says itself now does not follow.
 */
export function madeFrom(path: ParameterPath, found: FoundChanges): ClaimTest {
  if (DECIDING.has(path[0])) return (change) => !SAID.has(change.path[0]);
  const known = new Map<string, ReadonlySet<AnyChange>>();
  const following = (name: string, starts: readonly ParameterPath[]) => followingOn(name, starts, found);
  // Queries of all nodes read exports: those that change and are made from the value.
  const fedExports = () => {
    const others = found.changes.filter(({ change }) => change.path[0] === "exports" && !isOnlyAt(change, path));
    const fed = others.filter(({ change, nodes }) => nodes.some((name) => following(name, [path]).has(change)));
    return fed.map(({ change }) => change.path);
  };
  const starts = madeOnce(() => [path, ...fedExports()]);
  return (change, node) => keptAt(known, node, () => following(node, starts())).has(change);
}

/** The changes of a node whose new values are made from some paths. */
function followingOn(
  name: string,
  starts: readonly ParameterPath[],
  { inventory, changes: all }: FoundChanges,
): ReadonlySet<AnyChange> {
  const { node } = resolveNode(inventory, name);
  if (node === undefined) return new Set();
  const changes = all.flatMap(({ change, nodes }) => (nodes.includes(name) ? [change] : []));
  const feeding = feedingOf(inventory, node, { starts, others: changes.map(({ path }) => path) });
  const fed = starts.flatMap((start) => [...feeding.fedBy(start, true)]);
  const readings = fed.filter(({ path }) => path[0] !== "classes");
  const paths = [...starts, ...readings.map(({ path }) => path)];
  const data = new NodeData(inventory, { node });
  // What goes below a reference to a mapping went where it is read; what an export gave other nodes may go with it.
  const isGone = (path: ParameterPath) =>
    path[0] === "exports" || changes.some((each) => each.kind === "removed" && isSamePath(each.path, path));
  const follows = (change: AnyChange): boolean => {
    if (change.path[0] === "variables") return isFilledIn(change.path, data, paths);
    return readings.some((reading) => {
      const isOnly = isOnlyAt(change, reading.path);
      const below = change.path.slice(reading.path.length);
      if (!isOnly || below.length === 0) return isOnly;
      if (change.kind !== "removed") return [...feeding.countingAt(change.path)].some((each) => isOf(each, reading));
      return reading.references.some((each) => isGone([...(feeding.readBy(each) ?? []), ...below]));
    });
  };
  return new Set(changes.filter(follows));
}

/** Whether the directive that sets a variable last reads one of the paths, or an operand that the agent merges does. */
function isFilledIn(
  [, name = "", ...keys]: ParameterPath,
  { policies: { policies, merges } }: NodeData,
  paths: readonly ParameterPath[],
): boolean {
  const pairs = policies.flatMap(({ directives }) => directives);
  const set = pairs.flatMap(({ directive }) => directive.sets).findLast((each) => each.name === name);
  const value = set && valueAt(set.value, keys);
  const operands = merges.filter((each) => each.name === name).flatMap(({ first, second }) => [first, second]);
  const reads = [
    ...(value === undefined ? [] : callsIn(value)).map((call) => ({ reads: ["parameters", ...call.keys] })),
    ...operands.flatMap(operandPaths).map((path) => ({ reads: [...path, ...keys] })),
  ];
  return reads.some((each) => paths.some((path) => touches(each, path)));
}

/** The paths at which a node has the operand of a merge: a property is a parameter, too. */
export function operandPaths({ namespace, keys }: MergeOperand): readonly ParameterPath[] {
  const runtime = ["runtime", namespace, ...keys];
  return namespace === "properties" ? [["parameters", ...keys], runtime] : [runtime];
}
