import type { Row } from "../../../report/text/row.ts";
import { type Areas, type ListShares, listAreas, type Panes, roomIn } from "../../draw/areas.ts";
import { nodeCount } from "../../draw/counts.ts";
import type { Size } from "../../draw/layout.ts";
import { cellRight, type Line, lineWidth, plain, type Style, span, type TextSpan } from "../../draw/line.ts";
import type { Pane } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { DetailText } from "../../list/list-screen.ts";
import { listPane } from "../../list/pane.ts";
import type { TuiState } from "../../state.ts";
import type { MergeItem, MergeView } from "../../worker/protocol/data.ts";
import { signStyles } from "../changes/change-line.ts";
import { chosenMergeItem, currentMergeView } from "./state.ts";

export type MergeArea = "list" | "detail";

const SHARES: ListShares = { two: 0.45, three: 0.4, largeList: 0.7, largeDetail: 0.25, isStacked: true };

/** What the merge does, and the detail of the chosen item. */
export function mergeAreas(state: TuiState): Areas<MergeArea> {
  return listAreas(state, state.merge.isOpen, SHARES);
}

export const mergePanes: Panes<MergeArea> = {
  list: itemPane,
  detail: detailPane,
};

function itemPane(state: TuiState, room: Size): Pane {
  const view = currentMergeView(state.merge);
  const items = view?.items ?? [];
  const look = items.filter(({ isConflict }) => isConflict).length;
  const nodes = Math.max(0, ...items.map((item) => countText(item).length));
  return listPane(state, state.merge, {
    title: [span("heading", "Semantic conflicts first")],
    room,
    absence: {
      kind: "merge",
      isThere: view !== undefined,
      waits: "comparing the merge…",
      none: view === undefined ? "" : [...view.head, [], [span("muted", view.summary)]],
    },
    foot: (place) => (place === "" ? "" : `${look} of ${items.length} ${look === 1 ? "needs" : "need"} a look`),
    count: items.length,
    item: (index, columns) => items.slice(index, index + 1).map((item) => mergeItemLine(item, nodes, columns)),
  });
}

const STYLES: Readonly<Record<MergeItem["sign"], Style>> = {
  ...signStyles,
  "✗": "error",
  "≠": "error",
  "∩": "warning",
  "·": "muted",
};

function countText({ nodes }: MergeItem): string {
  return nodes === 0 ? "" : nodeCount(nodes);
}

/** `12 nodes  ≠ ntp:server  merged value is on neither side`; without the meaning in a narrow list. */
export function mergeItemLine(item: MergeItem, nodes: number, columns: number): Line {
  const front: readonly TextSpan[] = [
    span(item.isConflict ? "plain" : "muted", cellRight(countText(item), nodes)),
    plain(nodes === 0 ? "" : "  "),
    span(STYLES[item.sign], item.sign),
    plain(" "),
  ];
  const title = span(item.isConflict ? "path" : "muted", item.title);
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
  const lines = detailLines(state, size).slice(merge.detailTop);
  return { title, isFocused: merge.isOpen, lines };
}

export function mergeText(state: TuiState): DetailText | undefined {
  const room = roomIn(state, mergeAreas(state), "detail");
  return room && { lines: detailLines(state, room).length, rows: room.rows };
}

/** The lines of the detail: the chosen item, and what is merged. */
function detailLines({ merge }: TuiState, size: Size): readonly Line[] {
  const view = currentMergeView(merge);
  const item = chosenMergeItem(merge);
  if (view === undefined || item === undefined) return [];
  return [...mergeItemLines(item.meaning, item.lines, size.columns), [], ...headLines(view, size)];
}

/** A merged item: its meaning, and its values on all sides or its nodes. */
export function mergeItemLines(meaning: string, lines: readonly Row[], columns: number): readonly Line[] {
  const wide = lines.flatMap((line) => wrapped(line, columns, line[0]?.text.trim() === "on" ? 4 : 13));
  return [[span("title", meaning)], [], ...wide];
}

function headLines({ head, summary }: MergeView, { columns }: Size): readonly Line[] {
  return [...head, [span("muted", summary)]].flatMap((line) => wrapped(line, columns));
}
