import type { Place } from "../state/place.ts";
import { isView, type TuiState } from "../state.ts";
import { commitTarget } from "./commits/state.ts";
import { screenNamed } from "./table.ts";

/** What the row in front is about: of a view above a screen, else of the screen. */
export function placeOf(state: TuiState): Place {
  const { overlay, insight } = state;
  if (!isView(overlay) || insight === undefined) return screenNamed(state.screen).place(state);
  const { source, ...asked } = insight.place;
  if (overlay.kind !== "timeline") return { ...asked, source: insight.source ?? source };
  const entry = insight.timeline[overlay.own.at];
  if (entry === undefined) return { ...asked, source };
  const target = commitTarget({ id: entry.commit, parent: entry.parent });
  return { ...asked, target, isOld: entry.isGone, source: entry.source };
}
