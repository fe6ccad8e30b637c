import { madeOnce } from "../../base/made-once.ts";
import { addToSet, compareText, grouped } from "../../base/text-order.ts";
import { foldMasked, joinFolds } from "../../compare/changes/values.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import {
  type Comparison,
  type ComparisonShare,
  type FailingNode,
  type Members,
  type MemberTable,
  type NodeDifferences,
  tableMembers,
} from "../../model/results/comparison.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { sortedNodes } from "../../workspace/compare/comparison.ts";
import { joinedOwners } from "../../workspace/evidence/owners.ts";
import { filesLeftOut } from "../../workspace/load/outcome.ts";

/** Joins the comparisons of all shards; equal changes become one. What each has for all nodes is that of the first. */
export function joinedComparison(shares: readonly ComparisonShare[]): Masked<Comparison> {
  const all = shares.map(({ comparison }) => comparison);
  const [first] = all;
  if (first === undefined) throw new InvariantError("a comparison has at least one share");
  const changes = foldMasked(joinFolds(all.map((each) => each.changes)));
  const tables = shares.flatMap((share) => share.members ?? []);
  const resolvedAgain = all.reduce((sum, { lookedAt }) => sum + lookedAt.resolvedAgain, 0);
  const joined: Comparison = {
    ...first,
    changes,
    kept: all.flatMap(({ kept = [] }) => kept),
    owners: first.owners ? joinedOwners(all.flatMap(({ owners = [] }) => owners)) : undefined,
    ...(tables.length > 0 && { members: madeOnce(() => joinedMembers(tables)) }),
    nodes: joinedNodes(all.map(({ nodes }) => nodes)),
    lookedAt: { ...first.lookedAt, resolvedAgain, leftOut: joinedLeftOut(all.map(({ lookedAt }) => lookedAt.leftOut)) },
  };
  // Each share is masked.
  return mask("comparison", joined, "shown");
}

function joinedMembers(members: readonly MemberTable[]): Members {
  const joined = (of: (each: MemberTable) => MemberTable["classes"]): MemberTable["classes"] => {
    const sets = new Map<string, Set<string>>();
    for (const [name, nodes] of members.flatMap((each) => [...of(each)])) {
      for (const node of nodes) addToSet(sets, name, node);
    }
    return sets;
  };
  const nodes = new Set(members.flatMap((each) => [...each.nodes]));
  return tableMembers({ nodes, classes: joined(({ classes }) => classes), groups: joined(({ groups }) => groups) });
}

function joinedNodes(all: readonly NodeDifferences[]): NodeDifferences {
  const names = (of: (each: NodeDifferences) => readonly string[]): readonly string[] =>
    [...new Set(all.flatMap(of))].sort(compareText);
  const failing = (of: (each: NodeDifferences) => readonly FailingNode[]): readonly FailingNode[] =>
    sortedNodes([...new Map(all.flatMap(of).map((each) => [each.name, each])).values()]);
  return {
    added: all[0]?.added ?? [],
    removed: all[0]?.removed ?? [],
    renamed: all[0]?.renamed ?? [],
    newNodes: all[0]?.newNodes,
    newlyFailing: failing(({ newlyFailing }) => newlyFailing),
    newlyResolving: names(({ newlyResolving }) => newlyResolving),
    stillFailing: failing(({ stillFailing }) => stillFailing),
  };
}

/** What single nodes leave out is different in each share: files that could not be read, by file. */
function joinedLeftOut(all: readonly (readonly LeftOut[])[]): readonly LeftOut[] {
  const texts = all.map((each) => new Set(each.map((left) => JSON.stringify(left))));
  const isCommon = (left: LeftOut): boolean => texts.every((each) => each.has(JSON.stringify(left)));
  const files = new Map<string, Set<string>>();
  for (const left of all.flat()) {
    if (left.kind !== "filter" || isCommon(left)) continue;
    for (const node of left.nodes) addToSet(files, left.file, node);
  }
  const common = grouped((all[0] ?? []).filter(isCommon), ({ kind }) => kind === "empty-scope");
  return [...(common.get(false) ?? []), ...filesLeftOut(files), ...(common.get(true) ?? [])];
}
