import type { TextSyntax } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import { isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";
import { textValue, type Value } from "../../model/values/value.ts";
import type { PlaceKind, ValueLayer } from "../../model/values/value-place.ts";
import { type Outline, type OutlineEntry, outlineEntry } from "../../parse/yaml/outline.ts";
import { plainSyntax, textSyntax } from "../../parse/yaml/parse.ts";
import { DraftedText, endGiven } from "./drafted-text.ts";
import { type ListedName, nameGiven, nameTaken } from "./list-items.ts";
import { isAsMeant, removes, UNWRITTEN, writes } from "./meant.ts";
import { type MovedValue, movedValue } from "./moved-value.ts";
import { newValue } from "./new-value.ts";
import { removal } from "./remove-value.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import { entriesFor, type ValueTarget, writings } from "./write-value.ts";

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
  const layer = path[0] === "variables" ? "directive" : "node";
  return newValue(source, syntaxOf({ layer, settings }, path)).value;
}

/**
 * The edit of a layer's file that says a value there, and what is there before; undefined if there is no such edit.
 * With `override` what earlier layers say is replaced, never merged: `~` before the key. A name that the file takes out is not only
 * let in then, but given.
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
  const syntax = syntaxOf(form, path);
  const value = newValue(source, syntax);
  const found = writings(text, target, value).find(({ changes }) => {
    return isAsMeant(text, changes, { syntax, wanted: writes(target, value.value) });
  });
  if (found === undefined || until === undefined) return found && { edit: text.edit(found.changes), kind: found.kind };
  const draft = new DraftedText(text);
  draft.apply(found.changes);
  const isGiven = endGiven(draft, entryOf(draft.now.root, target)?.key, until);
  const edit = draft.edit();
  return isGiven && edit !== undefined ? { edit, kind: found.kind } : undefined;
}

/** The entry that a target is. */
function entryOf(root: Outline | undefined, target: ValueTarget): OutlineEntry | undefined {
  return target.keys.reduce<OutlineEntry | undefined>(
    (above, key, depth) => entriesFor(depth === 0 ? root : above?.value, key, { ...target, depth }).at(-1),
    undefined,
  );
}

/**
 * The changes that take a value out of a layer's file, with each mapping that becomes empty; undefined if the file does not
 * say it, or where something else would change.
 */
export function layerRemoval(
  text: SourceText,
  path: ParameterPath,
  form: LayerForm,
): readonly Replacement[] | undefined {
  const listed = listedName(path, form);
  if (listed !== undefined) return nameTaken(text, listed);
  const whole = layerTarget(text, path, form);
  // A property goes with its mode.
  const isLong = whole.keys.length === (form.layer === "group" ? 3 : 2) && whole.keys.at(-1) === "value";
  const target =
    hasProperties(form) && path.length === 2 && isLong ? { ...whole, keys: whole.keys.slice(0, -1) } : whole;
  const changes = removal(text, target);
  if (changes === undefined) return undefined;
  return isAsMeant(text, changes, { syntax: syntaxOf(form, path), wanted: removes(target) }) ? changes : undefined;
}

/** The value that a layer's file says at a path, with its comments; undefined if it says none. */
export function layerMove(text: SourceText, path: ParameterPath, form: LayerForm): MovedValue | undefined {
  return movedValue(text, layerTarget(text, path, form), syntaxOf(form, path));
}

/** A value to write at a path. */
export interface ComingValue {
  readonly path: ParameterPath;
  readonly value: MovedValue;
}

export type TextSteps = readonly (readonly Replacement[])[];

/**
 * The steps that write a value of another file to a layer's file, each made from the text that the one before left: a
 * mapping is laid over the one that is there. Undefined if the text cannot say it.
 */
export function writeMoved(text: SourceText, { path, value }: ComingValue, form: LayerForm): TextSteps | undefined {
  if (hasProperties(form) && (value.prefix !== "" || path[0] !== "parameters")) return undefined;
  const target = { ...layerTarget(text, path, form), prefix: value.prefix };
  if (value.prefix === "" && value.parts !== undefined && outlineAt(text.root, target.keys)?.kind === "map") {
    return stepsOfParts(text, { path, parts: value.parts }, (now, part) => writeMoved(now, part, form));
  }
  const syntax = syntaxOf(form, path);
  const found = writings(text, target, value).find(({ changes }) => {
    return isAsMeant(text, changes, { syntax, wanted: writes(target, value.value) });
  });
  return found && [found.changes];
}

/** The steps of the parts of a mapping, each made from the text that the one before left; undefined if one has none. */
export function stepsOfParts(
  text: SourceText,
  { path, parts }: { readonly path: ParameterPath; readonly parts: NonNullable<MovedValue["parts"]> },
  stepsOf: (text: SourceText, part: ComingValue) => TextSteps | undefined,
): TextSteps | undefined {
  const steps: (readonly Replacement[])[] = [];
  let now = text;
  for (const [key, value] of parts) {
    const more = stepsOf(now, { path: [...path, key], value });
    if (more === undefined) return undefined;
    for (const changes of more) now = now.edited(changes);
    steps.push(...more);
  }
  return steps;
}

function outlineAt(root: Outline | undefined, keys: readonly string[]): Outline | undefined {
  return keys.reduce<Outline | undefined>((at, key) => outlineEntry(at, key)?.value, root);
}

/** How the values of a path are read in the file of a layer. */
export function syntaxOf(form: LayerForm, path: ParameterPath): TextSyntax {
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
export function layerTarget({ root }: SourceText, path: ParameterPath, form: LayerForm): ValueTarget {
  const { layer, settings } = form;
  const [section = "", ...keys] = path;
  if (hasPrefixes(form, path)) return { keys: [...path], bare: 1, settings, prefix: "" };
  const plain = (all: readonly string[]) => ({ keys: all, bare: all.length, settings, prefix: "" });
  if (!hasProperties(form)) return plain([layer === "directive" ? "sets" : section, ...keys]);
  const above = layer === "group" ? ["properties"] : [];
  const [name = "", ...more] = keys;
  const property = outlineAt(root, [...above, name]);
  const isLong = outlineEntry(property, "value") !== undefined;
  return plain([...above, name, ...(isLong ? ["value"] : []), ...more]);
}
