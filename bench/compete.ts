import { type Answer, type Difference, difference } from "./answers.ts";
import type { Case, Contender } from "./cases.ts";
import { type Cost, type Meter, measure, median } from "./measure.ts";

/** The result of one contender of a case. */
export type Result = { readonly name: string } & (
  | { readonly kind: "measured"; readonly runs: number; readonly cost: Cost; readonly compared: boolean }
  /** Its answer differs from the first contender's, so its figures mean nothing. */
  | { readonly kind: "differs"; readonly difference: Difference }
  | { readonly kind: "failed"; readonly why: string }
);

export interface Outcome {
  readonly case: Case;
  readonly results: readonly Result[];
}

export interface Rules {
  readonly runs: number;
  readonly meter: Meter;
  /** Called after each run. */
  readonly progress: (line: string) => void;
  /** After this value of `performance.now()` only contenders that take seconds run again. */
  readonly deadline: number;
}

/** A contender runs again only while the sum of its runs of a case is below this. */
const ENOUGH_MS = 60_000;
const ENOUGH_WHEN_LATE_MS = 20_000;
const BRIEF_FACTOR = 4;

interface Runs {
  readonly contender: Contender;
  readonly costs: Cost[];
  answer?: Answer;
  failed?: string;
}

/** Runs all contenders of a case in turns, and compares the answers of their first runs. */
export async function compete(each: Case, rules: Rules): Promise<Outcome> {
  const all = each.contenders.map((contender): Runs => ({ contender, costs: [] }));
  const rounds = each.brief === true ? rules.runs * BRIEF_FACTOR : rules.runs;
  for (let round = 0; round < rounds; round += 1) {
    for (const runs of all) {
      if (mayRun(runs, rules)) await runOnce(runs, rules.meter);
    }
    if (round === 0) rules.progress(`${each.title}, ${each.input}: ${all.map(firstTime).join(", ")}`);
  }
  return { case: each, results: all.map((runs) => result(runs, all[0]?.answer)) };
}

function mayRun({ costs, failed }: Runs, { deadline }: Rules): boolean {
  if (failed !== undefined) return false;
  if (costs.length === 0) return true;
  const spent = costs.reduce((sum, cost) => sum + cost.wallMs, 0);
  const enough = performance.now() < deadline ? ENOUGH_MS : ENOUGH_WHEN_LATE_MS;
  return spent + spent / costs.length < enough;
}

async function runOnce(runs: Runs, meter: Meter): Promise<void> {
  runs.contender.prepare?.();
  const costs: Cost[] = [];
  const printed: string[] = [];
  for (const step of runs.contender.steps(runs.costs.length)) {
    const finished = await measure(step, meter);
    if (finished.kind === "failed") {
      runs.failed = finished.why.replaceAll(step.cwd, ".");
      return;
    }
    costs.push(finished.cost);
    printed.push(finished.stdout);
  }
  if (runs.costs.length === 0 && runs.contender.answer !== undefined) runs.answer = runs.contender.answer(printed);
  runs.costs.push(together(costs));
}

/** Steps run one after the other: times add up, memory does not. */
function together(costs: readonly Cost[]): Cost {
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
  return combined(costs, sum, (figures) => Math.max(...figures));
}

function combined(
  costs: readonly Cost[],
  times: (figures: readonly number[]) => number,
  memory: (figures: readonly number[]) => number,
): Cost {
  const cpu = costs.flatMap(({ cpuMs }) => cpuMs ?? []);
  const peak = costs.flatMap(({ peakKb }) => peakKb ?? []);
  return {
    wallMs: times(costs.map(({ wallMs }) => wallMs)),
    ...(cpu.length > 0 && { cpuMs: times(cpu) }),
    ...(peak.length > 0 && { peakKb: memory(peak) }),
  };
}

function result({ contender, costs, answer, failed }: Runs, first: Answer | undefined): Result {
  const { name, incomparable } = contender;
  if (failed !== undefined) return { name, kind: "failed", why: failed };
  const differs = answer && first && difference(first, answer, incomparable);
  if (differs !== undefined) return { name, kind: "differs", difference: differs };
  const middle = (figures: readonly number[]) => median(figures) ?? 0;
  const compared = answer !== undefined && first !== undefined && answer !== first;
  return { name, kind: "measured", runs: costs.length, cost: combined(costs, middle, middle), compared };
}

function firstTime({ contender, costs, failed }: Runs): string {
  return `${contender.name} ${failed ?? `${((costs[0]?.wallMs ?? 0) / 1000).toFixed(2)} s`}`;
}
