import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { showChange, showClass } from "../screens/changes/screen.ts";
import { showCommit, showSearched } from "../screens/commits/screen.ts";
import { chosenNode, nodesTarget, targetKeyOf } from "../screens/nodes/chosen.ts";
import { showNode } from "../screens/nodes/screen.ts";
import { pushed } from "../state/stack.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import { type Goal, goalsFor } from "./goals.ts";
import type { OverlayPart } from "./part.ts";

/** A search for what to go to. */
export const gotoOverlay: OverlayPart<"goto"> = {
  title: "go to node, path, class, commit",
  hint: "Enter opens it  node: path: class: commit: narrow the search",
  foot: ({ typed }) => (typed === "" ? "type a part of a name" : `go to: ${typed}`),
  lines: ({ typed, at }, state) => lines(goalsFor(state, typed), at),
  heights: ({ typed }, state) => goalsFor(state, typed).map(() => 1),
  press({ typed, at }, key, state) {
    const goal = key === "enter" ? goalsFor(state, typed)[at] : undefined;
    return goal && gone(pushed(withOverlay(state, undefined)), goal);
  },
};

/** Opens the search; asks for the names of nodes and classes unless they are there. */
export function openGoto(state: TuiState): Reduced {
  const target = nodesTarget(state);
  const isThere = target === undefined || state.nodes.list?.key === targetKeyOf(state);
  const next = withOverlay(state, { kind: "goto", own: { typed: "", at: 0, top: 0 } });
  return step(next, ...(isThere ? [] : [ask({ kind: "nodes", ask: { target } })]));
}

function lines(goals: readonly Goal[], at: number): readonly Line[] {
  if (goals.length === 0) return [[span("muted", "nothing has this name")]];
  return goals.map(({ kind, text }, index) => {
    const isChosen = index === at;
    const line = [plain(isChosen ? "> " : "  "), span("muted", cell(kind, 8)), plain(text)];
    return isChosen ? chosen(line) : line;
  });
}

function gone(state: TuiState, { kind, name, path }: Goal): Reduced {
  switch (kind) {
    case "node":
      return showNode(state, name, path);
    case "path":
      return showChange(state, name) ?? showNode(state, chosenNode(state) ?? "", name);
    case "class":
      return showClass(state, name);
    case "commit":
      return showCommit(state, name);
    case "search":
      return showSearched(state, name);
  }
}
