import { Identities } from "../../compare/identity.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { type MapEntry, type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { parseYaml } from "../../parse/yaml/parse.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import type { ValueTarget } from "./write-value.ts";

/** What changes of a text are meant to do: the value at the target, or nothing there. */
export interface Meaning {
  readonly target: ValueTarget;
  /** Undefined where the key goes, and each mapping that becomes empty. */
  readonly value: Value | undefined;
  readonly syntax: TextSyntax;
}

/** Whether a text with changes is YAML in which only what is meant differs: it is read again. */
export function isAsMeant(text: SourceText, changes: readonly Replacement[], meaning: Meaning): boolean {
  const before = read(text.file, meaning.syntax);
  const after = read({ ...text.file, text: text.after(changes) }, meaning.syntax);
  if (before.failed || after.failed) return false;
  const { target, value } = meaning;
  const wanted = value === undefined ? without(before.value, target.keys, target) : withValue(before.value, meaning, 0);
  if (wanted === undefined) return after.value === undefined || isEmpty(after.value);
  if (after.value === undefined) return false;
  return new Identities().same(wanted, after.value);
}

function read(file: SourceFile, syntax: TextSyntax): { readonly value: Value | undefined; readonly failed: boolean } {
  let failed = false;
  const report = ({ severity }: { readonly severity: string }) => {
    failed ||= severity === "error";
  };
  return { value: parseYaml(file, { syntax, report }), failed };
}

function isEmpty(value: Value): boolean {
  return value.kind === "map" && value.entries.length === 0;
}

const NOWHERE = { file: { path: "", blob: "", text: "" }, start: 0, end: 0 };

function mapOf(entries: readonly MapEntry[]): MapValue {
  return { kind: "map", entries, origin: NOWHERE, plain: true };
}

function entry(key: string, value: Value): MapEntry {
  return { key, keyNode: textValue(key, NOWHERE), value };
}

/** A value in which the target has the new value, in new mappings where there are none. */
function withValue(value: Value | undefined, { target, ...meaning }: Meaning, depth: number): Value | undefined {
  const key = target.keys[depth];
  if (key === undefined) return meaning.value;
  const entries = value?.kind === "map" ? value.entries : [];
  const at = indexOf(entries, key, { ...target, depth });
  const inner = withValue(entries[at]?.value, { target, ...meaning }, depth + 1);
  if (inner === undefined) return undefined;
  const isLast = depth === target.keys.length - 1;
  const written = entries[at]?.key ?? key;
  const name = isLast && !written.startsWith(target.prefix) ? target.prefix + written : written;
  if (at === -1) return mapOf([...entries, entry(name, inner)]);
  return mapOf(
    entries.with(at, { ...entry(name, inner), keyNode: entries[at]?.keyNode ?? entry(name, inner).keyNode }),
  );
}

function indexOf(
  entries: readonly MapEntry[],
  key: string,
  { bare, settings, depth }: Pick<ValueTarget, "bare" | "settings"> & { readonly depth: number },
): number {
  const characters = depth < bare ? [] : prefixCharacters(settings);
  return entries.findLastIndex((each) => each.key === key || bareKey(each.key, characters) === key);
}

/** A value without the target, and without each mapping that is empty then; undefined if nothing is left. */
function without(value: Value | undefined, keys: readonly string[], target: ValueTarget): Value | undefined {
  const [key, ...more] = keys;
  if (key === undefined || value === undefined) return undefined;
  if (value.kind !== "map") return value;
  const depth = target.keys.length - keys.length;
  const at = indexOf(value.entries, key, { ...target, depth });
  const old = value.entries[at];
  if (old === undefined) return value;
  const inner = without(old.value, more, target);
  const entries =
    inner === undefined ? value.entries.toSpliced(at, 1) : value.entries.with(at, { ...old, value: inner });
  return entries.length === 0 ? undefined : mapOf(entries);
}
