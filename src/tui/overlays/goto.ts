import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { showChange, showClass } from "../screens/changes/screen.ts";
import { showCommit, showSearched } from "../screens/commits/screen.ts";
import { nodesTarget, targetKeyOf } from "../screens/nodes/chosen.ts";
import { showNode, showValue } from "../screens/nodes/screen.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import { type Goal, goalsFor } from "./goals.ts";
import { type OverlayPart, overlayRows, scrollOf } from "./part.ts";

/** A search in all that can be gone to. */
export const gotoOverlay: OverlayPart<"goto"> = {
  title: "go to node, path, class, commit",
  hint: "Enter goes there  node: path: class: commit: narrow the search",
  foot: ({ search }) => (search === "" ? "type a part of a name" : `go to: ${search}`),
  lines: ({ search, at }, state) => lines(goalsFor(state, search), at),
  press({ search, at, top }, key, state) {
    const goals = goalsFor(state, search);
    const goal = goals[at];
    if (key === "enter") return goal === undefined ? step(state) : gone(withOverlay(state, undefined), goal);
    const by = scrollOf(key, state.size);
    if (by !== undefined) {
      const next = Math.max(0, Math.min(at + by, goals.length - 1));
      const lowest = Math.max(0, next + 1 - overlayRows(state.size));
      return step(opened(state, { search, at: next, top: Math.min(next, Math.max(top, lowest)) }));
    }
    if (key === "backspace") return step(typed(state, search.slice(0, -1)));
    const sign = key === "space" ? " " : key;
    return [...sign].length === 1 ? step(typed(state, search + sign)) : step(state);
  },
  paste: ({ search }, text, state) => step(typed(state, search + (text.split("\n")[0] ?? ""))),
};

/** Opens the search; names of nodes and classes are asked for unless they are there. */
export function openGoto(state: TuiState): Reduced {
  const target = nodesTarget(state);
  const isThere = target === undefined || state.nodes.list?.key === targetKeyOf(state);
  return step(typed(state, ""), ...(isThere ? [] : [ask({ kind: "nodes", ask: { target } })]));
}

function typed(state: TuiState, search: string): TuiState {
  return opened(state, { search, at: 0, top: 0 });
}

function opened(
  state: TuiState,
  own: { readonly search: string; readonly at: number; readonly top: number },
): TuiState {
  return withOverlay(state, { kind: "goto", own });
}

function lines(goals: readonly Goal[], at: number): readonly Line[] {
  if (goals.length === 0) return [[span("muted", "nothing has such a name")]];
  return goals.map(({ kind, text }, index) => {
    const isChosen = index === at;
    const line = [plain(isChosen ? "> " : "  "), span("muted", cell(kind, 8)), plain(text)];
    return isChosen ? chosen(line) : line;
  });
}

function gone(state: TuiState, { kind, name }: Goal): Reduced {
  switch (kind) {
    case "node":
      return showNode(state, name);
    case "path":
      return showChange(state, name) ?? showValue(state, name);
    case "class":
      return showClass(state, name);
    case "commit":
      return showCommit(state, name);
    case "search":
      return showSearched(state, name);
  }
}
