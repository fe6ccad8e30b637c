import { displayWidth, padStart } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import { differingTexts, fitRow, widthsOf } from "../../../report/text/fit.ts";
import { nodeSet, rowText } from "../../../report/text/row.ts";
import type { LinePair } from "../../../report/text/text-diff.ts";
import { remembered } from "../../../speed/kept.ts";
import { fitted, type Line, plain, span, wrappedLine } from "../../draw/line.ts";
import { markedLine, note, type Pane, waiting } from "../../draw/pane.ts";
import { keyFor } from "../../keymap.ts";
import type { TuiState } from "../../state.ts";
import type { ValueDetail } from "../../worker/questions.ts";
import type { ChangeRow, ChangeSet } from "../../worker/rows/change-set.ts";
import type { ChangesState } from "../state.ts";
import { chosenBlock, chosenChange, chosenDetail, chosenLayer, shownSet } from "./chosen.ts";

/** The chosen value on one node, before and after. */
export function valueView(state: TuiState, columns: number): Pick<Pane, "title" | "lines"> {
  const { changes } = state;
  const [set, chosen, edit] = [shownSet(state), chosenChange(state), chosenBlock(state)];
  if (edit !== undefined) return blockView(edit, set?.soFar === undefined, columns);
  if (chosen === undefined || set === undefined) return { title: [span("heading", "Value")], lines: [] };
  const { row, node, at } = chosen;
  const next = keyFor(state, "next-node", (key) => `   ${key} next node`);
  const more = set.soFar === undefined ? "" : "+";
  const count = row.nodes.length === 1 ? "" : ` (${at + 1} of ${row.nodes.length}${more})${next}`;
  const what = row.isValue ? "Value on " : node === "" ? rowText(row.row.slice(1, 2)) : "Node ";
  const title = [span("heading", what), span("node", node), plain(count)];
  const detail = chosenDetail(state);
  const head = row.isValue ? [] : nodeHead(row, detail?.whole, columns);
  if (detail === undefined)
    return { title, lines: [...head, ...waiting(state, "value", { text: "resolving…", columns })] };
  const unfold = keyFor(state, "layout", (key) => ` (${key})`);
  const values =
    detail.lines.length === 0 ? [] : laidOut(detail, changes, { columns, from: set.from, to: set.to, unfold });
  // Beside the list the values of all sides are in sight, with as much of their places as fits.
  const { sides: whole = [] } = detail;
  const sides = changes.isOpen ? whole.flatMap((line) => wrappedLine(line, columns, SIDE_INDENT)) : whole;
  return { title, lines: [...head, ...sides, ...(sides.length > 0 ? [[]] : []), ...values] };
}

/** The same with its origin below it, once that is there. */
export function valueWithOrigin(state: TuiState, columns: number): Pick<Pane, "title" | "lines"> {
  const { title, lines } = valueView(state, columns);
  const origin = chosenDetail(state) && originView(state, columns).lines;
  return { title, lines: origin === undefined ? lines : [...lines, [], ...origin] };
}

/** Of the value of a side that goes on. */
const SIDE_INDENT = 13;

/** What happened to a whole node, the line of its file, and why it fails. */
function nodeHead({ title, place }: ChangeRow, whole: ValueDetail["whole"], columns: number): readonly Line[] {
  const said = [...wrappedLine([plain(`  ${title}`)], columns, 2), [span("source", `  ${whole?.place ?? place}`)]];
  const problems = (whole?.problems ?? []).flatMap((row) => wrappedLine(row, columns, 4));
  return [[], ...said, [], ...problems];
}

/** An edit as `heir diff` prints it; while nodes are compared, as it is so far. */
function blockView(row: ChangeSet["blocks"][number], isWhole: boolean, columns: number) {
  const number = row.number === undefined ? "" : ` #${row.number}`;
  const title = [span("heading", `Edit${number}${isWhole ? "" : " so far"}  `), plain(row.text)];
  return { title, lines: row.rows.flatMap((each) => wrappedLine(each, columns, 4)) };
}

interface Within {
  readonly columns: number;
  readonly from: string;
  readonly to: string;
  /** How to unfold, behind folded lines. */
  readonly unfold: string;
}

