import { counted } from "../../report/text/count.ts";
import { emptyRow, type Row, segment } from "../../report/text/row.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { reportedFindings } from "./reported.ts";
import type { JudgedStep } from "./step.ts";
import { type HookWork, numberSetting } from "./work.ts";

/** A report of findings, in at most `heir.reportLines` lines. */
export interface HookReport {
  /** The first line, without `heir: `. */
  readonly title: string;
  readonly findings: readonly Finding[];
  /** The command that shows all findings. */
  readonly all: string;
  /** Further lines at the end. */
  readonly notes: readonly string[];
  /** How many reports share the available lines. */
  readonly sharedBy?: number;
}

const MOST_LINES = 40;
/** Lines that are no findings: the title, the empty line below it, the pointer to the full report. */
const FRAME = 3;

/** Shows a report on standard error, in one piece. */
export function sayReport(work: HookWork, { title, findings, all, notes, sharedBy = 1 }: HookReport): void {
  const lines = Math.max(1, Math.floor(lineLimit(work) / sharedBy) - FRAME - notes.length);
  const { rows, hidden } = reportedFindings(findings, lines);
  const text: readonly Row[] = [
    [segment("title", `heir: ${title}`)],
    emptyRow,
    ...rows,
    ...(hidden === 0 ? [] : [[segment("plain", `all of them: ${all}`)]]),
    ...notes.map((note) => [segment("plain", note)]),
  ];
  work.say(text.map((row) => `${work.theme(row)}\n`).join(""));
}

/** The number of lines that `heir.reportLines` allows. */
export function lineLimit(work: HookWork): number {
  return (numberSetting(work, "reportLines") ?? MOST_LINES) || Number.POSITIVE_INFINITY;
}

/** Shows one line; control characters in it are made visible. */
export function sayLine(work: HookWork, text: string): void {
  work.say(`${work.theme([segment("title", "heir:"), segment("plain", ` ${text}`)])}\n`);
}

/** The changes of a step in one line: `12 of 14 nodes change, 24 values (2 distinct); 1 older finding (heir check)`. */
export function stepText({ comparison, nodes, older }: JudgedStep): string {
  const { lookedAt, changes } = comparison;
  const known = olderText(older);
  const aside = known === undefined ? "" : `; ${known}`;
  if (lookedAt.files.length === 0) return `no file of the inventory changes${aside}`;
  if (nodes === 0) return `no node changes (${lookedAt.nodes} looked at)${aside}`;
  const values = changes.reduce((sum, change) => sum + change.nodes.length, 0);
  const distinct = values > changes.length ? ` (${changes.length} distinct)` : "";
  const verb = nodes === 1 ? "changes" : "change";
  const all = counted(lookedAt.nodes, "node");
  return `${nodes} of ${all} ${verb}${comingAndGoing(comparison)}, ${counted(values, "value")}${distinct}${aside}`;
}

/** The number of older findings, and how to see them; undefined when there were none. */
export function olderText(older: readonly Finding[] = []): string | undefined {
  return older.length === 0 ? undefined : `${counted(older.length, "older finding")} (heir check)`;
}

function comingAndGoing({ nodes }: JudgedStep["comparison"]): string {
  const counts: readonly (readonly [number, string])[] = [
    [nodes.added.length, "new"],
    [nodes.removed.length, "gone"],
    [nodes.newlyResolving.length, "mended"],
    [nodes.newlyFailing.length, "broken"],
  ];
  const told = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
}
