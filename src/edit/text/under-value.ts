import { mapMember } from "../../model/values/inside.ts";
import type { ListValue, Value } from "../../model/values/value.ts";
import type { OutlineEntry } from "../../parse/yaml/outline.ts";
import type { DraftedText } from "./drafted-text.ts";
import { type ComingValue, type LayerForm, layerTarget, syntaxOf, writeMoved } from "./layer-value.ts";
import { itemAdded } from "./list-items.ts";
import { fileValue, isAsMeant, writes } from "./meant.ts";
import type { MovedValue } from "./moved-value.ts";
import { targetEntry, type ValueTarget } from "./write-value.ts";

/**
 * Lays a value under what the draft of a layer's file says, as the merge would: what the file says stays, items come before those of
 * a list. False if the text cannot say it, or only a part of it.
 */
export function writeUnder(draft: DraftedText, { path, value }: ComingValue, form: LayerForm): boolean {
  const target = layerTarget(draft.now, path, form);
  const entry = targetEntry(draft.now.root, target);
  if (entry === undefined) return writeMoved(draft, { path, value }, form);
  const said = entry.value;
  if (said.kind === "alias") return false;
  if (isOverriding(entry, target, form)) return true;
  if (said.kind === "scalar") return value.prefix === "" && value.parts === undefined;
  if (value.prefix !== "" || entry.name !== target.keys.at(-1)) return false;
  if (said.kind === "list") return itemsUnder(draft, { target, value }, form);
  const { parts = [] } = value;
  const isWritten = parts.every(([key, part]) => writeUnder(draft, { path: [...path, key], value: part }, form));
  return value.parts !== undefined && isWritten;
}

/** Whether the file replaces what comes before it. */
function isOverriding({ name = "" }: OutlineEntry, { keys }: ValueTarget, { settings }: LayerForm): boolean {
  const prefix = name.slice(0, name.length - (keys.at(-1) ?? "").length);
  const character = settings.dict_key_override_prefix;
  return character !== "" && prefix.includes(character);
}

function itemsUnder(
  draft: DraftedText,
  { target, value: { items, value } }: { readonly target: ValueTarget; readonly value: MovedValue },
  form: LayerForm,
): boolean {
  const syntax = syntaxOf(form, target.keys);
  if (items === undefined || value.kind !== "list") return false;
  return items.every((item, index) => {
    const { now } = draft;
    const [before, next] = [listIn(fileValue(now, syntax), target), value.items[index]];
    const list = targetEntry(now.root, target)?.value;
    if (before === undefined || next === undefined || list?.kind !== "list") return false;
    const changes = [itemAdded(now, list, { index, item })];
    const wanted = writes(target, { ...before, items: before.items.toSpliced(index, 0, next) });
    return isAsMeant(now, changes, { syntax, wanted }) && draft.changed(changes);
  });
}

function listIn(value: Value | undefined, { keys }: ValueTarget): ListValue | undefined {
  const at = keys.reduce(mapMember, value);
  return at?.kind === "list" ? at : undefined;
}
