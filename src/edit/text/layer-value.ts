import type { TextSyntax } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { PlaceKind, ValueLayer } from "../../model/values/value-place.ts";
import type { Outline } from "../../parse/yaml/outline.ts";
import { outlineEntry } from "../../parse/yaml/outline-parts.ts";
import { plainSyntax, textSyntax } from "../../parse/yaml/text-syntax.ts";
import { isAsMeant, removes, writes } from "./meant.ts";
import { type MovedValue, movedValue } from "./moved-value.ts";
import { newValue } from "./new-value.ts";
import { removal } from "./remove-value.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import { type ValueTarget, writings } from "./write-value.ts";

/** What is written: the text of the value as it was given, at a path from the node object on. */
export interface GivenValue {
  readonly path: ParameterPath;
  readonly source: string;
}

/** How the files of layers are read. */
export interface LayerForm {
  readonly layer: ValueLayer["layer"];
  readonly settings: Settings;
}

/**
 * The edit of a layer's file that says a value there, and what is there before; undefined where there is no such edit.
 * With `override` what earlier layers say is replaced, never merged: `~` before the key.
 */
export function layerEdit(
  text: SourceText,
  { path, source }: GivenValue,
  { override, ...form }: LayerForm & { readonly override: boolean },
): { readonly edit: FileEdit; readonly kind: PlaceKind } | undefined {
  const { settings } = form;
  const prefix = override ? settings.dict_key_override_prefix : "";
  if (override && (prefix === "" || !hasPrefixes(form))) return undefined;
  const target = { ...layerTarget(text, path, form), prefix };
  const syntax = syntaxOf(form);
  const value = newValue(source, syntax);
  const found = writings(text, target, value).find(({ changes }) => {
    return isAsMeant(text, changes, { syntax, wanted: writes(target, value.value) });
  });
  return found && { edit: text.edit(found.changes), kind: found.kind };
}

/**
 * The changes that take a value out of a layer's file, with each mapping that becomes empty; undefined where the file does not
 * say it, or where something else would change.
 */
export function layerRemoval(
  text: SourceText,
  path: ParameterPath,
  form: LayerForm,
): readonly Replacement[] | undefined {
  const whole = layerTarget(text, path, form);
  // A property goes with its mode.
  const isProperty = !hasPrefixes(form) && path.length === 2 && whole.keys.at(-1) === "value";
  const target = isProperty ? { ...whole, keys: whole.keys.slice(0, -1) } : whole;
  const changes = removal(text, target);
  if (changes === undefined) return undefined;
  return isAsMeant(text, changes, { syntax: syntaxOf(form), wanted: removes(target) }) ? changes : undefined;
}

/** The value that a layer's file says at a path, with its comments; undefined where it says none. */
export function layerMove(text: SourceText, path: ParameterPath, form: LayerForm): MovedValue | undefined {
  return movedValue(text, layerTarget(text, path, form), syntaxOf(form));
}

/**
 * The steps that write a value of another file to a layer's file, each of which is made from the text that the one before left: a
 * mapping is laid over the one that is there. Undefined where the text cannot say it.
 */
export function writeMoved(
  text: SourceText,
  { path, value }: { readonly path: ParameterPath; readonly value: MovedValue },
  form: LayerForm,
): readonly (readonly Replacement[])[] | undefined {
  if (!hasPrefixes(form) && (value.prefix !== "" || path[0] !== "parameters")) return undefined;
  const target = { ...layerTarget(text, path, form), prefix: value.prefix };
  if (value.prefix === "" && value.parts !== undefined && outlineAt(text.root, target.keys)?.kind === "map") {
    return partsMoved(text, { path, parts: value.parts }, form);
  }
  const syntax = syntaxOf(form);
  const found = writings(text, target, value).find(({ changes }) => {
    return isAsMeant(text, changes, { syntax, wanted: writes(target, value.value) });
  });
  return found && [found.changes];
}

function partsMoved(
  text: SourceText,
  { path, parts }: { readonly path: ParameterPath; readonly parts: NonNullable<MovedValue["parts"]> },
  form: LayerForm,
): readonly (readonly Replacement[])[] | undefined {
  const steps: (readonly Replacement[])[] = [];
  let now = text;
  for (const [key, value] of parts) {
    const more = writeMoved(now, { path: [...path, key], value }, form);
    if (more === undefined) return undefined;
    for (const changes of more) now = now.edited(changes);
    steps.push(...more);
  }
  return steps;
}

function outlineAt(root: Outline | undefined, keys: readonly string[]): Outline | undefined {
  return keys.reduce<Outline | undefined>((at, key) => outlineEntry(at, key)?.value, root);
}

/** How values are read in the file of a layer. */
export function syntaxOf({ settings, ...form }: LayerForm): TextSyntax {
  return hasPrefixes(form) ? textSyntax(settings, () => undefined) : plainSyntax;
}

function hasPrefixes({ layer }: Pick<LayerForm, "layer">): boolean {
  return layer === "class" || layer === "node";
}

/** The keys that lead to a value in the file of a layer: globals and groups have properties, perhaps in their long form. */
export function layerTarget(
  { root }: SourceText,
  [section = "", ...keys]: ParameterPath,
  { layer, settings }: LayerForm,
): ValueTarget {
  if (hasPrefixes({ layer })) return { keys: [section, ...keys], bare: 1, settings, prefix: "" };
  const above = layer === "group" ? ["properties"] : [];
  const [name = "", ...more] = keys;
  const property = outlineAt(root, [...above, name]);
  const isLong = outlineEntry(property, "value") !== undefined;
  const all = [...above, name, ...(isLong ? ["value"] : []), ...more];
  return { keys: all, bare: all.length, settings, prefix: "" };
}
