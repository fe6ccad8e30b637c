import { shownSet } from "../compose/changes.ts";
import { chosenChange, chosenDetail } from "../state/chosen.ts";
import { type State, withMessage } from "../state/state.ts";
import { type Step, step } from "../step.ts";
import type { Provenance } from "../worker/data.ts";

/** A line in a file of the inventory. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Where the chosen value is written after the change, or before it; undefined where that is not known. */
export function chosenPlace(state: State, side: "old" | "now"): Place | undefined {
  const set = shownSet(state);
  const detail = chosenDetail(state.changes, set);
  if (detail !== undefined) return winner(detail[side]);
  return side === "now" ? placeIn(chosenChange(state.changes, set)?.row.place ?? "") : undefined;
}

function winner(side: Provenance | undefined): Place | undefined {
  return placeIn(side?.layers.findLast(({ counts }) => counts)?.place ?? "");
}

function placeIn(text: string): Place | undefined {
  const [, file, line] = /^(.+?):(\d+)\b/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

/** Opens the editor where the chosen value is written. */
export function editAt(state: State, side: "old" | "now"): Step | undefined {
  const place = chosenPlace(state, side);
  const root = state.where?.root;
  if (place !== undefined && root !== undefined) return step(state, { kind: "edit", root, ...place });
  const chosen = chosenChange(state.changes, shownSet(state));
  if (chosen === undefined) return undefined;
  const what = side === "now" ? "value" : "old value";
  return step(withMessage(state, `no line is known for the ${what}: open the change first`));
}
