import { copyItem, diffItems, placeItems, valueItem } from "../../list/copies.ts";
import type { MenuItem } from "../../menus/items.ts";
import { type ComparedStates, nodeOfSide } from "../../state/compared.ts";
import type { RowPlace } from "../../state/row-place.ts";
import { type Reduced, step, type TuiState, withOverlay } from "../../state.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { ValueDetail } from "../../worker/rows/value-detail.ts";
import { chosenBlock, chosenChange, chosenDetail, chosenLayer, shownSet } from "./chosen.ts";
import type { ChangesState } from "./state.ts";

/** What the chosen change is about. */
export function changePlace(changes: ChangesState, set: ChangeSet | undefined): RowPlace {
  const { target } = changes;
  const { row, node } = chosenChange(changes, set) ?? {};
  if (row === undefined) return { target, source: chosenBlock(changes, set)?.row.places[0] };
  const path = row.isValue ? (row.otherName ?? row.title) : undefined;
  const layer = chosenLayer(changes, set);
  if (layer === undefined || target === undefined || node === undefined)
    return { target, node, path, isOld: row.isGone, source: sourceOf(row, chosenDetail(changes, set)) };
  const { isOld, row: chosen } = layer;
  const { kind, name } = chosen;
  const named = kind === "class" || kind === "group" ? { kind, name } : undefined;
  const own = isOld && row.isValue ? row.title : path;
  return { target, node: nodeOfSide(target, node, isOld), named, path: own, isOld, source: chosen.place };
}

/** The line of the value on the side that has it. */
function sourceOf(row: ChangeRow, detail: ValueDetail | undefined): string | undefined {
  if (detail === undefined) return row.place;
  const side = row.isGone ? detail.old : detail.now;
  return detail.whole?.place ?? side?.layers.findLast(({ counts }) => counts)?.place;
}

/** What can be copied of the chosen change. */
export function changeCopies(changes: ChangesState, set: ChangeSet | undefined): readonly MenuItem[] {
  const { target } = changes;
  if (target === undefined) return [];
  const { row, node = "" } = chosenChange(changes, set) ?? {};
  const ignored = [...changes.ignored].flatMap((option) => option.split(/ (.*)/s, 2));
  const merge = mergeCopies(target, set);
  if (row === undefined) return [...blockCopies(target, chosenBlock(changes, set), ignored), ...merge];
  const path = row.isValue ? ["--path", row.title] : [];
  const layer = chosenLayer(changes, set)?.row.value;
  return [
    ...(row.isValue ? [...valueItem("v", "value", row.now), ...valueItem("o", "old value", row.old)] : []),
    ...valueItem("l", "value of this layer", layer),
    ...(row.isValue ? [copyItem("p", "path", row.title)] : []),
    ...(node === "" ? [] : [copyItem("n", "node", node)]),
    ...diffItems(target, target.kind === "merge" ? [] : [...ignored, "--node", node, ...path]),
    ...merge,
  ];
}

/** Of an edit: what was done, and the command that prints it alone. */
function blockCopies(
  target: ComparedStates,
  chosen: ReturnType<typeof chosenBlock>,
  ignored: readonly string[],
): readonly MenuItem[] {
  const place = placeItems({ target, source: chosen?.row.places[0] });
  if (chosen === undefined) return [...place, ...diffItems(target, ignored)];
  if (target.kind === "merge") return [copyItem("v", "edit", chosen.row.text), ...place, ...diffItems(target)];
  const block = diffItems(target, ["--block", String(chosen.row.number)]);
  return [copyItem("v", "edit", chosen.row.text), ...place, ...block];
}

/** What can be copied of a merge: the branch and the report, which can be saved, too. */
function mergeCopies(target: ComparedStates, set: ChangeSet | undefined): readonly MenuItem[] {
  if (target.kind !== "merge") return [];
  const branch = copyItem("m", "branch", target.branch);
  if (set?.report === undefined) return [branch];
  return [
    branch,
    { ...copyItem("w", "whole report", set.report), value: "" },
    { key: "s", text: "save the report", value: "to a new file", choice: { kind: "report" } },
  ];
}

/** Asks for the name of the file to which the report is saved. */
export function openReport(state: TuiState): Reduced {
  const { target } = state.changes;
  const report = shownSet(state)?.report;
  if (report === undefined || target?.kind !== "merge") return step(state);
  const typed = `merge-${target.branch.replaceAll(/[^\w.-]+/g, "-")}.txt`;
  return step(withOverlay(state, { kind: "reportName", own: { typed, report, top: 0 } }));
}
