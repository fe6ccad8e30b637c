import { chosen, type Line, plain, span } from "../draw/line.ts";
import { openTarget } from "../screens/changes/screen.ts";
import type { TuiState } from "../state.ts";
import { step } from "../step.ts";
import { otherInsight } from "./explain.ts";
import { closeInsight, placeLine } from "./insight.ts";
import type { OverlayPart } from "./part.ts";

/** The commits that changed the value, as they are found. */
export const timelineOverlay: OverlayPart<"timeline"> = {
  title: "timeline",
  heading: placeLine,
  hint: "Enter open the commit  x explain  b blame",
  foot: (_own, { insight }) => {
    const count = insight?.timeline.length ?? 0;
    return `${count} ${count === 1 ? "commit" : "commits"}${insight?.isWhole === true ? "" : ", searching…"}`;
  },
  lines: ({ at }, state) => lines(state, at),
  heights: (_own, { insight }) => (insight?.timeline ?? []).map(({ rows }) => rows.length),
  close: closeInsight,
  press({ at }, key, state) {
    const entry = key === "enter" ? state.insight?.timeline[at] : undefined;
    if (entry === undefined) return otherInsight(key, state);
    const closed = closeInsight(state);
    const opened = openTarget(closed.state, { kind: "commit", id: entry.commit, parent: entry.parent });
    return step(opened.state, ...closed.wants, ...opened.wants);
  },
};

function lines({ insight }: TuiState, at: number): readonly Line[] {
  const entries = insight?.timeline ?? [];
  if (entries.length === 0) {
    const text = insight?.isWhole === true ? "no commit changed this value" : "searching the history…";
    return [[span("muted", text)]];
  }
  return entries.flatMap(({ rows }, index) =>
    rows.map((row, line) => {
      const marked = [plain(index === at && line === 0 ? "> " : "  "), ...row];
      return index === at && line === 0 ? chosen(marked) : marked;
    }),
  );
}
