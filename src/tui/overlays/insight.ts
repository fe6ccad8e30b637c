import type { Line } from "../draw/line.ts";
import { plain, span } from "../draw/line.ts";
import type { RowPlace } from "../list/place.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { ask, type Reduced, step, type Want } from "../step.ts";
import { type AskedValuePlace, placeKey } from "../worker/protocol/insight-data.ts";
import type { Answer } from "../worker/protocol/questions.ts";
import type { Insight, InsightKind } from "./state.ts";

/** Opens a question about what a row is about; undefined if that is no value of a node. */
export function openInsightAt(state: TuiState, kind: InsightKind, place: RowPlace): Reduced | undefined {
  const { target, node, path, isOld = false } = place;
  if (target === undefined || node === undefined || path === undefined) return undefined;
  return openInsight(state, kind, { target, node, path, isOld });
}

/** Shows the answer to a question about a value, and asks for it unless it is there. */
export function openInsight(state: TuiState, kind: InsightKind, place: AskedValuePlace): Reduced {
  const last = state.insight;
  const isSame = last !== undefined && placeKey(last.place) === placeKey(place);
  const insight: Insight = isSame
    ? last
    : { place, explain: undefined, blame: undefined, timeline: [], isWhole: false };
  const own = kind === "timeline" ? ({ kind, own: { at: 0, top: 0 } } as const) : ({ kind, own: { top: 0 } } as const);
  const isThere = kind === "timeline" ? insight.isWhole : insight[kind] !== undefined;
  const next = withOverlay({ ...state, insight }, own);
  return step(next, ...stopped(state), ...(isThere ? [] : [ask({ kind, ask: { at: place } })]));
}

/** Closes the answer; work on the history of the value stops. */
export function closeInsight(state: TuiState): Reduced {
  return step(withOverlay(state, undefined), ...stopped(state));
}

function stopped({ overlay, insight }: TuiState): readonly Want[] {
  if (overlay?.kind === "timeline" && insight?.isWhole === false)
    return [ask({ kind: "timeline", ask: { at: undefined } })];
  if (overlay?.kind === "blame" && insight?.blame === undefined)
    return [ask({ kind: "blame", ask: { at: undefined } })];
  return [];
}

/** The state with an answer about the value that was asked about. */
export function withInsight(state: TuiState, { kind, answer }: Answer): TuiState {
  const { insight } = state;
  if (insight === undefined || !("key" in answer) || answer.key !== placeKey(insight.place)) return state;
  switch (kind) {
    case "explain":
    case "blame":
      return { ...state, insight: { ...insight, [kind]: answer.rows } };
    case "timeline":
      // Interrupted work starts again, and reports the same again.
      return { ...state, insight: { ...insight, timeline: [...insight.timeline.slice(0, answer.index), answer] } };
    default:
      return state;
  }
}

/** The whole history of the value was searched; there is nothing left to stop. */
export function withWholeTimeline(state: TuiState): TuiState {
  const { insight, overlay } = state;
  if (insight === undefined || overlay?.kind !== "timeline") return state;
  return { ...state, insight: { ...insight, isWhole: true } };
}

/** The node and the path, above the answer. */
export function placeLine({ insight }: TuiState): Line {
  if (insight === undefined) return [];
  const { node, path, isOld } = insight.place;
  return [span("node", node), plain("  "), span("path", path), span("muted", isOld ? "  before the change" : "")];
}
