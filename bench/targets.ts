import { BY_TWO, type Contender, type Kept } from "./cases.ts";
import type { Outcome, Result } from "./compete.ts";
import { WIDE_JOBS } from "./wide.ts";

type Measured = Extract<Result, { kind: "measured" }>;

/** A performance target: a ratio of wall times to a peer, or a wall time. */
interface Target {
  readonly job: string;
  /** Prefixes of the title and the input of the case. */
  readonly of: readonly [title: string, input: string];
  readonly kept: Kept;
  readonly against:
    | { readonly peer: string; readonly atLeast: number }
    /** Wall time in milliseconds. */
    | { readonly below: number };
}

const INVENTORY = "the whole inventory";
const NODE = "one node";
const DIFF = "what differs";
const COMMIT = "a commit";
const LOG = "the commits that change";
const KAPITAN = "kapitan-reference";
const WIDE = "wide-100000";
const [WIDE_DIFF, WIDE_NODE, WIDE_NAMES] = WIDE_JOBS;

const TARGETS: readonly Target[] = [
  ...against("1,000 nodes, nothing kept", [INVENTORY, "fleet-1000"], "nothing", [12, 25]),
  ...against("1,000 nodes, files parsed before", [INVENTORY, "fleet-1000"], "files", [25, 50]),
  ...against("1,000 nodes, nothing changed", [INVENTORY, "fleet-1000"], "answer", [200, 400]),
  ...against("two commits, a tenth of 1,000 nodes reached", [DIFF, "fleet-1000"], "files", [80, 150]),
  ...against("one node of 1,000, asked again", [NODE, "fleet-1000"], "answer", [2.2, 1.3]),
  to("one node of 1,000, files parsed before", [NODE, "fleet-1000"], "files", { peer: "reclass-rs", atLeast: 1 }),
  ...against("one node of 1,000, nothing kept", [NODE, "fleet-1000"], "nothing", [1.2, 0.85]),
  ...against("15 nodes, nothing kept", [INVENTORY, "lab "], "nothing", [3, 8]),
  to("182 nodes, nothing kept", [INVENTORY, "mk-lab"], "nothing", { peer: "reclass", atLeast: 5 }),
  to("182 nodes, nothing changed", [INVENTORY, "mk-lab"], "answer", { peer: "reclass", atLeast: 30 }),
  to("10,000 nodes by two processes", [BY_TWO, "fleet-10000"], "nothing", { peer: "heir --jobs 1", atLeast: 1.3 }),
  to("40,000 nodes by two processes", [BY_TWO, "fleet-40000"], "nothing", { peer: "heir --jobs 1", atLeast: 1.45 }),
  to("19 targets, nothing kept", [INVENTORY, KAPITAN], "nothing", { peer: "kapicorp-reclass", atLeast: 1.4 }),
  to("19 targets, nothing kept", [INVENTORY, KAPITAN], "nothing", { peer: "reclass-rs", atLeast: 1.4 }),
  to("19 targets, files parsed before", [INVENTORY, KAPITAN], "files", { peer: "kapicorp-reclass", atLeast: 2.2 }),
  to("19 targets, nothing changed", [INVENTORY, KAPITAN], "answer", { peer: "kapicorp-reclass", atLeast: 3.5 }),
  to("an edited class among 100,000", [WIDE_DIFF[0], WIDE], "nothing", { below: 350 }),
  to("the same, asked again", [WIDE_DIFF[0], WIDE], "answer", { below: 100 }),
  to("a node of a commit of 100,000 files", [WIDE_NODE[0], WIDE], "nothing", { below: 350 }),
  to("the same, asked again", [WIDE_NODE[0], WIDE], "answer", { below: 100 }),
  to("names of 100,000 classes", [WIDE_NAMES[0], WIDE], "nothing", { below: 350 }),
  to("16 commits of a partial clone", ["the log of 16", "system"], "nothing", { below: 2000 }),
  ...against("one node of 15", [NODE, "lab"], "files", [2, 1 / 1.3]),
  { job: "a commit, 2,373 files", of: [COMMIT, "system"], kept: "files", against: { below: 400 } },
  { job: "a commit, 2,373 files, nothing kept", of: [COMMIT, "system"], kept: "nothing", against: { below: 1000 } },
  { job: "a value's log, 5,110 commits", of: [LOG, "system"], kept: "nothing", against: { below: 3000 } },
  { job: "a value's log, asked again", of: [LOG, "system"], kept: "answer", against: { below: 500 } },
];

function to(job: string, of: Target["of"], kept: Kept, against: Target["against"]): Target {
  return { job, of, kept, against };
}

function against(
  job: string,
  of: Target["of"],
  kept: Kept,
  [reclass, reclassRs]: readonly [number, number],
): readonly Target[] {
  return [
    to(job, of, kept, { peer: "reclass", atLeast: reclass }),
    to(job, of, kept, { peer: "reclass-rs", atLeast: reclassRs }),
  ];
}

/** The targets whose figures were all measured, as a Markdown table; undefined if there are none. */
export function targetTable(outcomes: readonly Outcome[]): string | undefined {
  const rows = TARGETS.flatMap((target) => row(target, outcomes));
  if (rows.length === 0) return undefined;
  return ["| job | target | measured | met |", "| --- | ---: | ---: | --- |", ...rows].join("\n");
}

function row({ job, of: [title, input], kept, against }: Target, outcomes: readonly Outcome[]): readonly string[] {
  const outcome = outcomes.find((each) => each.case.title.startsWith(title) && each.case.input.startsWith(input));
  const own = outcome && measured(outcome, (each) => each.kept === kept);
  if (outcome === undefined || own === undefined) return [];
  if ("below" in against) {
    const { wallMs } = own.cost;
    return [cells(job, `< ${seconds(against.below)}`, seconds(wallMs), wallMs < against.below)];
  }
  const { peer, atLeast } = against;
  const theirs = measured(outcome, ({ name }) => name === peer || name.startsWith(`${peer},`));
  if (theirs === undefined) return [];
  const ratio = theirs.cost.wallMs / own.cost.wallMs;
  return [cells(`${job}, against ${peer}`, `>= ${times(atLeast)}`, times(ratio), ratio >= atLeast)];
}

function measured(outcome: Outcome, isMeant: (contender: Contender) => boolean): Measured | undefined {
  const at = outcome.case.contenders.findIndex(isMeant);
  const result = outcome.results[at];
  return result?.kind === "measured" ? result : undefined;
}

function cells(...[job, target, figure, isMet]: readonly [string, string, string, boolean]): string {
  return `| ${job} | ${target} | ${figure} | ${isMet ? "yes" : "**no**"} |`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)}x`;
}