function laidOut({ lines, own }: ValueDetail, { layout }: ChangesState, within: Within): readonly Line[] {
  switch (layout) {
    case "changed lines":
      return inline(folded(lines, own), within);
    case "whole":
      return inline(lines, { ...within, isWhole: true });
    case "side by side":
      return [sideHead(within), ...folded(lines, own).map((part) => sideLine(part, within))];
  }
}

/** Lines that are folded in one place: how many, and how many of them are of other changes. */
interface Fold {
  readonly count: number;
  readonly changed: number;
}

type Part = LinePair | Fold;

const CONTEXT = 3;

/** Folds what is far from the value's own differences, or from the value where only its definition differs. */
function folded(pairs: readonly LinePair[], own?: ValueDetail["own"]): readonly Part[] {
  const { from, end } = own ?? { from: 0, end: pairs.length };
  const isEqual = own !== undefined && !pairs.slice(from, end).some(isChanged);
  const isNear = new Uint8Array(pairs.length);
  for (let index = from; index < end; index += 1) {
    if (isEqual || isChanged(pairs[index])) isNear.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  const parts: Part[] = [];
  for (const [index, pair] of pairs.entries()) {
    const last = parts.at(-1);
    if (isNear[index] === 1) parts.push(pair);
    else if (last !== undefined && "count" in last) parts[parts.length - 1] = withLine(last, pair);
    else parts.push(withLine({ count: 0, changed: 0 }, pair));
  }
  return parts;
}

function isChanged(pair: LinePair | undefined): boolean {
  return pair?.old !== pair?.now;
}

function withLine({ count, changed }: Fold, pair: LinePair): Fold {
  return { count: count + 1, changed: changed + (isChanged(pair) ? 1 : 0) };
}

function foldLine({ count, changed }: Fold, unfold: string): Line {
  const what = changed === 0 ? "unchanged " : "";
  const others = changed === 0 ? "" : `, ${changed} of other changes`;
  return [span("muted", `  … ${count} ${what}${count === 1 ? "line" : "lines"} folded${others}${unfold}`)];
}

/** Lines as in a patch, folded far from a difference. */
export function inlineLines(pairs: readonly LinePair[]): readonly Line[] {
  return inline(folded(pairs), { columns: Number.POSITIVE_INFINITY, unfold: "" });
}

interface InlineLook extends Pick<Within, "columns" | "unfold"> {
  /** Whether no line is cut. */
  readonly isWhole?: true;
}

/** Where lines differ, all old ones come first, as in a patch. */
function inline(parts: readonly Part[], look: InlineLook): readonly Line[] {
  const lines: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    lines.push(...added);
    added = [];
  };
  for (const part of parts) {
    if ("count" in part || !isChanged(part)) {
      flush();
      lines.push("count" in part ? foldLine(part, look.unfold) : [plain(`  ${part.now ?? ""}`)]);
      continue;
    }
    const { old, now } = differing(part, look);
    if (old !== undefined) lines.push(...wrappedLine([span("removed", `- ${old}`)], look.columns, LINE_INDENT));
    if (now !== undefined) added.push(...wrappedLine([span("added", `+ ${now}`)], look.columns, LINE_INDENT));
  }
  flush();
  return lines;
}

/** Of a line that goes on. */
const LINE_INDENT = 4;

/** Both lines of a pair, cut to what differs unless they are to be whole (rule L3 of docs/tui.md). */
function differing({ old, now }: LinePair, { columns, isWhole }: InlineLook): LinePair {
  if (old === undefined || now === undefined || isWhole === true) return { old, now };
  const [left, right] = differingTexts(old, now, columns - 2);
  return { old: left, now: right };
}

function sideHead({ columns, from, to }: Within): Line {
  const left = Math.floor(columns / 2);
  return [...fitted([span("heading", `  ${from}`)], left), span("heading", `  ${to}`)];
}

