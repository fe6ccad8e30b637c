import type { Outcome, Result } from "./compete.ts";
import type { Cost } from "./measure.ts";

type Measured = Extract<Result, { kind: "measured" }>;

const HEAD = ["job", "program", "runs", "wall time", "heir = 1", "processor time", "heir = 1", "peak memory", "answer"];

/** All results as a Markdown table: medians, and their ratio to the first program of the job. */
export function markdownTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ case: { title, input }, results }) => {
    const [first] = results;
    const unit = first?.kind === "measured" ? first : undefined;
    return results.map((result, index) => {
      const job = index === 0 ? `${title}: ${input}` : "";
      return [job, result.name, ...(result.kind === "measured" ? figures(result, unit) : remark(result))];
    });
  });
  const align = HEAD.map((_, column) => (column >= 2 && column <= 7 ? "---:" : "---"));
  return [HEAD, align, ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

/** Of each program that another revision of heir runs, too: both medians, and the ratio of now to then. */
export function ratioTable(outcomes: readonly Outcome[], revision: string): string {
  const rows = outcomes.flatMap(({ case: { title, input }, results }) => {
    const measured = results.filter((result): result is Measured => result.kind === "measured");
    return measured.flatMap((now) => {
      const then = measured.find(({ name }) => name === `BEFORE ${now.name}`);
      if (then === undefined) return [];
      const wall = ratio(now.cost, then, (each) => each.wallMs);
      const cpu = ratio(now.cost, then, (each) => each.cpuMs);
      return [[`${title}: ${input}`, now.name, time(then.cost.wallMs), time(now.cost.wallMs), wall, cpu]];
    });
  });
  const head = ["job", "program", revision, "now", "wall time, now by then", "processor time, now by then"];
  const align = head.map((_, column) => (column >= 2 ? "---:" : "---"));
  return [head, align, ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

function figures({ runs, cost, compared }: Measured, unit: Measured | undefined): readonly string[] {
  return [
    String(runs),
    time(cost.wallMs),
    ratio(cost, unit, (each) => each.wallMs),
    time(cost.cpuMs),
    ratio(cost, unit, (each) => each.cpuMs),
    cost.peakKb === undefined ? "" : `${Math.round(cost.peakKb / 1024)} MB`,
    compared ? "the same" : "",
  ];
}

/** Shown instead of figures that would mean nothing. */
function remark(result: Exclude<Result, Measured>): readonly string[] {
  const blank = ["", "", "", "", "", ""];
  if (result.kind === "failed") return [...blank, `none: ${result.why}`];
  const { nodes, of, example } = result.difference;
  return [...blank, `DIFFERS on ${nodes.length} of ${of} nodes, such as ${example}`];
}

function time(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

function ratio(cost: Cost, unit: Measured | undefined, figure: (cost: Cost) => number | undefined): string {
  const [own, one] = [figure(cost), unit && figure(unit.cost)];
  if (own === undefined || one === undefined || one === 0) return "";
  const times = own / one;
  return times < 10 ? times.toFixed(2) : times.toFixed(0);
}

/** Escapes the output of a program for a table cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ");
}
