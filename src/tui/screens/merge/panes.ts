import type { Row } from "../../../report/text/row.ts";
import { nodeCount } from "../../draw/counts.ts";
import { bodySize, columnsOf, type ScreenForm, type Size, screenForm } from "../../draw/layout.ts";
import {
  cellRight,
  chosen,
  type Line,
  lineWidth,
  plain,
  type Style,
  span,
  spotted,
  type TextSpan,
} from "../../draw/line.ts";
import { beside, drawPane, inside, note, type Pane, waiting } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { TuiState } from "../../state.ts";
import type { MergeItem, MergeView } from "../../worker/protocol/data.ts";
import { chosenMergeItem, currentMergeView } from "./state.ts";

/** The panes of the screen: what the merge does, and the detail of what is chosen. */
export interface MergePanes {
  readonly form: ScreenForm;
  readonly list: Size | undefined;
  readonly detail: Size | undefined;
  readonly isBoxed: boolean;
}

export function mergePanes({ size, wish, zoom, merge }: TuiState): MergePanes {
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const isBoxed = !wish.plain && form !== "one";
  const all = { columns, rows };
  if (merge.branch === undefined) return { form, list: all, detail: undefined, isBoxed };
  if (form === "one" || form === "too-small" || zoom === "full") {
    return { form, list: merge.isOpen ? undefined : all, detail: merge.isOpen ? all : undefined, isBoxed };
  }
  if (form === "stacked") {
    if (merge.isOpen) return { form, list: undefined, detail: all, isBoxed };
    const upper = Math.ceil(rows * (zoom === "half" ? 0.7 : 0.45));
    return { form, list: { columns, rows: upper }, detail: { columns, rows: rows - upper }, isBoxed };
  }
  const [left, right] = columnsOf(columns, zoom === "half" ? (merge.isOpen ? 0.25 : 0.7) : form === "two" ? 0.45 : 0.4);
  return { form, list: { columns: left, rows }, detail: { columns: right, rows }, isBoxed };
}

/** How many items are in sight at once. */
export function mergeInSight(state: TuiState): number {
  const { list, isBoxed } = mergePanes(state);
  return list === undefined ? 1 : Math.max(1, inside(list, isBoxed).rows);
}

export function drawMerge(state: TuiState): readonly Line[] {
  const { form, list, detail, isBoxed } = mergePanes(state);
  const left = list && drawPane({ ...listPane(state, inside(list, isBoxed)), pane: "list" }, list, isBoxed);
  const right = detail && drawPane({ ...detailPane(state, inside(detail, isBoxed)), pane: "detail" }, detail, isBoxed);
  if (left === undefined || right === undefined) return left ?? right ?? [];
  return form === "stacked" ? [...left, ...right] : beside(left, right);
}

function listPane(state: TuiState, size: Size): Pane {
  const { merge } = state;
  if (merge.branch === undefined) return branchPane(state, size);
  const isFocused = !merge.isOpen;
  const view = currentMergeView(merge);
  const title = [span("heading", "Surprises first")];
  if (view === undefined)
    return { title, isFocused, lines: waiting(state, "merge", { text: "merging in memory…", columns: size.columns }) };
  const { items } = view;
  const look = items.filter(({ isSurprise }) => isSurprise).length;
  if (items.length === 0) return { title, isFocused, lines: [...view.head, [], [span("muted", view.summary)]] };
  const nodes = Math.max(0, ...items.map((item) => countText(item).length));
  const lines = windowOf(items, state, size, (item) => mergeItemLine(item, nodes, size.columns - 1));
  return { title, isFocused, foot: `${look} of ${items.length} ${look === 1 ? "needs" : "need"} a look`, lines };
}

function branchPane(state: TuiState, size: Size): Pane {
  const { branches, into } = state.merge;
  const title = [span("heading", `Merge which branch into ${into}?`)];
  if (branches === undefined)
    return {
      title,
      isFocused: true,
      lines: waiting(state, "branches", { text: "reading the branches…", columns: size.columns }),
    };
  if (branches.length === 0)
    return { title, isFocused: true, lines: note("there are no branches; heir tui --merge REV") };
  const lines = windowOf(branches, state, size, (name) => [plain(" "), span("node", name)]);
  return { title, isFocused: true, foot: `${branches.length} branches`, lines };
}

function windowOf<Item>(
  items: readonly Item[],
  { merge: { cursor } }: TuiState,
  { columns, rows }: Size,
  lineOf: (item: Item) => Line,
): readonly Line[] {
  return items.slice(cursor.top, cursor.top + rows).map((item, offset) => {
    const isChosen = cursor.top + offset === cursor.index;
    const line = [plain(isChosen ? ">" : " "), ...lineOf(item)];
    const whole = isChosen ? chosen([...line, plain(" ".repeat(Math.max(0, columns - lineWidth(line))))]) : line;
    return spotted(whole, { pane: "list", index: cursor.top + offset });
  });
}

const STYLES: Readonly<Record<MergeItem["sign"], Style>> = {
  "✗": "error",
  "≠": "error",
  "∩": "warning",
  "!": "error",
  "·": "muted",
};

function countText({ nodes }: MergeItem): string {
  return nodes === 0 ? "" : nodeCount(nodes);
}

/** `12 nodes  ≠ ntp:server  merged value is on neither side`; where there is little room the title gets it. */
export function mergeItemLine(item: MergeItem, nodes: number, columns: number): Line {
  const front: readonly TextSpan[] = [
    span(item.isSurprise ? "plain" : "muted", cellRight(countText(item), nodes)),
    plain(nodes === 0 ? "" : "  "),
    span(STYLES[item.sign], item.sign),
    plain(" "),
  ];
  const title = span(item.isSurprise ? "path" : "muted", item.title);
  const room = columns - lineWidth(front) - lineWidth([title]) - 2;
  return room < SMALLEST_MEANING ? [...front, title] : [...front, title, plain("  "), span("muted", item.meaning)];
}

const SMALLEST_MEANING = 16;

function detailPane(state: TuiState, size: Size): Pane {
  const { merge } = state;
  const view = currentMergeView(merge);
  const item = chosenMergeItem(merge);
  if (view === undefined || item === undefined)
    return { title: [], lines: view === undefined ? [] : headLines(view, size) };
  const title = [span(STYLES[item.sign], item.sign), plain(" "), span("heading", item.title)];
  const lines = mergeDetail(state, size).slice(merge.detailTop);
  return { title, isFocused: merge.isOpen, lines };
}

/** All lines of the detail: what became of the chosen thing, and what is merged. */
export function mergeDetail({ merge }: TuiState, size: Size): readonly Line[] {
  const view = currentMergeView(merge);
  const item = chosenMergeItem(merge);
  if (view === undefined || item === undefined) return [];
  return [...mergeItemLines(item.meaning, item.lines, size.columns), [], ...headLines(view, size)];
}

/** What became of a thing that is merged: what that means, and its values on all sides or its nodes. */
export function mergeItemLines(meaning: string, lines: readonly Row[], columns: number): readonly Line[] {
  const wide = lines.flatMap((line) => wrapped(line, columns, line[0]?.text.trim() === "on" ? 4 : 13));
  return [[span("title", meaning)], [], ...wide];
}

function headLines({ head, summary }: MergeView, { columns }: Size): readonly Line[] {
  return [...head, [span("muted", summary)]].flatMap((line) => wrapped(line, columns));
}
