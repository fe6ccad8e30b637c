import { displayWidth } from "../../base/terminal-text.ts";
import { fitRow, widthsOf } from "../../report/text/fit.ts";
import { inThousands } from "../../report/text/row.ts";
import { arrow, signPart } from "../../report/text/sign.ts";
import type { Line } from "../draw/line.ts";
import { bodySize, countsLine, fitted, plain, span, textOfLine, withArrows, wrappedLine } from "../draw/line.ts";
import { itemsLook } from "../draw/pane.ts";
import { openPlace } from "../screens/changes/screen.ts";
import type { Acts, Takes } from "../screens/screen.ts";
import { rowPlace, screenNamed } from "../screens/table.ts";
import { type ComparedStates, placeKey, type RowPlace } from "../state/compared.ts";
import type { Reduced, TuiState, Want } from "../state.ts";
import { ask, isView, popped, pushed, step, withMessage, withOverlay, withWants } from "../state.ts";
import type { Request, TimelineEntry } from "../worker/questions.ts";
import type { OverlayContent, OverlayPart } from "./overlay.ts";
import type { Insight, InsightKind } from "./state.ts";

/** What asks about the place of the row; where its view is in front, the one that was left for it. */
export const insightActs: Acts = {
  explain: (state) => insight(state, "explain"),
  blame: (state) => insight(state, "blame"),
  timeline: (state) => insight(state, "timeline"),
  open: openEntryOfTimeline,
};

function insight(state: TuiState, kind: InsightKind): Reduced | undefined {
  return state.overlay?.kind === kind ? toLastView(state) : openInsightAt(state, kind, rowPlace(state));
}

/** The view that was left for the one in front; undefined on a first one. */
export function toLastView(state: TuiState): Reduced | undefined {
  const next = popped(state);
  if (next === undefined) return undefined;
  return withWants(stopped(state), isView(next.overlay) ? askedAgain(next) : screenNamed(next.screen).open(next));
}

/** Shows the answer to a question about a place, and asks for it unless it is there; undefined if it has none. */
function openInsightAt(state: TuiState, kind: InsightKind, place: RowPlace): Reduced | undefined {
  const { target, node, path, isOld = false, source } = place;
  if (target === undefined || node === undefined) return undefined;
  if (path === undefined && kind !== "timeline")
    return step(withMessage(state, `choose a value of ${node}: Enter opens the node`));
  const asked = { target, node, path, isOld, source };
  const last = state.insight;
  const insight = last !== undefined && placeKey(last.place) === placeKey(asked) ? last : { ...UNKNOWN, place: asked };
  const own = kind === "timeline" ? ({ kind, own: { at: 0, top: 0 } } as const) : ({ kind, own: { top: 0 } } as const);
  return step(withOverlay({ ...pushed(state), insight }, own), ...stopped(state), ...missing(kind, insight));
}

const UNKNOWN: Omit<Insight, "place"> = {
  ...{ source: undefined, explain: undefined, blame: undefined, commit: undefined },
  ...{ timeline: [], searched: undefined, isWhole: false },
};

/** The question of the view in front is asked again, as far as it is not answered. */
function askedAgain(state: TuiState): Reduced {
  const { overlay, insight } = state;
  return step(state, ...(insight !== undefined && isView(overlay) ? missing(overlay.kind, insight) : []));
}

function missing(kind: InsightKind, insight: Insight): readonly Want[] {
  const { source: _, path, ...rest } = insight.place;
  const isThere = kind === "timeline" ? insight.isWhole : insight[kind] !== undefined;
  if (isThere) return [];
  if (kind === "timeline") return [ask({ kind, ask: { at: { ...rest, path } } })];
  return path === undefined ? [] : [ask({ kind, ask: { at: { ...rest, path } } } satisfies Request)];
}