function sideLine(part: Part, { columns, unfold }: Within): Line {
  if ("count" in part) return foldLine(part, unfold);
  const left = Math.floor(columns / 2);
  const differs = part.old !== part.now;
  const isCut = displayWidth(part.old ?? "") > left - 3 || displayWidth(part.now ?? "") > columns - left - 2;
  const shown = differs && isCut ? differing(part, { columns: left - 1, unfold }) : part;
  const old = shown.old === undefined ? [] : [half(shown.old, differs ? "-" : " ")];
  const now = shown.now === undefined ? [] : [half(shown.now, differs ? "+" : " ")];
  return [...fitted(old, left - 1), plain(" "), ...now];
}

function half(text: string, sign: "+" | "-" | " "): Line[number] {
  return span(sign === "+" ? "added" : sign === "-" ? "removed" : "plain", `${sign} ${text}`);
}

/** The layers of the chosen value on both sides, with their lines, why it changed and where else; an edit's places. */
export function originView(state: TuiState, columns: number) {
  const [set, chosen, edit] = [shownSet(state), chosenChange(state), chosenBlock(state)];
  if (edit !== undefined) return { lines: edit.places.map((place) => [span("source", `   ${place}`)]), layers: [] };
  if (chosen === undefined || set === undefined || !chosen.row.isValue) return { lines: [], layers: [] };
  const detail = chosenDetail(state);
  if (detail === undefined) return { lines: note("resolving…"), layers: [] };
  const rows = [...sideRows("old", detail.old, "won"), ...sideRows("new", detail.now, "wins")];
  const widths = widthsOf(rows.map(({ line }) => line));
  const at = chosenLayer(state)?.at;
  const layers = rows.flatMap(({ isLayer }, line) => (isLayer ? [line] : []));
  const lines = rows.map(({ line, isLayer }, index) => {
    const row = fitRow(line, columns - 1, widths);
    const layer = layers.indexOf(index);
    return !isLayer ? [plain(" "), ...row] : markedLine(row, layer === at, columns, { pane: "detail", index: layer });
  });
  const reasons = [...reasonLines(detail, columns - 1), ...sameLines(chosen.row, set, columns - 1)];
  return { lines: [...lines, [], ...reasons.map((line) => [plain(" "), ...line])], layers };
}

/** `old ▸ 6 class ssh.server  "no"  classes/ssh/server.yml:4  won`. */
function sideRows(word: string, from: ValueDetail["old"], wins: string) {
  if (from?.layers.length === 0) return [{ line: [span("muted", `${word}  (not set)`)], isLayer: false }];
  return (from?.layers ?? []).map(({ position, layer, value, place, counts }, index) => {
    const front = [span("muted", index === 0 ? word : "   "), span("changed", counts ? " ▸" : "  ")];
    const name = span(counts ? "node" : "plain", layer, "ref");
    const said = span(counts ? "value" : "muted", value, "new");
    const where = span("source", `  ${place}`, "where");
    const end = span("changed", counts ? `  ${wins}` : "");
    return {
      line: [...front, plain(`${padStart(String(position), 3)} `), name, plain("  "), said, where, end],
      isLayer: true,
    };
  });
}

function reasonLines({ cause, causePlace, old, now }: ValueDetail, columns: number): readonly Line[] {
  const through = now?.through || old?.through || "";
  const lines: readonly Line[] = [
    [span("muted", "because  "), plain(cause)],
    [plain("         "), span("source", causePlace)],
    [span("muted", "through  "), plain(through.replaceAll(" > ", " › "))],
  ];
  return lines
    .filter(([, said]) => said?.text !== "")
    .flatMap((line) => wrappedLine(line, columns, "because  ".length));
}

function sameLines(row: ChangeRow, set: ChangeSet, columns: number): readonly Line[] {
  if (row.nodes.length <= 1) return [];
  return wrappedLine([span("muted", "same on  "), plain(sameText(row, set))], columns, "same on  ".length);
}

/** More nodes are written as a set. */
const MOST_NAMES = 60;

/** The nodes that have a change by their names, or as a set; remembered, since there may be thousands. */
const sameText: (row: ChangeRow, set: ChangeSet) => string = remembered(
  "screens",
  ({ nodes }: ChangeRow, set: ChangeSet) => {
    const names = Array.from(nodes, (node) => set.nodes[node] ?? "");
    return names.length <= MOST_NAMES ? [...names].sort(compareText).join(", ") : rowText(nodeSet(names));
  },
);
