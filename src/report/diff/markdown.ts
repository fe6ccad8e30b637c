import { command } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import type { Block, Comparison, ReviewedComparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { blockSign, editPlace, editText, nodesRows, shownEffects } from "../blocks/block-rows.ts";
import { bytes, codeSpan, fenced, folded } from "../text/markdown.ts";
import { counted, nodeSet, rowText } from "../text/row.ts";
import { asideParts } from "./comparison.ts";
import { lookedAtText, summaryText, verdictText } from "./summary.ts";

export interface MarkdownOptions {
  /** The maximum number of bytes; comments on GitHub end at 65,536 characters. */
  readonly maxBytes?: number;
  readonly appendix?: Appendix;
}

/** A part of a comment besides the blocks. */
export interface Appendix {
  /** Its words in the first line. */
  readonly verdict: string;
  /** Its text in at most `room` bytes; empty if there is nothing to say. */
  text(room: number): string;
}

/** The number of bytes without `maxBytes`. */
export const MOST_BYTES = 60_000;
const LEAST_BYTES = 2000;
const OPEN_BLOCKS = 3;
/** Room for the line that counts what is left out. */
const LAST_LINE = 200;
/** The part of the room that blocks leave to the appendix. */
const APPENDIX_SHARE = 0.25;

/**
 * `--format markdown`: a pull request's comment: the verdict, then each block in order, folded after the first three.
 * Blocks that do not fit are left out whole and counted, those that fail last (rules V11 and V12 of
 * docs/concepts/review.md). Names and values are in code spans and fences longer than any run of backticks inside, so
 * that data neither leaves its place nor mentions, links or loads anything.
 */
export function comparisonMarkdown(comparison: Masked<ReviewedComparison>, options: MarkdownOptions = {}): string {
  const { maxBytes = MOST_BYTES, appendix } = options;
  const { blocks, changes } = comparison;
  const head = headText(comparison, appendix?.verdict ?? "");
  const foot = blocks.length === 0 ? "" : `\n${codeSpan(lookedAtText(comparison))}\n`;
  const room = maxBytes - bytes(head) - bytes(foot) - LAST_LINE;
  const asides = asidesPart(comparison, room * APPENDIX_SHARE);
  const reserved = bytes(asides) + bytes(appendix?.text(room * APPENDIX_SHARE) ?? "");
  let out = "";
  const left: Block[] = [];
  for (const [at, block] of blocks.entries()) {
    const part = left.length > 0 ? "" : blockPart(block, at + 1, changes);
    if (left.length > 0 || bytes(out) + bytes(part) > room - reserved) left.push(block);
    else out += part;
  }
  out += asides;
  const more = appendix?.text(room - bytes(out)) ?? "";
  const missing = left.length === 0 ? "" : `\n${leftOutText(left, blocks.length, comparison)}\n`;
  return head + out + more + foot + missing;
}

/** A maximum of bytes. Throws HeirError if a comment of that size has no room for what it must say. */
export function checkedBytes(name: string, most: number): number {
  if (most >= LEAST_BYTES) return most;
  throw new HeirError("usage", `${name} ${most} is too small`, `give at least ${LEAST_BYTES}`);
}

function headText(comparison: Masked<ReviewedComparison>, appendix: string): string {
  const { blocks } = comparison;
  const others = appendix === "" ? "" : `; ${appendix}`;
  const verdict =
    blocks.length === 0
      ? codeSpan(summaryText(comparison)) + others
      : `${verdictText(comparison)}${others}: ${counted(blocks.length, "block")}`;
  return `**${verdict}**\n\n${ends(comparison)}\n`;
}

/** What is besides the blocks, each as one part that can be closed; only counted where there is no room. */
function asidesPart(comparison: Comparison, room: number): string {
  let text = "";
  for (const [title = [], ...rows] of asideParts(comparison)) {
    const part = `\n${folded(rowText(title), fenced(rows, "text"), true)}`;
    text += bytes(text + part) <= room ? part : `\n${rowText(title)}\n`;
  }
  return text;
}

function leftOutText(left: readonly Block[], all: number, { from, to }: Comparison): string {
  const nodes = new Set(left.flatMap((block) => block.nodes)).size;
  const diff = codeSpan(command(["heir", "diff", revisionOf(from), revisionOf(to)]));
  return `${left.length} of ${counted(all, "block")} left out (${counted(nodes, "node")}): ${diff}, or the page of this run`;
}

/** The revision by which a state is named to git and heir: the short id of a commit. */
export function revisionOf({ title }: Comparison["from"]): string {
  return title.split(" ").at(-1) ?? title;
}

function ends({ from, to }: Comparison): string {
  const [old, now] = [from, to].map((end) => {
    return codeSpan(end.title) + (end.subject === undefined ? "" : ` ${codeSpan(end.subject)}`);
  });
  return `${old} → ${now}`;
}

/** One block: its edit and nodes as a title, why it fails and its effects below. */
function blockPart(block: Block, number: number, changes: readonly FoldedChange[]): string {
  const sign = blockSign(block);
  const place = editPlace(block.edit);
  const title = `**${number}** ${sign === "!" ? "❗" : codeSpan(sign)} ${codeSpan(editText(block))}${place === "" ? "" : ` ${codeSpan(place)}`}`;
  const set = nodeSet(block.nodes);
  const [names = { text: "" }, more = { text: "" }] = set;
  const selector = block.selector === undefined ? "" : ` (${codeSpan(block.selector)})`;
  const nodes = `${counted(block.nodes.length, "node")}: ${codeSpan(names.text)}${more.text}${selector}`;
  const reasons = block.failing.length === 0 ? [] : nodesRows(block, {});
  const rows = [...reasons, ...shownEffects({ block, number, changes }, { command: "heir diff" })];
  const body =
    rows.length === 0
      ? ""
      : `\n${folded(counted(block.effects.length, "effect"), fenced(rows, "diff"), number <= OPEN_BLOCKS || sign === "!")}`;
  return `\n${title}  \n${nodes}\n${body}`;
}
