import { mapMember } from "../../model/values/inside.ts";
import type { ListValue, Value } from "../../model/values/value.ts";
import type { Outline, OutlineEntry } from "../../parse/yaml/outline.ts";
import type { ComingValue, LayerForm, TextSteps } from "./layer-value.ts";
import { layerTarget, stepsOfParts, syntaxOf, writeMoved } from "./layer-value.ts";
import { itemAdded } from "./list-items.ts";
import { fileValue, isAsMeant, writes } from "./meant.ts";
import type { MovedValue } from "./moved-value.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import { entriesFor, type ValueTarget } from "./write-value.ts";

/**
 * The steps that lay a value under what a layer's file says, as the merge would: what the file says stays, items come before those of
 * a list. Each step is made from the text that the one before left. Undefined if the text cannot say it.
 */
export function writeUnder(text: SourceText, { path, value }: ComingValue, form: LayerForm): TextSteps | undefined {
  const target = layerTarget(text, path, form);
  const entry = entryFor(text, target);
  if (entry === undefined) return writeMoved(text, { path, value }, form);
  const said = entry.value;
  if (said.kind === "alias") return undefined;
  if (isOverriding(entry, target, form)) return [];
  if (said.kind === "scalar") return value.prefix === "" && value.parts === undefined ? [] : undefined;
  if (value.prefix !== "" || entry.name !== target.keys.at(-1)) return undefined;
  if (said.kind === "list")
    return value.items && itemsUnder(text, { target, list: said, value, items: value.items }, form);
  return value.parts && stepsOfParts(text, { path, parts: value.parts }, (now, part) => writeUnder(now, part, form));
}

/** Whether the file replaces what comes before it. */
function isOverriding({ name = "" }: OutlineEntry, { keys }: ValueTarget, { settings }: LayerForm): boolean {
  const prefix = name.slice(0, name.length - (keys.at(-1) ?? "").length);
  const character = settings.dict_key_override_prefix;
  return character !== "" && prefix.includes(character);
}

function entryFor({ root }: SourceText, target: ValueTarget): OutlineEntry | undefined {
  let at: Outline | undefined = root;
  let found: OutlineEntry | undefined;
  for (const [depth, key] of target.keys.entries()) {
    found = entriesFor(at, key, { ...target, depth }).at(-1);
    at = found?.value;
  }
  return found;
}

interface ComingItems {
  readonly target: ValueTarget;
  readonly list: Outline;
  readonly value: MovedValue;
  readonly items: readonly string[];
}

function itemsUnder(
  text: SourceText,
  { target, list, value, items }: ComingItems,
  form: LayerForm,
): TextSteps | undefined {
  const syntax = syntaxOf(form, target.keys);
  const steps: (readonly Replacement[])[] = [];
  let now = text;
  let outline: Outline | undefined = list;
  for (const [index, item] of items.entries()) {
    const before = listIn(fileValue(now, syntax), target);
    const next = value.value.kind === "list" ? value.value.items[index] : undefined;
    if (before === undefined || next === undefined || outline?.kind !== "list") return undefined;
    const changes = [itemAdded(now, outline, { index, item })];
    const whole = { ...before, items: before.items.toSpliced(index, 0, next) };
    if (!isAsMeant(now, changes, { syntax, wanted: writes(target, whole) })) return undefined;
    now = now.edited(changes);
    outline = entryFor(now, target)?.value;
    steps.push(changes);
  }
  return steps;
}

function listIn(value: Value | undefined, { keys }: ValueTarget): ListValue | undefined {
  const at = keys.reduce(mapMember, value);
  return at?.kind === "list" ? at : undefined;
}
