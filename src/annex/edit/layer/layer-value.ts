import type { Settings } from "../../../model/inventory/settings.ts";
import type { FileEdit } from "../../../model/results/file-edit.ts";
import { prefixCharacters } from "../../../model/values/key-prefix.ts";
import { isOfNames, type ParameterPath } from "../../../model/values/parameter-path.ts";
import { entryOf, type MapEntry, textValue, type Value } from "../../../model/values/value.ts";
import type { PlaceKind, ValueLayer } from "../../../model/values/value-place.ts";
import { contentEnd, type Outline, type OutlineEntry, outlineEntry } from "../../../parse/yaml/outline.ts";
import { plainSyntax, textSyntax } from "../../../parse/yaml/parse.ts";
import { DraftedText, endGiven } from "../text/drafted-text.ts";
import type { SourceText } from "../text/source-text.ts";
import { itemAdded, type ListedName, nameGiven, nameTaken } from "./list-items.ts";
import { isAsMeant, targetValue, UNWRITTEN, writes } from "./meant.ts";
import { type NewValue, newValue, textOf } from "./new-value.ts";
import { meantRemoval } from "./remove-value.ts";
import { plainTarget, targetEntry, type ValueTarget, type Writing, writings } from "./write-value.ts";

/** What is written: the text of the value as it was given, at a path from the node object on. */
export interface GivenValue {
  readonly path: ParameterPath;
  readonly source: string;
  /** The end of the line that says it: `DATE (reason)`. */
  readonly until?: string | undefined;
}

/** How the files of layers are read. */
export interface LayerForm {
  readonly layer: ValueLayer["layer"];
  /** Of a class or node: what relative names in its lists are relative to. */
  readonly name?: string;
  readonly settings: Settings;
}

/** The value that is meant: a name is a text. Throws HeirError for what is not YAML. */
export function meantValue({ path, source }: GivenValue, settings: Settings): Value {
  if (isOfNames(path)) return textValue(source, UNWRITTEN);
  return newValue(source, syntaxOf({ layer: "node", settings }, path)).value;
}

/**
 * The edit of a layer's file that says a value, and what is there before; undefined if there is none. With `override` it
 * replaces what earlier layers say (`~` before the key), and a name that the file takes out is added to its list.
 */
export function layerEdit(
  text: SourceText,
  { path, source, until }: GivenValue,
  { override, ...form }: LayerForm & { readonly override: boolean },
): { readonly edit: FileEdit; readonly kind: PlaceKind } | undefined {
  const { settings } = form;
  const listed = listedName(path, form);
  if (listed !== undefined) return nameGiven(text, listed, { also: override, until });
  const prefix = override ? settings.dict_key_override_prefix : "";
  if (override && (prefix === "" || !hasPrefixes(form, path))) return undefined;
  const target = { ...layerTarget(text, path, form), prefix };
  const found = meantWriting(text, target, newValue(source, target.syntax));
  if (found === undefined || until === undefined) return found && { edit: text.edit(found.changes), kind: found.kind };
  const draft = new DraftedText(text);
  draft.apply(found.changes);
  const isGiven = endGiven(draft, targetEntry(draft.now.root, target)?.key, until);
  const edit = draft.edit();
  return isGiven && edit !== undefined ? { edit, kind: found.kind } : undefined;
}

/** The best way to write a value with which nothing else differs; undefined if there is none. */
function meantWriting(text: SourceText, target: ValueTarget, value: NewValue): Writing | undefined {
  const meaning = { syntax: target.syntax, wanted: writes(target, value.value) };
  return writings(text, target, value).find(({ changes }) => isAsMeant(text, changes, meaning));
}

/**
 * The changes that take a value out of a layer's file, with each mapping that becomes empty; undefined if the file does not
 * say it, or if something else would change.
 */
export function layerRemoval(text: SourceText, path: ParameterPath, form: LayerForm) {
  const listed = listedName(path, form);
  if (listed !== undefined) return nameTaken(text, listed);
  const whole = layerTarget(text, path, form);
  // A property goes with its mode.
  const isLong = whole.keys.length === (form.layer === "group" ? 3 : 2) && whole.keys.at(-1) === "value";
  const isWhole = hasProperties(form) && path.length === 2 && isLong;
  return meantRemoval(text, isWhole ? { ...whole, keys: whole.keys.slice(0, -1) } : whole);
}

/** The value that a layer's file says at a path, with its comments; undefined if it says none. */
export function layerMove(text: SourceText, path: ParameterPath, form: LayerForm): MovedValue | undefined {
  return movedValue(text, layerTarget(text, path, form));
}

export interface ComingValue {
  readonly path: ParameterPath;
  readonly value: MovedValue;
}

/** Writes a value of another file to a draft, a mapping over the one there. False if the text cannot say all of it. */
export function writeMoved(draft: DraftedText, { path, value }: ComingValue, form: LayerForm): boolean {
  if (hasProperties(form) && (value.prefix !== "" || path[0] !== "parameters")) return false;
  const target = { ...layerTarget(draft.now, path, form), prefix: value.prefix };
  if (value.prefix === "" && value.parts !== undefined && outlineAt(draft.now.root, target.keys)?.kind === "map") {
    return value.parts.every(([key, part]) => writeMoved(draft, { path: [...path, key], value: part }, form));
  }
  return draft.changed(meantWriting(draft.now, target, value)?.changes);
}

function outlineAt(root: Outline | undefined, keys: readonly string[]): Outline | undefined {
  return keys.reduce<Outline | undefined>((at, key) => outlineEntry(at, key)?.value, root);
}

