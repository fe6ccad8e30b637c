import { displayWidth } from "../../base/terminal-text.ts";
import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { openPlace, openTarget } from "../screens/changes/screen.ts";
import { nodesTarget } from "../screens/nodes/chosen.ts";
import { placeOf } from "../screens/place.ts";
import { pushed } from "../state/stack.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import { namesOf } from "./goals.ts";
import { stopped } from "./insight.ts";
import type { OverlayPart } from "./part.ts";
import { comparedWith, type Pick, picksFor } from "./picks.ts";
import type { PickedPlace, PickQuestion } from "./sought.ts";
import type { Overlays } from "./state.ts";

type Own = Overlays["picker"];

/** What a place is compared with, or which branch would be merged. */
export const pickerOverlay: OverlayPart<"picker"> = {
  title: "choose",
  hint: "Enter chooses it",
  heading: ({ overlay }) => (overlay?.kind === "picker" ? headingOf(overlay.own) : []),
  lines: (own, state) => lines(picksFor(state, own), own.at),
  heights: (own, state) => picksFor(state, own).map(() => 1),
  isEarly: (own, key, state) => key === "enter" && isEarly(own, state),
  press(own, key, state) {
    const pick = key === "enter" ? picksFor(state, own)[own.at] : undefined;
    return pick && picked(state, own, pick);
  },
};

/** Opens it for the place of the row in front; asks for branches and tags unless they are there. */
export function openPicker(state: TuiState, mode: PickQuestion["mode"]): Reduced {
  const { target = nodesTarget(state), node, path, named, isOld = false } = placeOf(state);
  const own = { typed: "", at: 0, top: 0, mode, place: { target, node, path, named, isOld } };
  const next = withOverlay(state, { kind: "picker", own });
  const refs = state.refs === undefined ? [ask({ kind: "refs", ask: {} })] : [];
  const lacksNames = named !== undefined && target !== undefined && namesOf(state, target) === undefined;
  return step(next, ...refs, ...(lacksNames ? [ask({ kind: "nodes", ask: { target } })] : []));
}

/** Whether another row than the one of the cursor may still come to its place. */
function isEarly(own: Own, state: TuiState): boolean {
  if (own.place.named !== undefined && state.pending.has("nodes")) return true;
  const row = picksFor(state, own)[own.at];
  // Branches and tags are behind the states that always are, unless their names are nearer to what is typed.
  const isFixed = row?.kind === "state" && (own.typed === "" || row.name === own.typed);
  return state.pending.has("refs") && !isFixed;
}

function picked(state: TuiState, { mode, place }: PickQuestion, pick: Pick): Reduced {
  const front = pushed(withOverlay(state, undefined));
  const done =
    mode === "merge"
      ? openTarget(front, { kind: "merge", branch: pick.word, into: "HEAD" })
      : compared(front, place, pick);
  return step(done.state, ...stopped(withOverlay(state, undefined)), ...done.wants);
}

function compared(state: TuiState, place: PickedPlace, pick: Pick): Reduced {
  const target = comparedWith(state, place, pick);
  const { node, path } = place;
  return node === undefined || OTHERS.has(pick.kind)
    ? openTarget(state, target)
    : openPlace(state, target, { node, path });
}

/** Picked, these are compared with the place themselves: it is not looked for among the changes. */
const OTHERS: ReadonlySet<Pick["kind"]> = new Set(["node", "class", "group"]);

function headingOf({ mode, place, typed }: PickQuestion): Line {
  const what = mode === "merge" ? "merge which branch into HEAD? " : "compare ";
  const { node, named, path } = place;
  // On the row of a class its nodes are compared, on that of a node the node.
  const name = named !== undefined && (path !== undefined || node === undefined) ? `${named.kind} ${named.name}` : node;
  const of = mode === "merge" || name === undefined ? [] : [span("node", `${name} `)];
  return [
    span("heading", what),
    ...of,
    ...(mode === "merge" ? [] : [span("heading", "with ")]),
    plain(typed),
    span("key", "_"),
  ];
}

function lines(picks: readonly Pick[], at: number): readonly Line[] {
  if (picks.length === 0) return [[span("muted", "type a revision")]];
  const width = Math.max(...picks.map(({ name }) => displayWidth(name)));
  return picks.map(({ kind, name, about }, index) => {
    const line = [plain(index === at ? "> " : "  "), span("muted", cell(kind === "typed" ? "" : kind, 8))];
    const all = [...line, plain(`${cell(name, width)}  `), span("muted", about)];
    return index === at ? chosen(all) : all;
  });
}
