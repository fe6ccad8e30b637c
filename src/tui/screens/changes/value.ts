import type { LinePair } from "../../../report/text/line-pairs.ts";
import { keyFor } from "../../draw/key-for.ts";
import { fitted, type Line, plain, span } from "../../draw/line.ts";
import { waiting } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeRow, ChangeSet, WholeNode } from "../../worker/protocol/data.ts";
import { chosenBlock, chosenChange, chosenDetail } from "./chosen.ts";
import type { ChangesState } from "./state.ts";

export interface ValuePaneContent {
  readonly title: Line;
  readonly lines: readonly Line[];
}

type ValueState = Pick<TuiState, "changes" | "screen" | "header" | "failures">;

/** The chosen value on one node, before and after. */
export function valueView(state: ValueState, set: ChangeSet | undefined, columns: number): ValuePaneContent {
  const { changes } = state;
  const chosen = chosenChange(changes, set);
  const edit = chosenBlock(changes, set);
  if (edit !== undefined) return blockView(edit, columns);
  if (chosen === undefined || set === undefined) return { title: [span("heading", "Value")], lines: [] };
  const { row, node, at } = chosen;
  const next = keyFor(state, "next-node", (key) => `   ${key} next node`);
  const count = row.nodes.length === 1 ? "" : ` (${at + 1} of ${row.nodes.length})${next}`;
  const what = row.isValue ? "Value on " : node === "" ? row.words : "Node ";
  const title = [span("heading", what), span("node", node), plain(count)];
  const detail = chosenDetail(changes, set);
  const head = row.isValue ? [] : nodeHead(row, detail?.whole, columns);
  if (detail === undefined)
    return { title, lines: [...head, ...waiting(state, "value", { text: "resolving…", columns })] };
  const unfold = keyFor(state, "layout", (key) => ` (${key})`);
  const values =
    detail.lines.length === 0 ? [] : laidOut(detail.lines, changes, { columns, from: set.from, to: set.to, unfold });
  // Beside the list the values of all sides are in sight, with as much of their places as fits.
  const sides = (detail.sides ?? []).flatMap((line) => (changes.isOpen ? wrapped(line, columns, SIDE_INDENT) : [line]));
  return { title, lines: [...head, ...sides, ...(sides.length > 0 ? [[]] : []), ...values] };
}

/** Of the value of a side that goes on. */
const SIDE_INDENT = 13;

/** What happened to a whole node, the line of its file, and why it fails. */
function nodeHead({ title, place }: ChangeRow, whole: WholeNode | undefined, columns: number): readonly Line[] {
  const said = [...wrapped([plain(`  ${title}`)], columns, 2), [span("source", `  ${whole?.place ?? place}`)]];
  const problems = (whole?.problems ?? []).flatMap((row) => wrapped(row, columns, 4));
  return [[], ...said, [], ...problems];
}

/** An edit as `heir diff` prints it. */
function blockView(
  { row: { text, rows }, block }: NonNullable<ReturnType<typeof chosenBlock>>,
  columns: number,
): ValuePaneContent {
  const title = [span("heading", `Edit #${block + 1}  `), plain(text)];
  return { title, lines: rows.flatMap((row) => wrapped(row, columns, 4)) };
}

interface Within {
  readonly columns: number;
  readonly from: string;
  readonly to: string;
  /** How to unfold, behind folded lines. */
  readonly unfold: string;
}

function laidOut(pairs: readonly LinePair[], { layout }: ChangesState, within: Within): readonly Line[] {
  switch (layout) {
    case "changed lines":
      return inline(folded(pairs), within.unfold);
    case "whole":
      return inline(pairs, within.unfold);
    case "side by side":
      return [sideHead(within), ...folded(pairs).map((part) => sideLine(part, within))];
  }
}

/** A pair of lines, or the number of equal ones that are folded here. */
type Part = LinePair | number;

/** Equal lines that stay in sight around a difference. */
const CONTEXT = 3;

function folded(pairs: readonly LinePair[]): readonly Part[] {
  const isNear = new Uint8Array(pairs.length);
  for (const [index, pair] of pairs.entries()) {
    if (pair.old === pair.now) continue;
    isNear.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  const parts: Part[] = [];
  for (const [index, pair] of pairs.entries()) {
    const last = parts.at(-1);
    if (isNear[index] === 1) parts.push(pair);
    else if (typeof last === "number") parts[parts.length - 1] = last + 1;
    else parts.push(1);
  }
  return parts;
}

function foldLine(count: number, unfold: string): Line {
  return [span("muted", `  … ${count} unchanged ${count === 1 ? "line" : "lines"} folded${unfold}`)];
}

/** Lines as in a patch, folded far from a difference. */
export function inlineLines(pairs: readonly LinePair[]): readonly Line[] {
  return inline(folded(pairs), "");
}

/** Where lines differ, all old ones come first, as in a patch. */
function inline(parts: readonly Part[], unfold: string): readonly Line[] {
  const lines: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    lines.push(...added);
    added = [];
  };
  for (const part of parts) {
    if (typeof part === "number" || part.old === part.now) {
      flush();
      lines.push(typeof part === "number" ? foldLine(part, unfold) : [plain(`  ${part.now ?? ""}`)]);
      continue;
    }
    if (part.old !== undefined) lines.push([span("removed", `- ${part.old}`)]);
    if (part.now !== undefined) added.push([span("added", `+ ${part.now}`)]);
  }
  flush();
  return lines;
}

function sideHead({ columns, from, to }: Within): Line {
  const left = Math.floor(columns / 2);
  return [...fitted([span("heading", `  ${from}`)], left), span("heading", `  ${to}`)];
}

function sideLine(part: Part, { columns, unfold }: Within): Line {
  if (typeof part === "number") return foldLine(part, unfold);
  const left = Math.floor(columns / 2);
  const differs = part.old !== part.now;
  const old = part.old === undefined ? [] : [half(part.old, differs ? "-" : " ")];
  const now = part.now === undefined ? [] : [half(part.now, differs ? "+" : " ")];
  return [...fitted(old, left - 1), plain(" "), ...now];
}

function half(text: string, sign: "+" | "-" | " "): Line[number] {
  return span(sign === "+" ? "added" : sign === "-" ? "removed" : "plain", `${sign} ${text}`);
}
