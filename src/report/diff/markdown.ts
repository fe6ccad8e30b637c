import { terminalSafe } from "../../base/terminal-text.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { counted } from "../text/count.ts";
import { type Row, rowText } from "../text/row.ts";
import { type ChangeBlock, groupByNodes } from "./blocks.ts";
import { changeRows } from "./change.ts";
import { newlyFailingSections, nodeSections } from "./comparison.ts";
import { summaryText } from "./summary.ts";

export interface MarkdownOptions {
  /** The maximum number of characters; the rest is only counted. Comments on pull requests end at 65,536. */
  readonly limit?: number;
}

const LIMIT = 60_000;
const WIDTH = 160;
const OPEN_BLOCKS = 3;
const FEW = 4;

/**
 * `--format markdown`: a comment for a pull request: the summary, nodes that newly fail, then a section for each set of
 * nodes, folded if there are more than three. Names and values can contain anything: outside fences every special character is written as a
 * character reference, and a fence is longer than any run of backticks inside. So data can neither leave its section
 * nor mention, link or load anything.
 */
export function comparisonMarkdown(comparison: Masked<Comparison>, options: MarkdownOptions = {}): string {
  const blocks = groupByNodes(comparison.changes);
  const parts = [
    ...nodePart("newly failing", newlyFailingSections(comparison, {})),
    ...blocks.map((block, index) => blockPart(block, index < OPEN_BLOCKS)),
    ...nodePart("nodes", nodeSections(comparison, {})),
  ];
  const head = `**${markdownText(summaryText(comparison))}**\n\n${ends(comparison)}\n`;
  const limit = (options.limit ?? LIMIT) - head.length - 100;
  let out = "";
  for (const [index, part] of parts.entries()) {
    if (out.length + part.length > limit) {
      const left = parts.length - index;
      return `${head}${out}\n${counted(left, "more section")} left out: the comment would be too long.\n`;
    }
    out += part;
  }
  return head + out;
}

function ends({ from, to }: Comparison): string {
  const [old, now] = [from, to].map((end) => {
    return markdownCode(end.title) + (end.subject === undefined ? "" : ` ${markdownText(end.subject)}`);
  });
  return `${old} → ${now}`;
}

function blockPart({ nodes, changes }: ChangeBlock, open: boolean): string {
  const rows = changes.flatMap((change) => changeRows(change, { width: WIDTH }));
  const shown = nodes.length > FEW ? [nodes[0] ?? "", nodes.at(-1) ?? ""] : nodes;
  const names = shown.map(markdownCode).join(nodes.length > FEW ? " … " : ", ");
  const count = counted(changes.length, "change");
  const all = nodes.length > FEW ? `\n${folded("all nodes", nodes.map(markdownCode).join(", "))}` : "";
  return folded(`<b>${counted(nodes.length, "node")}</b>: ${names} (${count})`, fenced(rows) + all, open);
}

function nodePart(title: string, sections: readonly (readonly Row[])[]): readonly string[] {
  const rows = sections.flat();
  return rows.length === 0 ? [] : [folded(`<b>${title}</b>`, fenced(rows), true)];
}

function folded(summary: string, body: string, open = false): string {
  return `\n<details${open ? " open" : ""}><summary>${summary}</summary>\n\n${body}\n\n</details>\n`;
}

/** Rows as a fenced block; the markers are in the first column, where viewers colour them. */
function fenced(rows: readonly Row[]): string {
  const lines = rows.map((row) => rowText(row).replace(/^ {2}(?=[-+~>] )/, ""));
  const longest = lines.reduce(
    (most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map((run) => run.length)),
    2,
  );
  const fence = "`".repeat(longest + 1);
  return `${fence}diff\n${lines.join("\n")}\n${fence}`;
}

/** Text in which no character has a meaning for Markdown, HTML or the site that shows it. */
function markdownText(text: string): string {
  return terminalSafe(text).replace(/[!"#$&()*+.:<=>@[\\\]^_`{|}~-]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The same as inline code, in which sites do not look for user names and issue numbers. */
function markdownCode(text: string): string {
  return `<code>${markdownText(text)}</code>`;
}
