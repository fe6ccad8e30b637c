import { countOfAll } from "../../model/findings/finding-limit.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import { exactPlace } from "../../model/values/value.ts";
import { changing, nodesNotCompared } from "../../report/diff/summary.ts";
import { diagnosticRows, problemRow } from "../../report/findings/diagnostic.ts";
import { newPairRow, withoutOrderPairs } from "../../report/findings/problems.ts";
import { counted, emptyRow, nameList, plainText, type Row, segment } from "../../report/text/row.ts";
import type { JudgedInventory, Verdict } from "../../workspace/gate/judge.ts";
import { excusedByBaseline, noneChanges } from "../../workspace/gate/verdict.ts";
import { numberIn } from "../../workspace/repository/git-settings.ts";
import type { Finding } from "../../workspace/workspace.ts";
import type { HookWork } from "./work.ts";

export interface HookReport {
  /** The first line, without `heir: `; none if lines before it say it. */
  readonly title?: string;
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
  sayRows(work, title, [emptyRow, ...rows], [...(hidden === 0 ? [] : [`all of them: ${all}`]), ...notes]);
}

/** Shows rows on standard error, in one piece, between a title and notes. */
export function sayRows(
  { theme, say }: HookWork,
  title: string | undefined,
  rows: readonly Row[],
  notes: readonly string[],
): void {
  const head: readonly Row[] = title === undefined ? [] : [[segment("title", `heir: ${title}`)]];
  const text = [...head, ...rows, ...notes.map((note) => [segment("plain", note)])];
  say(text.map((row) => `${theme(row)}\n`).join(""));
}

/** The number of lines that `heir.reportLines` allows. */
export function lineLimit({ repository }: HookWork): number {
  return (numberIn(repository.settings, "reportLines") ?? MOST_LINES) || Number.POSITIVE_INFINITY;
}

/** Shows one line; control characters in it are made visible. */
export function sayLine(work: HookWork, text: string): void {
  work.say(`${work.theme([segment("title", "heir:"), segment("plain", ` ${text}`)])}\n`);
}

/** The changes of a step in one line for each inventory: `12 of 14 nodes change, 24 values (2 unique)`. */
export function stepText(verdict: Verdict): string {
  const { parts, older } = verdict;
  const excused = excusedByBaseline(verdict);
  const asides = [olderText(older), excused === 0 ? undefined : `${counted(excused, "finding")} excused`];
  const lines = parts.map(({ after, comparison }) => {
    const folder = parts.length === 1 ? "" : `${after.place.folder || "top"}: `;
    return folder + [comparisonText(comparison), ...nodesNotCompared(comparison)].join("; ");
  });
  return [lines.join("; "), ...asides.filter((aside) => aside !== undefined)].join("; ");
}

function comparisonText(comparison: JudgedInventory["comparison"]): string {
  const { lookedAt, changes } = comparison;
  const nodes = differingNodes(comparison).size;
  if (lookedAt.files.length === 0) return "no file of the inventory changes";
  if (nodes === 0) return `${noneChanges([comparison])} (${lookedAt.nodes} looked at)`;
  const values = changes.reduce((sum, change) => sum + change.nodes.length, 0);
  const unique = values > changes.length ? ` (${changes.length} unique)` : "";
  return `${changing(nodes, lookedAt.nodes)}${comingAndGoing(comparison)}, ${counted(values, "value")}${unique}`;
}

/** The number of older findings, and how to see them; undefined when there were none. */
export function olderText(older: readonly Finding[] = []): string | undefined {
  const { others } = withoutOrderPairs(older);
  return others.length === 0 ? undefined : `${counted(countOfAll(others), "older finding")} (heir check)`;
}

function comingAndGoing({ nodes }: JudgedInventory["comparison"]): string {
  const counts: readonly (readonly [number, string])[] = [
    [nodes.added.length, "new"],
    [nodes.removed.length, "gone"],
    [nodes.newlyResolving.length, "mended"],
    [nodes.newlyFailing.length, "broken"],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** Findings in at most `lines` lines: in full as far as they fit, then in one line each; `hidden` counts the others. */
export function reportedFindings(findings: readonly Finding[], lines: number) {
  const { others, pairs } = withoutOrderPairs(findings);
  const added = pairs.map(newPairRow);
  const blocks = [...others.map((finding) => [...diagnosticRows(finding), emptyRow]), ...added.map((row) => [row])];
  const sizes = blocks.map((block) => block.length);
  const whole = wholeBlocks(sizes, lines);
  const rows = blocks.slice(0, whole).flat();
  const short = [...others.map(shortRow), ...added].slice(whole);
  const room = Math.max(0, lines - rows.length);
  const shown = short.slice(0, short.length <= room ? room : Math.max(0, room - 1));
  const hidden = short.length - shown.length;
  const more: readonly Row[] = hidden === 0 ? [] : [[segment("muted", `... and ${counted(hidden, "more finding")}`)]];
  return { rows: [...rows, ...shown, ...more], hidden };
}

/** How many blocks fit in full so that each other block still gets a line; at least one if it is short enough. */
function wholeBlocks(sizes: readonly number[], lines: number): number {
  let [used, count] = [sizes.length, 0];
  for (const size of sizes) {
    used += size - 1;
    if (used > lines) break;
    count += 1;
  }
  if (count > 0) return count;
  const [first = 0] = sizes;
  return first * 2 <= lines ? 1 : 0;
}

/** `error[class-not-found]: class webb is listed but has no file  nodes/n1.yml:3:3  (n1)`. */
function shortRow({ diagnostic: { span, ...diagnostic }, nodes }: Finding): Row {
  const place = span === undefined ? [] : [segment("source", `  ${exactPlace(span)}`)];
  const names = nodes.length === 0 ? [] : [plainText("  ("), ...nameList(nodes), plainText(")")];
  return [...problemRow({ ...diagnostic, span: undefined }, diagnostic.severity), ...place, ...names];
}
