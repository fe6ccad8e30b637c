import { bodySize, type Line, plain, span, wrappedLine } from "../draw/line.ts";
import { type AskedPlace, placeKey, type RowPlace } from "../state/compared.ts";
import { pushed } from "../state/stack.ts";
import { ask, type Reduced, step, type TuiState, type Want, withMessage, withOverlay } from "../state.ts";
import type { Answer, Request, TimelinePart } from "../worker/questions.ts";
import type { OverlayPart } from "./press.ts";
import type { Insight, InsightKind } from "./state.ts";

/** Opens a question about a place; undefined if it is about nothing that can be asked so. */
export function openInsightAt(state: TuiState, kind: InsightKind, place: RowPlace): Reduced | undefined {
  const { target, node, path, isOld = false, source } = place;
  if (target === undefined || node === undefined) return undefined;
  if (path === undefined && kind !== "timeline")
    return step(withMessage(state, `choose a value of ${node}: Enter opens the node`));
  return openInsight(pushed(state), kind, { target, node, path, isOld, source }, stopped(state));
}

const UNKNOWN: Omit<Insight, "place"> = {
  ...{ source: undefined, explain: undefined, blame: undefined, commit: undefined },
  ...{ timeline: [], searched: undefined, isWhole: false },
};

/** Shows the answer to a question about a place, and asks for it unless it is there. */
function openInsight(state: TuiState, kind: InsightKind, place: Insight["place"], wants: readonly Want[]): Reduced {
  const last = state.insight;
  const isSame = last !== undefined && placeKey(last.place) === placeKey(place);
  const insight: Insight = isSame ? last : { ...UNKNOWN, place };
  const own = kind === "timeline" ? ({ kind, own: { at: 0, top: 0 } } as const) : ({ kind, own: { top: 0 } } as const);
  const next = withOverlay({ ...state, insight }, own);
  return step(next, ...wants, ...missing(kind, insight));
}

/** The question of the view in front is asked again, as far as it is not answered. */
export function askedAgain(state: TuiState): Reduced {
  const { overlay, insight } = state;
  if (insight === undefined || overlay === undefined) return step(state);
  const { kind } = overlay;
  return step(state, ...(kind === "explain" || kind === "blame" || kind === "timeline" ? missing(kind, insight) : []));
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
  if (overlay?.kind === "timeline" && insight?.isWhole === false)
    return [ask({ kind: "timeline", ask: { at: undefined } })];
  if (overlay?.kind === "blame" && insight?.blame === undefined)
    return [ask({ kind: "blame", ask: { at: undefined } })];
  return [];
}

/** The state with an answer about the place that was asked about. */
export function withInsight(state: TuiState, { kind, answer }: Answer): TuiState {
  const { insight } = state;
  if (insight === undefined || !("key" in answer) || answer.key !== placeKey(insight.place)) return state;
  switch (kind) {
    case "explain":
    case "blame":
      return {
        ...state,
        insight: {
          ...insight,
          [kind]: answer.rows,
          source: answer.source ?? insight.source,
          ...("commit" in answer && { commit: answer.commit }),
        },
      };
    case "timeline":
      return { ...state, insight: withPart(insight, answer) };
    default:
      return state;
  }
}

/** Interrupted work starts again, and reports the same again. */
function withPart(insight: Insight, { found, searched, total }: TimelinePart): Insight {
  const { timeline } = insight;
  const commits = found === undefined ? timeline : [...timeline.slice(0, found.index), found.entry];
  return { ...insight, timeline: commits, searched: { done: searched, total } };
}

/** The whole history of the place was searched; there is nothing left to stop. */
export function withWholeTimeline(state: TuiState): TuiState {
  const { insight, overlay, below } = state;
  if (insight === undefined || (overlay?.kind !== "timeline" && below?.kind !== "timeline")) return state;
  return { ...state, insight: { ...insight, isWhole: true } };
}

/** The node and the path, above the answer. */
export function placeLine({ insight }: TuiState): Line {
  if (insight === undefined) return [];
  const { node, path = "", isOld } = insight.place;
  return [span("node", node), plain("  "), span("path", path), span("muted", isOld ? "  before the change" : "")];
}

/** The name of a place in the header: `ntp:server › web03.par`. */
export function placeParts({ node, path }: Pick<AskedPlace, "node" | "path">): readonly string[] {
  return path === undefined ? [node] : [path, node];
}

/** Every layer and what it does to the value. */
export const explainOverlay: OverlayPart<"explain"> = textOverlay("explain", "resolving…");

/** Which commit last changed each part of the value. */
export const blameOverlay: OverlayPart<"blame"> = textOverlay("blame", "searching the history…");

function textOverlay<K extends "explain" | "blame">(kind: K, waiting: string): OverlayPart<K> {
  return {
    title: kind,
    heading: (_own, state) => placeLine(state),
    lines: (_own, { insight, size }) =>
      (insight?.[kind] ?? [[span("muted", waiting)]]).flatMap((line) =>
        wrappedLine(line, bodySize(size).columns - 2, 4),
      ),
  };
}
