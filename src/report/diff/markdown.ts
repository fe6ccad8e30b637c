import { terminalSafe } from "../../base/terminal-text.ts";
import type { Block, ReviewedComparison } from "../../model/results/block.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { counted } from "../text/count.ts";
import { nodeSet } from "../text/node-set.ts";
import { type Row, rowText } from "../text/row.ts";
import { blockSign, editPlace, nodesRows, shownEffects } from "./block-rows.ts";
import { editText } from "./edit-text.ts";
import { lookedAtText, summaryText } from "./summary.ts";
import { verdictText } from "./verdict.ts";

export interface MarkdownOptions {
  /** The maximum number of bytes; comments on GitHub end at 65,536 characters. */
  readonly maxBytes?: number;
}

const MOST_BYTES = 60_000;
const OPEN_BLOCKS = 3;
const LONGEST_VALUE = 400;
/** Room for the line that counts what is left out. */
const LAST_LINE = 200;

/**
 * `--format markdown`: a comment for a pull request: the verdict, then each block in order, folded after the first three.
 *
 * Names and values stand in code spans and fences longer than any run of backticks inside, so that data neither leaves
 * its place nor mentions, links or loads anything. Blocks that do not fit are left out whole and counted, those that
 * fail last of all (rules V11 and V12 of docs/concepts/review.md).
 */
export function comparisonMarkdown(comparison: Masked<ReviewedComparison>, options: MarkdownOptions = {}): string {
  const { blocks } = comparison;
  if (blocks.length === 0) return `**${safe(summaryText(comparison))}**\n\n${ends(comparison)}\n`;
  const head = `**${verdictText(comparison)}: ${counted(blocks.length, "block")}**\n\n${ends(comparison)}\n`;
  const foot = `\n${safe(lookedAtText(comparison))}\n`;
  const parts = blocks.map((block, at) => blockPart(block, at + 1, comparison.changes));
  const room = (options.maxBytes ?? MOST_BYTES) - bytes(head) - bytes(foot) - LAST_LINE;
  let out = "";
  const left: Block[] = [];
  for (const [at, part] of parts.entries()) {
    const block = blocks[at];
    if (block !== undefined && (left.length > 0 || bytes(out) + bytes(part) > room)) left.push(block);
    else out += part;
  }
  return head + out + (left.length === 0 ? foot : `${foot}\n${leftOutText(left, blocks.length, comparison)}\n`);
}

function leftOutText(left: readonly Block[], all: number, { from, to }: Comparison): string {
  const nodes = new Set(left.flatMap((block) => block.nodes)).size;
  const [old, now] = [from, to].map(({ title }) => title.split(" ").at(-1) ?? title);
  const command = code(`heir diff ${old} ${now}`);
  return `${left.length} of ${counted(all, "block")} left out (${counted(nodes, "node")}): ${command}, or the page of this run`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

function ends({ from, to }: Comparison): string {
  const [old, now] = [from, to].map((end) => {
    return code(end.title) + (end.subject === undefined ? "" : ` ${code(end.subject)}`);
  });
  return `${old} → ${now}`;
}

/** One block: its edit and nodes as a title, why it fails and its effects below. */
function blockPart(block: Block, number: number, changes: readonly FoldedChange[]): string {
  const sign = blockSign(block).text;
  const place = editPlace(block.edit);
  const title = `**${number}** ${sign === "!" ? "❗" : code(sign)} ${code(editText(block))}${place === "" ? "" : ` ${code(place)}`}`;
  const set = nodeSet(block.nodes);
  const [names = { text: "" }, more = { text: "" }] = set;
  const selector = block.selector === undefined ? "" : ` (${code(block.selector)})`;
  const nodes = `${counted(block.nodes.length, "node")}: ${code(names.text)}${more.text}${selector}`;
  const reasons = block.failing.length === 0 ? [] : nodesRows(block, {});
  const rows = [...reasons, ...shownEffects({ block, number, changes }, {})];
  const body =
    rows.length === 0
      ? ""
      : `\n${folded(counted(block.effects.length, "effect"), fenced(rows), number <= OPEN_BLOCKS || sign === "!")}`;
  return `\n${title}  \n${nodes}\n${body}`;
}

function folded(summary: string, body: string, open: boolean): string {
  return `<details${open ? " open" : ""}><summary>${summary}</summary>\n\n${body}\n\n</details>\n`;
}

/** Rows as a fenced block; the markers are in the first column, where viewers colour them. */
function fenced(rows: readonly Row[]): string {
  const lines = rows.map((row) => shortened(rowText(row)));
  const fence = "`".repeat(longestRun(lines.join("\n"), 2) + 1);
  return `${fence}diff\n${lines.join("\n")}\n${fence}`;
}

function shortened(line: string): string {
  if (line.length <= LONGEST_VALUE) return line;
  return `${line.slice(0, LONGEST_VALUE)} ... (${line.length.toLocaleString("en")} characters)`;
}

function longestRun(text: string, least: number): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), least);
}

/** Text of heir's own, in which only numbers and names of files come from the data. */
function safe(text: string): string {
  return code(text);
}

/** A code span, in which sites do not look for markup, user names and issue numbers. */
function code(text: string): string {
  const shown = terminalSafe(text);
  const fence = "`".repeat(longestRun(shown, 0) + 1);
  const space = /^`|`$|^ .* $/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}
