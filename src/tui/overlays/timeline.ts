import { displayWidth } from "../../base/terminal-text.ts";
import { fitRow, widthsOf } from "../../report/text/fit.ts";
import { arrow, signPart } from "../../report/text/sign.ts";
import { bodySize, countsLine, fitted, type Line, plain, span, textOfLine, withArrows } from "../draw/line.ts";
import { itemLines } from "../list/pane.ts";
import { openPlace } from "../screens/changes/screen.ts";
import type { ComparedStates } from "../state/compared.ts";
import { pushed } from "../state/stack.ts";
import { type Reduced, step, type TuiState } from "../state.ts";
import type { TimelineEntry } from "../worker/questions.ts";
import { placeLine, stopped } from "./insight.ts";
import type { OverlayPart } from "./press.ts";

/** The commits that changed the value or the node, as they are found. */
export const timelineOverlay: OverlayPart<"timeline"> = {
  title: "timeline",
  heading: (_own, state) => placeLine(state),
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

/** Enter on a commit of a history, or on what was blamed: that commit, at the same node and path. */
export function openEntryOfTimeline(state: TuiState): Reduced | undefined {
  const { overlay, insight } = state;
  const entry = overlay?.kind === "timeline" ? insight?.timeline[overlay.own.at] : undefined;
  const blamed = overlay?.kind === "blame" ? insight?.commit : undefined;
  const id = entry?.commit ?? blamed;
  if (id === undefined || insight === undefined) return undefined;
  const { node, path } = insight.place;
  const known = entry ?? state.commits.all.find((each) => each.id === id);
  const target: ComparedStates =
    known === undefined
      ? { kind: "states", words: [`${id}^`, id], staged: false }
      : { kind: "commit", id, parent: known.parent };
  const done = openPlace(pushed(state), target, { node: entry?.node ?? node, path });
  return step(done.state, ...stopped(state), ...done.wants);
}

function lines(state: TuiState, at: number): readonly Line[] {
  const { insight, size } = state;
  const entries = insight?.timeline ?? [];
  if (entries.length === 0) {
    const text = insight?.isWhole === true ? "no commit changed this" : "searching the history…";
    return [[span("muted", text)]];
  }
  const { columns, rows } = bodySize(size);
  const all = entries.map(entryRow);
  const widths = { ...widthsOf(all) };
  // A list that is longer than the screen is scrolled as a whole, and has no rows to spare.
  const room = { columns: columns - 2, rows: Math.max(rows - 2, entries.length) };
  const item = (index: number, width: number): Line => [plain(" "), ...fitRow(all[index] ?? [], width - 1, widths)];
  return itemLines({ top: 0, index: at }, room, { count: entries.length, item });
}

const MOST_AUTHOR = 12;

/** `1a2b3c4  2026-01-15  ops  ~ "a" → "b"  classes/ntp.yml:4  subject`. */
function entryRow({ commit, day, author, source = "", subject, ...change }: TimelineEntry): Line {
  const who = textOfLine(fitted([plain(author)], Math.min(MOST_AUTHOR, displayWidth(author))));
  return [
    span("changed", commit.slice(0, 7), "ref"),
    span("muted", `  ${day}`, "when"),
    span("plain", `  ${who}`, "who"),
    plain("  "),
    ...changeParts(change),
    span("source", source && `  ${source}`, "where"),
    span("title", `  ${subject}`, "note"),
  ];
}

function changeParts({ old, now, words, counts }: Pick<TimelineEntry, "old" | "now" | "words" | "counts">): Line {
  if (old === undefined && now === undefined) return counts === undefined ? [] : countsLine(counts);
  const sign = signPart(old === undefined ? "+" : now === undefined ? "-" : "~");
  if (words !== "") return [sign, span("plain", words, "new")];
  if (old !== undefined && now !== undefined) return [sign, ...withArrows(arrow(old, now))];
  return [sign, old === undefined ? span("added", now ?? "", "new") : span("removed", old, "old")];
}
