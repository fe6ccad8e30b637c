import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import type { FoldedMergedValue, MergeComparison, MergePart } from "../../model/results/branch-merge.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/value.ts";
import { endData, placedData } from "./explanation.ts";
import { failingData, findingData } from "./findings.ts";

export interface MergeReport {
  readonly comparison: Masked<MergeComparison>;
  readonly branch: string;
  readonly into: string;
  readonly commits: number;
  readonly isFastForward: boolean;
  /** Paths from the top of the repository. */
  readonly conflicts: readonly string[];
  /** What nodes get from each side of some of them. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** Findings that are only in the merge. */
  readonly findings: readonly FoundProblem[];
  /** The number of findings that come from the branch. */
  readonly brought: number;
}

/** `heir merge-check --json`: what a merge does, with places instead of spans. */
export function mergeData({ comparison, commits, conflicts, findings, brought }: MergeReport) {
  const { ends, base, lookedAt } = comparison;
  const { nodes, resolvedAgain, files, leftOut } = lookedAt;
  return {
    v: 1,
    base: endData(ends.base),
    base_kind: base,
    into: endData(ends.ours),
    branch: endData(ends.theirs),
    commits,
    conflicts,
    ...metData(comparison, findings),
    brought,
    looked_at: { nodes, in_doubt: resolvedAgain, files, left_out: leftOut },
  };
}

/** What neither of two lines of work has written. */
export function metData({ values, nodes }: Masked<MergeComparison>, findings: readonly FoundProblem[]) {
  return {
    values: values.map(mergedValueData),
    nodes: {
      failing: nodes.failing.map(failingData),
      missing: nodes.missing,
      kept: nodes.kept,
      unsettled: nodes.unsettled,
      not_compared: nodes.notCompared,
    },
    findings: findings.map(findingData),
  };
}

function mergedValueData({ kind, path, values, nodes, parts }: FoldedMergedValue) {
  const states = (["base", "ours", "theirs", "merged"] as const).flatMap((state) => {
    const value = values[state];
    return value === undefined ? [] : [[state, placedData(value)] as const];
  });
  const sides = { ours: parts.ours.map(partData), theirs: parts.theirs.map(partData) };
  return { kind, path, ...Object.fromEntries(states), nodes, parts: sides };
}

function partData({ edit, layer, span }: MergePart) {
  return { edit, layer: layer.layer, name: layer.name, place: placeOf(span) };
}
