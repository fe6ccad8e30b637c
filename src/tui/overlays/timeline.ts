import { chosen, type Line, plain, span } from "../draw/line.ts";
import { openTarget } from "../screens/changes/screen.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import { LETTERS, otherInsight } from "./explain.ts";
import { closeInsight, placeLine } from "./insight.ts";
import { type OverlayPart, overlayRows } from "./part.ts";

/** The commits that changed the value that was asked about, as they are found. */
export const timelineOverlay: OverlayPart<"timeline"> = {
  title: "timeline",
  heading: placeLine,
  hint: "Enter open the commit  x explain  b blame",
  foot: (_own, { insight }) => {
    const count = insight?.timeline.length ?? 0;
    return `${count} ${count === 1 ? "commit" : "commits"}${insight?.isWhole === true ? "" : ", looking for more…"}`;
  },
  lines: ({ at }, state) => lines(state, at),
  close: closeInsight,
  press({ at, top }, key, state) {
    const other = otherInsight(key, state);
    if (other !== undefined) return other;
    const entries = state.insight?.timeline ?? [];
    const entry = entries[at];
    if (key === "enter" && entry !== undefined) {
      const closed = closeInsight(state);
      const opened = openTarget(closed.state, { kind: "commit", id: entry.commit, parent: entry.parent });
      return step(opened.state, ...closed.wants, ...opened.wants);
    }
    const next = Math.max(0, Math.min(at + (MOVES[LETTERS[key] ?? key] ?? 0), entries.length - 1));
    return withCursor(state, next, top);
  },
};

const MOVES: Readonly<Record<string, number>> = { down: 1, up: -1, pgdn: 5, pgup: -5 };

function lines({ insight }: TuiState, at: number): readonly Line[] {
  const entries = insight?.timeline ?? [];
  if (entries.length === 0) {
    const text = insight?.isWhole === true ? "no commit changed this value" : "going back through the history…";
    return [[span("muted", text)]];
  }
  return entries.flatMap(({ rows }, index) =>
    rows.map((row, line) => {
      const marked = [plain(index === at && line === 0 ? "> " : "  "), ...row];
      return index === at && line === 0 ? chosen(marked) : marked;
    }),
  );
}

/** The cursor on another commit, all of which is brought in sight as far as there is room. */
function withCursor(state: TuiState, at: number, top: number): Reduced {
  const entries = state.insight?.timeline ?? [];
  const before = entries.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
  const height = entries[at]?.rows.length ?? 0;
  const lowest = Math.max(0, before + height - overlayRows(state.size));
  const next = Math.min(before, Math.max(top, lowest));
  return step(withOverlay(state, { kind: "timeline", own: { at, top: next } }));
}