function syntaxOf(form: LayerForm, path: ParameterPath): ValueTarget["syntax"] {
  return hasPrefixes(form, path) ? textSyntax(form.settings, () => undefined) : plainSyntax;
}

function hasProperties({ layer }: Pick<LayerForm, "layer">): boolean {
  return layer === "group" || layer === "global";
}

function hasPrefixes({ layer }: Pick<LayerForm, "layer">, [section]: ParameterPath): boolean {
  return (layer === "class" || layer === "node") && (section === "parameters" || section === "exports");
}

/** The name that a path means in a list of names of a layer; undefined for any other path. */
function listedName(path: ParameterPath, form: LayerForm): ListedName | undefined {
  if (!isOfNames(path)) return undefined;
  const [key = "", name = ""] = path;
  return { key, name, owner: form.layer === "group" ? "" : (form.name ?? "") };
}

/**
 * The keys that lead to a value in the file of a layer: globals and groups have properties, perhaps in their long form, directives
 * set variables.
 */
function layerTarget({ root }: SourceText, path: ParameterPath, form: LayerForm): ValueTarget {
  const { layer, settings } = form;
  const [section = "", ...keys] = path;
  if (hasPrefixes(form, path)) {
    return { keys: path, prefixes: prefixCharacters(settings), syntax: syntaxOf(form, path), prefix: "" };
  }
  if (!hasProperties(form)) return plainTarget([layer === "directive" ? "sets" : section, ...keys]);
  const above = layer === "group" ? ["properties"] : [];
  const [name = "", ...more] = keys;
  const property = outlineAt(root, [...above, name]);
  const isLong = outlineEntry(property, "value") !== undefined;
  return plainTarget([...above, name, ...(isLong ? ["value"] : []), ...more]);
}

/**
 * Lays a value under what a draft says, as the merge would: what the file says stays, items of the value come before those
 * of a list. False if the text cannot say all of it.
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
  if (said.kind === "list") return itemsUnder(draft, target, value);
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

function itemsUnder(draft: DraftedText, target: ValueTarget, { items, value }: MovedValue): boolean {
  if (items === undefined || value.kind !== "list") return false;
  return items.every((item, index) => {
    const { now } = draft;
    const [before, next] = [targetValue(now, target), value.items[index]];
    const list = targetEntry(now.root, target)?.value;
    if (before?.kind !== "list" || next === undefined || list?.kind !== "list") return false;
    const changes = [itemAdded(now, list, { index, item })];
    const wanted = writes(target, { ...before, items: before.items.toSpliced(index, 0, next) });
    return isAsMeant(now, changes, { syntax: target.syntax, wanted }) && draft.changed(changes);
  });
}

/** A value with its key as a file has it, to be written to another file; comments behind it go along. */
interface MovedValue extends NewValue {
  /** What is before the key, such as `~`. */
  readonly prefix: string;
  /** The keys below it, each with its value; undefined of what is no mapping. */
  readonly parts: readonly (readonly [key: string, value: MovedValue])[] | undefined;
  /** The items of a list as they are written; undefined of what is no list, and where one takes several lines. */
  readonly items: readonly string[] | undefined;
}

/** The value of a file at a target; undefined if the file does not say it. */
function movedValue(text: SourceText, target: ValueTarget): MovedValue | undefined {
  const [entry, value] = [targetEntry(text.root, target), targetValue(text, target)];
  return entry && value && moved(text, entry, { key: target.keys.at(-1) ?? "", value });
}

function moved(text: SourceText, entry: OutlineEntry, { key, value }: Pick<MapEntry, "key" | "value">): MovedValue {
  const name = entry.name ?? key;
  const { key: at, value: outline } = entry;
  const colon = /^\s*:/.exec(text.text.slice(at.end))?.[0].length ?? 0;
  const isOnLines = /^\s*$/.test(text.text.slice(text.lineStart(at.start), at.start));
  const end = contentEnd(outline, text.text);
  const until = isOnLines ? text.lineEnd(Math.max(end, at.end)) : Math.max(end, at.end + colon);
  const written = text.text.slice(at.end + colon, until);
  const column = text.column(at.start);
  return {
    prefix: name.endsWith(key) ? name.slice(0, name.length - key.length) : "",
    source: text.text.slice(outline.start, end),
    value,
    text: textOf(value),
    isBlock: (outline.kind !== "scalar" && outline.kind !== "alias" && !outline.flow) || written.trim().includes("\n"),
    lines: written.split(/\r?\n/).map((line, index) => (index === 0 ? line : dedented(line, column))),
    items: itemsIn(text, outline),
    parts: partsMoved(text, outline, value),
  };
}

function partsMoved(text: SourceText, outline: Outline, value: Value): MovedValue["parts"] {
  if (outline.kind !== "map" || value.kind !== "map") return undefined;
  return outline.entries.flatMap((inner) => {
    const said = inner.name === undefined ? undefined : entryOf(value, inner.name);
    return said === undefined ? [] : [[said.key, moved(text, inner, said)] as const];
  });
}

function dedented(line: string, column: number): string {
  const blank = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(blank, column));
}

function itemsIn(text: SourceText, outline: Outline): readonly string[] | undefined {
  if (outline.kind !== "list") return undefined;
  const items = outline.items.map((item) => text.text.slice(item.start, contentEnd(item, text.text)));
  return items.some((item) => item.includes("\n")) ? undefined : items;
}