/** What stops the work for the view in front, which is left. */
export function stopped({ overlay, insight }: TuiState): readonly Want[] {
  if (overlay?.kind === "timeline" && insight?.isWhole === false) return [{ kind: "giveUp", of: "timeline" }];
  return overlay?.kind === "blame" && insight?.blame === undefined ? [{ kind: "giveUp", of: "blame" }] : [];
}

export const insightTakes: Takes = {
  explain: (state, { key, rows, source }) =>
    withInsight(state, key, (insight) => ({ explain: rows, source: source ?? insight.source })),
  blame: (state, { key, rows, commit }) => withInsight(state, key, () => ({ blame: rows, commit })),
  // Interrupted work starts again, and reports the same again.
  timeline: (state, { key, found, searched, total }) =>
    withInsight(state, key, ({ timeline }) => ({
      timeline: found === undefined ? timeline : [...timeline.slice(0, found.index), found.entry],
      searched: { done: searched, total },
    })),
};

function withInsight(state: TuiState, key: string, changed: (insight: Insight) => Partial<Insight>): Reduced {
  const { insight } = state;
  if (insight === undefined || key !== placeKey(insight.place)) return step(state);
  return step({ ...state, insight: { ...insight, ...changed(insight) } });
}

/** The whole history of the place was searched; there is nothing left to stop. */
export function withWholeTimeline(state: TuiState): TuiState {
  const { insight, overlay, below } = state;
  if (insight === undefined || (overlay?.kind !== "timeline" && below?.kind !== "timeline")) return state;
  return { ...state, insight: { ...insight, isWhole: true } };
}

/** The node and the path, above the answer. */
function placeLine({ insight }: TuiState): Line {
  if (insight === undefined) return [];
  const { node, path = "", isOld } = insight.place;
  return [span("node", node), plain("  "), span("path", path), span("muted", isOld ? "  before the change" : "")];
}

export const explainOverlay: OverlayPart<"explain"> = textOverlay("explain", "resolving…");

export const blameOverlay: OverlayPart<"blame"> = textOverlay("blame", "searching the history…");

function textOverlay<K extends "explain" | "blame">(kind: K, waiting: string): OverlayPart<K> {
  return {
    title: kind,
    heading: (_own, state) => placeLine(state),
    content(_own, { insight, size }) {
      const rows: readonly Line[] = insight?.[kind] ?? [[span("muted", waiting)]];
      return { lines: rows.flatMap((line) => wrappedLine(line, bodySize(size).columns - 2, 4)) };
    },
  };
}

/** The commits that changed the value or the node, as they are found. */
export const timelineOverlay: OverlayPart<"timeline"> = {
  title: "timeline",
  heading: (_own, state) => placeLine(state),
  foot: (_own, state) => footText(state),
  content: (_own, state) => timelineContent(state),
};

/** `2 of 14 commits · searched 14 of 14`. */
function footText({ insight, progress }: TuiState): string {
  const { timeline = [], searched, isWhole = false } = insight ?? {};
  if (searched === undefined) return "searching…";
  const { total } = searched;
  const done = isWhole ? total : Math.max(searched.done, progress.get("timeline")?.done ?? 0);
  const [count, of, far] = [timeline.length, total, done].map(inThousands);
  return `${count} of ${of} commits · searched ${far} of ${of}${isWhole ? "" : "…"}`;
}

/** Enter on a commit of a history, or on what was blamed: that commit, at the same node and path. */
function openEntryOfTimeline(state: TuiState): Reduced | undefined {
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
  return withWants(stopped(state), openPlace(pushed(state), target, { node: entry?.node ?? node, path }));
}

function timelineContent({ insight }: TuiState): OverlayContent {
  const entries = insight?.timeline ?? [];
  if (entries.length === 0) {
    const text = insight?.isWhole === true ? "no commit changed this" : "searching the history…";
    return { lines: [[span("muted", text)]] };
  }
  const rows = entries.map(entryRow);
  const widths = widthsOf(rows);
  return { items: itemsLook(rows, (row, columns) => fitRow(row, columns, widths)) };
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
