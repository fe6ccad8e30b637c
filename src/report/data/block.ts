import { nameSetText } from "../../base/name-set.ts";
import { DataValue } from "../../encoding/json.ts";
import type { Block, Edit, Effect } from "../../model/results/block.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import { placeOf } from "../../model/values/origin.ts";
import { causeText } from "../diff/cause.ts";
import { editText } from "../diff/edit-text.ts";
import { errorData } from "./findings.ts";
import type { BlockData, EditData, EffectData } from "./types.ts";

/** One edit with all its effects, numbered; `changes` are those of the whole comparison. */
export function blockData(block: Block, number: number, changes: readonly FoldedChange[]): BlockData<DataValue> {
  const { edit, nodes, failing, effects } = block;
  return {
    n: number,
    edit: editData(edit, block),
    nodes,
    set: nameSetText(nodes),
    ...(block.selector !== undefined && { selector: block.selector }),
    failing: failing.map(({ diagnostic, nodes: failed }) => ({ ...errorData(diagnostic), nodes: failed })),
    effects: effects.map((effect) => effectData(effect, changes)),
  };
}

function editData(edit: Edit, block: Block): EditData<DataValue> {
  const { kind, from, to, renamed, places, also } = edit;
  return {
    kind,
    text: editText(block),
    ...(from !== undefined && { from: new DataValue(from) }),
    ...(to !== undefined && { to: new DataValue(to) }),
    ...(renamed !== undefined && { from: renamed.from, to: renamed.to }),
    places: places.map(({ old, new: now }) => ({
      ...(old !== undefined && { old: placeOf(old) }),
      ...(now !== undefined && { new: placeOf(now) }),
    })),
    also: also.map((each) => causeText(each, block.nodes)),
  };
}

function effectData(effect: Effect, changes: readonly FoldedChange[]): EffectData<DataValue> {
  const { kind, path, toPath, nodes, values, derivedFrom } = effect;
  return {
    kind,
    path,
    ...(toPath !== undefined && { to_path: toPath }),
    ...(values === 1 && sidesOf(effect, changes)),
    values,
    nodes,
    set: nameSetText(nodes),
    ...(derivedFrom !== undefined && { derived_from: derivedFrom }),
    changes: effect.changes,
  };
}

/** Both values; of lists with the same edits only where there is one list. */
function sidesOf(
  { changes: indexes }: Effect,
  changes: readonly FoldedChange[],
): Pick<EffectData<DataValue>, "old" | "new"> {
  const [first, ...others] = indexes.flatMap((index) => changes[index]?.change ?? []);
  if (first === undefined) return {};
  if (others.length > 0 && first.kind === "changed" && first.items.length > 0) return {};
  return {
    ...(first.kind !== "added" && { old: new DataValue(first.before) }),
    ...(first.kind !== "removed" && { new: new DataValue(first.after) }),
  };
}
