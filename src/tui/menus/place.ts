import { chosenChange, chosenDetail, shownSet } from "../screens/changes/chosen.ts";
import type { ChangesState } from "../screens/changes/state.ts";
import { chosenMergeItem } from "../screens/merge/state.ts";
import { chosenEntry } from "../screens/nodes/panes.ts";
import { asChanges, chosenItem } from "../screens/staged/state.ts";
import { type TuiState, withMessage } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import type { ChangeSet, Provenance } from "../worker/protocol/data.ts";

/** A file of the inventory, and the line in it where one is known. */
interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

type Side = "old" | "now";

/** Where what is chosen is written, or was before the change; undefined where that is not known. */
export function chosenPlace(state: TuiState, side: Side): Place | undefined {
  switch (state.screen) {
    case "commits":
      return undefined;
    case "changes":
      return changePlace(state.changes, shownSet(state), side);
    case "nodes":
      return side === "now" ? placeIn(chosenEntry(state)?.place ?? "") : undefined;
    case "staged":
      return stagedPlace(state, side);
    case "merge":
      return side === "now" ? placeIn(chosenMergeItem(state.merge)?.place ?? "") : undefined;
  }
}

function stagedPlace({ staged, changes }: TuiState, side: Side): Place | undefined {
  const item = chosenItem(staged);
  if (item?.kind === "change") return changePlace(asChanges(staged, changes), staged.report?.set, side);
  if (item === undefined || side === "old") return undefined;
  return placeIn(item.kind === "finding" ? item.row.place : item.item.place);
}

function changePlace(changes: ChangesState, set: ChangeSet | undefined, side: Side): Place | undefined {
  const detail = chosenDetail(changes, set);
  if (detail !== undefined) return winner(detail[side]);
  return side === "now" ? placeIn(chosenChange(changes, set)?.row.place ?? "") : undefined;
}

function winner(side: Provenance | undefined): Place | undefined {
  return placeIn(side?.layers.findLast(({ counts }) => counts)?.place ?? "");
}

function placeIn(text: string): Place | undefined {
  const [, file, line] = /^(.+?)(?::(\d+)\b| \(|$)/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: line === undefined ? undefined : Number(line) };
}

/** Opens the editor where what is chosen is written; says so where no line is known. */
export function editAt(state: TuiState, side: Side): Reduced {
  const place = chosenPlace(state, side);
  const root = state.where?.root;
  if (place !== undefined && root !== undefined)
    return step(state, { kind: "edit", root, file: place.file, line: place.line ?? 1 });
  const what = side === "now" ? "what is chosen" : "the old value of what is chosen";
  return step(withMessage(state, `no file is known for ${what}`));
}
