import { type ComparedStates, comparedKey, nodeOfSide, type RowPlace } from "../../state/compared.ts";
import { copyItem, diffItems, type MenuItem, placeItems, valueItem } from "../../state/menu.ts";
import { setOf, type TuiState } from "../../state.ts";
import type { ValueDetail } from "../../worker/questions.ts";
import type { ChangeRow, ChangeSet } from "../../worker/rows/change-set.ts";
import { changeOf, type Entry, entriesOf, nodesInOrder } from "./entries.ts";

/** The changes of the target, as far as they are there. */
export function shownSet(state: TuiState): ChangeSet | undefined {
  const { target } = state.changes;
  return target && setOf(state, comparedKey(target));
}

export function shownEntries(state: TuiState): readonly Entry[] {
  const set = shownSet(state);
  return set === undefined ? [] : entriesOf(set, state.changes);
}

/** The entry at the cursor. */
export function entryAtCursor(state: TuiState): Entry | undefined {
  return shownEntries(state)[state.changes.cursor.index];
}

/** The edit at the cursor, or of which it is on the followers; undefined on anything else. */
export function chosenBlock(state: TuiState): ChangeSet["blocks"][number] | undefined {
  const entry = entryAtCursor(state);
  const block = entry !== undefined && "block" in entry ? entry.block : undefined;
  return block === undefined ? undefined : shownSet(state)?.blocks[block];
}

/** The change at the cursor, if any, and the node on which it is shown, with its index among those that have it. */
export function chosenChange(state: TuiState) {
  const { changes } = state;
  const [set, entry] = [shownSet(state), entryAtCursor(state)];
  const row = entry && changeOf(entry);
  if (row === undefined || set === undefined || entry === undefined) return undefined;
  const nodes = nodesInOrder(row, set, changes.search.text);
  // The node of the entry, or the one that `{` and `}` have chosen.
  const own = "node" in entry ? entry.node : undefined;
  const at = own === undefined ? Math.min(changes.nodeAt, nodes.length - 1) : Math.max(0, nodes.indexOf(own));
  return { row, node: set.nodes[nodes[at] ?? -1] ?? "", at };
}

/** The layers of a change as they are listed: those before it, then those after it. */
function layersOf({ old, now }: Pick<ValueDetail, "old" | "now">) {
  return [
    ...(old?.layers ?? []).map((row) => ({ row, isOld: true })),
    ...(now?.layers ?? []).map((row) => ({ row, isOld: false })),
  ];
}

/** The layer at the cursor while the value has the keys, at first the one that wins; undefined if there is none. */
export function chosenLayer(state: TuiState) {
  const { isOpen, layerAt } = state.changes;
  const detail = isOpen ? chosenDetail(state) : undefined;
  const layers = detail === undefined ? [] : layersOf(detail);
  const isThere = layerAt !== undefined && layerAt < layers.length;
  const at = isThere ? layerAt : layers.findLastIndex(({ row }) => row.counts);
  const layer = layers[at];
  return layer && { ...layer, at };
}

/** The value of the chosen change; undefined until the worker has answered. */
export function chosenDetail(state: TuiState): ValueDetail | undefined {
  const at = chosenChange(state);
  const { detail } = state.changes;
  const isOfIt = detail?.key === shownSet(state)?.key && detail?.change === at?.row.id && detail?.node === at?.node;
  return isOfIt ? detail : undefined;
}

/** What the chosen change is about. */
export function changePlace(state: TuiState): RowPlace {
  const { target } = state.changes;
  const { row, node } = chosenChange(state) ?? {};
  if (row === undefined) return { target, source: chosenBlock(state)?.places[0] };
  const path = row.isValue ? (row.otherName ?? row.title) : undefined;
  const layer = chosenLayer(state);
  if (layer === undefined || target === undefined || node === undefined)
    return { target, node, path, isOld: row.isGone, source: sourceOf(row, chosenDetail(state)) };
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
export function changeCopies(state: TuiState): readonly MenuItem[] {
  const { target } = state.changes;
  if (target === undefined) return [];
  const { row, node = "" } = chosenChange(state) ?? {};
  const ignored = [...state.changes.ignored].flatMap((option) => option.split(/ (.*)/s, 2));
  const merge = mergeCopies(target, shownSet(state));
  if (row === undefined) return [...blockCopies(state, target, ignored), ...merge];
  const path = row.isValue ? ["--path", row.title] : [];
  const layer = chosenLayer(state)?.row.value;
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
function blockCopies(state: TuiState, target: ComparedStates, ignored: readonly string[]): readonly MenuItem[] {
  const chosen = chosenBlock(state);
  const place = placeItems({ target, source: chosen?.places[0] });
  if (chosen === undefined) return [...place, ...diffItems(target, ignored)];
  const options = target.kind === "merge" ? [] : ["--block", String(chosen.number)];
  return [copyItem("v", "edit", chosen.text), ...place, ...diffItems(target, options)];
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
