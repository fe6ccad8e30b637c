import { countOfAll } from "../../model/findings/rest.ts";
import type { Judgement } from "../check/judgement.ts";
import type { TreeState } from "../hook-repository.ts";
import type { Meeting } from "../merge/ways.ts";
import type { CheckResult, Finding } from "../workspace.ts";
import type { Losses } from "./losses.ts";
import { type Objection, refuses } from "./objections.ts";
import type { InventoryPair } from "./pairs.ts";
import type { PairPolicy } from "./policy.ts";

/** What one inventory is in two states, checked. */
export interface JudgedInventory extends Judgement, InventoryPair {
  readonly losses: Losses;
  readonly policy: PairPolicy;
  /** How many findings the baseline of the earlier state excuses. */
  readonly excused: number;
  /** Present where the later state was checked as a whole. */
  readonly lookedAt?: CheckResult["lookedAt"];
}

/** The verdict of a gate on a change (rule J1 in docs/concepts/gates.md). */
export interface Verdict {
  readonly before: TreeState;
  readonly after: TreeState;
  /** One for each inventory. */
  readonly parts: readonly JudgedInventory[];
  /** Findings in the data that the earlier state does not have and that refuse the change. */
  readonly blocking: readonly Finding[];
  /** All that it does not have; those that refuse come first. */
  readonly fresh: readonly Finding[];
  /** Findings that both states have; undefined when nothing changed, so that nothing was checked. */
  readonly older: readonly Finding[] | undefined;
  /** What else speaks against the change, and has nobody's consent. */
  readonly objections: readonly Objection[];
  /** What new commits made of two lines of work, and neither has written. */
  readonly merges: readonly Meeting[];
  /** What consents to the rest: `heir.allow`, or trailers. */
  readonly consent: readonly string[];
  /** How many nodes differ. */
  readonly reach: number;
  readonly isRefused: boolean;
}

/** Everything that a verdict reports as a finding; what refuses comes first. */
export function verdictFindings({ objections, fresh }: Verdict): readonly Finding[] {
  const findings = (isFirst: boolean) =>
    objections.flatMap((objection) => (refuses(objection) === isFirst ? objection.finding : []));
  return [...findings(true), ...fresh, ...findings(false)];
}

/** How many errors of the later state are excused because the earlier one has them. */
export function olderErrors({ older = [] }: Verdict): number {
  return countOfAll(older.filter(({ diagnostic }) => diagnostic.severity === "error"));
}

/** How many findings the baseline of the earlier state excuses. */
export function excusedByBaseline({ parts }: Verdict): number {
  return parts.reduce((sum, { excused }) => sum + excused, 0);
}
