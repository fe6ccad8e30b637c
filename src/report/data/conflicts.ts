import { DataValue } from "../../encoding/json.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import type { GroupConflict } from "../../model/inventory/resolved.ts";
import type { ChainChange, ChainEffect } from "../../model/results/lineage.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { CheckScope } from "../findings/check.ts";
import { checkData } from "./findings.ts";

/** A question of one node, and the chains that resolve it. */
export interface ConflictQuestion {
  readonly node: string;
  readonly conflict: GroupConflict;
  readonly proposals: readonly Masked<ChainEffect>[];
}

/** `heir properties --conflicts --json`: findings as those of a check, and each question of each node. */
export function conflictsData(
  findings: readonly FoundProblem[],
  lookedAt: CheckScope,
  questions: Iterable<ConflictQuestion>,
) {
  return { ...checkData(findings, lookedAt), conflicts: [...questions].map(questionData) };
}

function questionData({ node, conflict: { groups, paths }, proposals }: ConflictQuestion) {
  return { node, groups, paths: paths.map(({ path }) => path), proposals: proposals.map(proposalData) };
}

function proposalData({ chain, changes }: ChainEffect) {
  return { chain, effect: changes.map(changeData) };
}

function changeData({ node, path, value }: ChainChange) {
  return { node, path, value: value && new DataValue(value) };
}
