import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { sortedProblems } from "../../report/findings/problems.ts";
import type { CheckOptions, CheckResult, Finding, Workspace } from "../workspace.ts";
import { excuse, readBaseline, staleFinding } from "./baseline.ts";

/** The findings of a state without those that its baseline excuses. */
export interface ExcusedCheck extends CheckResult {
  /** How many findings `heir-baseline.yml` excuses; absent where the state has none. */
  readonly excused?: number;
  /** These findings. */
  readonly found?: readonly Finding[];
}

/** Checks a state as its own baseline has it (rule J9 in docs/concepts/gates.md). Throws what reading the state throws. */
export async function checkExcused(
  workspace: Workspace,
  snapshot: Snapshot,
  options: CheckOptions = {},
): Promise<ExcusedCheck> {
  const result = await workspace.check(snapshot, options);
  const read = await readBaseline(snapshot, options);
  if (read === undefined) return result;
  const { kept, excused, found, used } = excuse(result.findings, read.baseline);
  // An entry without a finding in some nodes may have one in others.
  const isWhole = options.own === undefined && options.nodes === undefined;
  const stale = isWhole ? staleFinding(read.baseline, used) : undefined;
  return { ...result, findings: stale === undefined ? kept : sortedProblems([...kept, stale]), excused, found };
}
