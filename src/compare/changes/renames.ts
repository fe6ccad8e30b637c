import { addTo } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { NodeRename } from "../../model/results/comparison.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { Identities } from "../identity.ts";

/** A node that is on one side only. */
export interface LoneNode {
  readonly name: string;
  /** Absent when the node does not resolve. */
  readonly node: ResolvedNode | undefined;
  /** The node's own file. */
  readonly file: Pick<SourceFile, "path" | "blob"> | undefined;
}

/** Two nodes with equal keys are the same node; undefined when this node cannot be identified by the key. */
type Sign = (node: LoneNode) => string | undefined;

/**
 * Matches removed nodes with added nodes: first those with the same bytes in the node file, then those with equal
 * resolved values (except the name that reclass itself adds), then those whose file only moved to another folder, if
 * just one fits. Among several candidates, equal file names are paired first, the rest in the order of their names.
 * Each node is used once; sorted by old name. Of a pair whose values differ that is said. Never fails.
 */
export function findRenames(
  removed: readonly LoneNode[],
  added: readonly LoneNode[],
  identities: Identities = new Identities(),
): readonly NodeRename[] {
  if (removed.length === 0 || added.length === 0) return [];
  const old = new Set(removed.toSorted(byName));
  const now = new Set(added.toSorted(byName));
  const values: Sign = (node) => resolvedValues(node, identities);
  const found: NodeRename[] = [];
  for (const sign of [both(fileBytes, fileName), fileBytes, both(values, fileName), values, fileName]) {
    for (const [left, right] of pairs(old, now, { sign, onlySure: sign === fileName })) {
      const [before, after] = [values(left), values(right)];
      const differs = before !== undefined && after !== undefined && before !== after;
      found.push({ from: left.name, to: right.name, differs: differs || undefined });
      old.delete(left);
      now.delete(right);
    }
  }
  return found.sort((left, right) => compareText(left.from, right.from));
}

function pairs(
  old: ReadonlySet<LoneNode>,
  now: ReadonlySet<LoneNode>,
  { sign, onlySure }: { readonly sign: Sign; readonly onlySure: boolean },
): readonly (readonly [LoneNode, LoneNode])[] {
  const groups = bySign(now, sign);
  return [...bySign(old, sign)].flatMap(([key, from]) => {
    const to = groups.get(key) ?? [];
    if (onlySure && (from.length > 1 || to.length > 1)) return [];
    return from.flatMap((left, index) => {
      const right = to[index];
      return right === undefined ? [] : [[left, right] as const];
    });
  });
}

function byName(left: LoneNode, right: LoneNode): number {
  return compareText(left.name, right.name);
}

function bySign(nodes: Iterable<LoneNode>, sign: Sign): ReadonlyMap<string, readonly LoneNode[]> {
  const groups = new Map<string, LoneNode[]>();
  for (const node of nodes) {
    const key = sign(node);
    if (key === undefined) continue;
    addTo(groups, key, node);
  }
  return groups;
}

function both(first: Sign, second: Sign): Sign {
  return (node) => {
    const left = first(node);
    const right = second(node);
    return left === undefined || right === undefined ? undefined : `${left}\n${right}`;
  };
}

function fileBytes({ file }: LoneNode): string | undefined {
  return file?.blob;
}

function fileName({ file }: LoneNode): string | undefined {
  return file?.path.slice(file.path.lastIndexOf("/") + 1);
}

function resolvedValues({ node }: LoneNode, identities: Identities): string | undefined {
  if (node === undefined) return undefined;
  const own = node.parameters.entries.filter((entry) => entry.key !== "_reclass_");
  const names = [node.applications, node.classes].map((list) => list.map((mention) => mention.name));
  const values = [node.environment, node.exports, { ...node.parameters, entries: own }];
  return JSON.stringify([names, values.map((value) => identities.of(value))]);
}
