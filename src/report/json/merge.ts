import type { FoldedMergedValue, MergeComparison, MergePart } from "../../model/results/branch-merge.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { findingData } from "../findings/check.ts";
import type { FoundProblem } from "../findings/problems.ts";
import { failingData } from "./comparison.ts";
import { endJson, jsonList, jsonObject, member, placedJson, plainJson } from "./document.ts";

/** What a merge does, and what git and a check of its result say. */
export interface MergeReport {
  readonly comparison: Masked<MergeComparison>;
  readonly commits: number;
  /** Paths from the top of the repository. */
  readonly conflicts: readonly string[];
  /** Findings that only the merge has. */
  readonly findings: readonly FoundProblem[];
  /** How many come from the branch. */
  readonly brought: number;
}

/** The machine form of `heir merge-check`, version 1: one document, one value on each line. */
export function* mergeJson({ comparison, commits, conflicts, findings, brought }: MergeReport): Generator<string> {
  const { ends, base, values, nodes, lookedAt } = comparison;
  yield `{"v":1,"base":${endJson(ends.base)},"base_kind":${plainJson(base)},"into":${endJson(ends.ours)},`;
  yield `"branch":${endJson(ends.theirs)},"commits":${commits},"conflicts":${plainJson(conflicts)},"values":[`;
  let separator = "\n";
  for (const value of values) {
    yield separator + valueJson(value);
    separator = ",\n";
  }
  const states = plainJson({
    failing: nodes.failing.map(failingData),
    missing: nodes.missing,
    kept: nodes.kept,
    unsettled: nodes.unsettled,
    not_compared: nodes.notCompared,
  });
  yield `\n],"nodes":${states},"findings":${plainJson(findings.map(findingData))},"brought":${brought},`;
  yield `"looked_at":${plainJson({ nodes: lookedAt.nodes, in_doubt: lookedAt.resolvedAgain, files: lookedAt.files })}}\n`;
}

function valueJson({ kind, path, values, nodes, parts }: FoldedMergedValue): string {
  const states = (["base", "ours", "theirs", "merged"] as const).flatMap((state) => {
    const value = values[state];
    return value === undefined ? [] : [member(state, placedJson(value))];
  });
  return jsonObject([
    member("kind", plainJson(kind)),
    member("path", plainJson(path)),
    ...states,
    member("nodes", plainJson(nodes)),
    member("parts", jsonObject([member("ours", partsJson(parts.ours)), member("theirs", partsJson(parts.theirs))])),
  ]);
}

function partsJson(parts: readonly MergePart[]): string {
  return jsonList(parts, ({ deed, layer, span }) => {
    return plainJson({ deed, layer: layer.layer, name: layer.name, place: placeOf(span) });
  });
}
