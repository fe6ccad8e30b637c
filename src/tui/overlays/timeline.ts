import { type Cell, columnsLine, textCell, widest } from "../draw/columns.ts";
import { countsLine } from "../draw/counts.ts";
import { bodySize } from "../draw/layout.ts";
import { type Line, plain, span } from "../draw/line.ts";
import { itemLines } from "../list/pane.ts";
import { valueSpans } from "../screens/changes/change-line.ts";
import { openPlace } from "../screens/changes/screen.ts";
import { pushed } from "../state/stack.ts";
import type { TuiState } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import type { TimelineEntry } from "../worker/questions.ts";
import { placeLine, stopped } from "./insight.ts";
import type { OverlayPart } from "./part.ts";

/** The commits that changed the value or the node, as they are found. */
export const timelineOverlay: OverlayPart<"timeline"> = {
  title: "timeline",
  heading: placeLine,
  foot: (_own, state) => footText(state),
  lines: ({ at }, state) => lines(state, at),
  heights: (_own, { insight }) => (insight?.timeline ?? []).map(() => 1),
};

/** `2 of 14 commits · searched 14 of 14`. */
function footText({ insight, progress }: TuiState): string {
  const { timeline = [], searched, isWhole = false } = insight ?? {};
  if (searched === undefined) return "searching…";
  const { total } = searched;
  const done = isWhole ? total : Math.max(searched.done, progress.get("timeline")?.done ?? 0);
  const [count, of, far] = [timeline.length, total, done].map((each) => each.toLocaleString("en"));
  return `${count} of ${of} commits · searched ${far} of ${of}${isWhole ? "" : "…"}`;
}

/** Enter on a commit of a history: that commit, at the same node and path. */
export function openEntryOfTimeline(state: TuiState): Reduced | undefined {
  const { overlay, insight } = state;
  const entry = overlay?.kind === "timeline" ? insight?.timeline[overlay.own.at] : undefined;
  if (entry === undefined || insight === undefined) return undefined;
  const { node, path } = insight.place;
  const target = { kind: "commit", id: entry.commit, parent: entry.parent } as const;
  const done = openPlace(pushed(state), target, { node: entry.node ?? node, path });
  return step(done.state, ...stopped(state), ...done.wants);
}

function lines(state: TuiState, at: number): readonly Line[] {
  const { insight, size } = state;
  const entries = insight?.timeline ?? [];
  if (entries.length === 0) {
    const text = insight?.isWhole === true ? "no commit changed this" : "searching the history…";
    return [[span("muted", text)]];
  }
  const author = Math.min(MOST_AUTHOR, widest(entries.map((entry) => entry.author)));
  const { columns, rows } = bodySize(size);
  // A list that is longer than the screen is scrolled as a whole, and has no rows to spare.
  const room = { columns: columns - 2, rows: Math.max(rows - 2, entries.length) };
  const item = (index: number, width: number): readonly Line[] => {
    const entry = entries[index];
    return entry === undefined ? [] : [[plain(" "), ...entryLine(entry, author, width - 1)]];
  };
  return itemLines({ top: 0, index: at }, room, { count: entries.length, item });
}

const MOST_AUTHOR = 12;

/** `1a2b3c4  2026-01-15  ops  ~ "a" → "b"  classes/ntp.yml:4  subject`. */
function entryLine(entry: TimelineEntry, author: number, columns: number): Line {
  const { commit, day, old, now, source = "", subject } = entry;
  const cells: readonly Cell[] = [
    { line: [span("changed", commit.slice(0, 7))] },
    { line: [span("muted", day)] },
    { line: [plain(entry.author)], column: author, least: 3 },
    changeCell(entry),
    textCell(span("source", source), { least: 12 }),
    { line: [span("title", subject)], least: 8, ...((old ?? now) !== undefined && { isSpare: true as const }) },
  ];
  return columnsLine(cells, columns);
}

function changeCell({ old, now, words, counts }: TimelineEntry): Cell {
  if (old === undefined && now === undefined) return { line: counts === undefined ? [] : countsLine(counts) };
  const sign =
    old === undefined ? span("added", "+ ") : now === undefined ? span("removed", "- ") : span("changed", "~ ");
  return {
    line: [sign, ...valueSpans({ old, now, words }, Number.POSITIVE_INFINITY)],
    least: 14,
    cut: (room) => [sign, ...valueSpans({ old, now, words }, room - 2)],
  };
}
