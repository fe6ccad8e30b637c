import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import type { FourWay, MergeComparison, MergeKind } from "../../src/model/results/branch-merge.ts";
import { printPath } from "../../src/model/values/parameter-path.ts";
import { ComparisonWork, compareSides } from "../../src/workspace/compare/comparison.ts";
import type { Side } from "../../src/workspace/load/outcome.ts";
import { type Comparing, compareMerge } from "../../src/workspace/merge/merge.ts";
import { type Files, Sides } from "./side.ts";
import { type Plain, plain } from "./value.ts";

interface Edits {
  readonly ours: Edit;
  readonly theirs: Edit;
  readonly merged?: Edit;
}

/** Compares a merge whose four states are given as files; `onResolved` gets the number of nodes of each comparison of two states. */
async function mergeOf(states: FourWay<Files>, onResolved: (nodes: number) => void): Promise<MergeComparison> {
  const sides = new Sides();
  const { base, ours, theirs, merged } = states;
  const four = {
    base: await sides.of(base),
    ours: await sides.of(ours),
    theirs: await sides.of(theirs),
    merged: await sides.of(merged),
  };
  const bySnapshot = new Map<Snapshot, Side>(Object.values(four).map((side: Side) => [side.snapshot, side]));
  const sideOf = (snapshot: Snapshot): Side => {
    const side = bySnapshot.get(snapshot);
    if (side === undefined) throw new Error("no such state");
    return side;
  };
  const workspace: Comparing = {
    load: async (snapshot) => sideOf(snapshot).inventory,
    affected: async (from, to, options) => new ComparisonWork(sideOf(from), sideOf(to), options ?? {}).scope(),
    compare: async (from, to, options) => {
      const comparison = await compareSides(sideOf(from), sideOf(to), options);
      onResolved(comparison.lookedAt.resolvedAgain);
      return comparison;
    },
  };
  const snapshots = {
    base: four.base.snapshot,
    ours: four.ours.snapshot,
    theirs: four.theirs.snapshot,
    merged: four.merged.snapshot,
  };
  return compareMerge(workspace, { states: snapshots, base: "commit", conflicts: new Set() });
}

/** Both sides' files over those of the base; a file that both change has to be given merged. */
export async function merge(
  base: Files,
  { ours, theirs, merged = {} }: Edits,
  onResolved: (nodes: number) => void = () => {},
): Promise<MergeComparison> {
  const states = {
    base,
    ours: edited(base, ours),
    theirs: edited(base, theirs),
    merged: edited(base, { ...ours, ...theirs, ...merged }),
  };
  return mergeOf(states, onResolved);
}

/** Files by their new text; null for those that go. */
export type Edit = Readonly<Record<string, string | null>>;

export function edited(files: Files, edit: Edit): Files {
  const result: Record<string, string> = { ...files };
  for (const [path, text] of Object.entries(edit)) {
    if (text === null) delete result[path];
    else result[path] = text;
  }
  return result;
}

/** Each value as `kind path on nodes`, with its four values. */
export function told({ values }: MergeComparison): readonly (readonly [string, ...(Plain | undefined)[]])[] {
  return values.map(({ kind, path, nodes, values: { base, ours, theirs, merged } }) => {
    const four = [base, ours, theirs, merged].map((value) => value && plain(value));
    return [line(kind, path, nodes), ...four];
  });
}

function line(kind: MergeKind, path: readonly string[], nodes: readonly string[]): string {
  return `${kind} ${printPath(path)} on ${nodes.join(", ")}`;
}
