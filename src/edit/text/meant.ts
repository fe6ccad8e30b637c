import { Identities } from "../../compare/identity.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { type MapEntry, type MapValue, type SourceFile, textValue, type Value } from "../../model/values/value.ts";
import { isEmptyMap, mapEntries } from "../../model/values/value-at.ts";
import { parseYaml } from "../../parse/yaml/parse.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import type { ValueTarget } from "./write-value.ts";

/** What changes of a text are meant to do with the value of the file; undefined is a file without one. */
export interface Meaning {
  readonly syntax: TextSyntax;
  wanted(before: Value | undefined): Value | undefined;
}

/** Whether a text with changes is YAML in which only what is meant differs: it is read again. */
export function isAsMeant(text: SourceText, changes: readonly Replacement[], { syntax, wanted }: Meaning): boolean {
  const before = read(text.file, syntax);
  const after = read({ ...text.file, text: text.after(changes) }, syntax);
  if (before.failed || after.failed) return false;
  const value = wanted(before.value);
  if (value === undefined) return after.value === undefined || isEmptyMap(after.value);
  return after.value !== undefined && new Identities().same(value, after.value);
}

/** The value of a text as the merge gets it; undefined for a text without one, or with an error. */
export function fileValue(text: SourceText, syntax: TextSyntax): Value | undefined {
  const { value, failed } = read(text.file, syntax);
  return failed ? undefined : value;
}

/** What writing a value means. */
export function writes(target: ValueTarget, value: Value): Meaning["wanted"] {
  return (before) => withValue(before, { target, value }, 0);
}

/** What taking a value out means: it goes, and each mapping that becomes empty. */
export function removes(target: ValueTarget): Meaning["wanted"] {
  return (before) => without(before, target.keys, target);
}

/** What a change of the items of a list means: a list that becomes empty goes with its key. */
export function relists(key: string, items: (before: readonly Value[]) => readonly Value[]): Meaning["wanted"] {
  return (before) => {
    const entries = mapEntries(before);
    const at = entries.findLastIndex((each) => each.key === key);
    const old = entries[at];
    const now = items(old?.value.kind === "list" ? old.value.items : []);
    const whole: Value = { kind: "list", items: now, origin: UNWRITTEN, plain: true };
    if (now.length === 0) return entries.length <= 1 ? undefined : mapOf(entries.toSpliced(at, 1));
    return mapOf(old === undefined ? [...entries, entry(key, whole)] : entries.with(at, { ...old, value: whole }));
  };
}

function read(file: SourceFile, syntax: TextSyntax): { readonly value: Value | undefined; readonly failed: boolean } {
  let failed = false;
  const report = ({ severity }: { readonly severity: string }) => {
    failed ||= severity === "error";
  };
  return { value: parseYaml(file, { syntax, report }), failed };
}

/** The origin of a value that no file has yet. */
export const UNWRITTEN = { file: { path: "", blob: "", text: "" }, start: 0, end: 0 };

function mapOf(entries: readonly MapEntry[]): MapValue {
  return { kind: "map", entries, origin: UNWRITTEN, plain: true };
}

function entry(key: string, value: Value): MapEntry {
  return { key, keyNode: textValue(key, UNWRITTEN), value };
}

interface Written {
  readonly target: ValueTarget;
  readonly value: Value;
}

/** A value in which the target has the new value, in new mappings where there are none. */
function withValue(value: Value | undefined, { target, ...written }: Written, depth: number): Value {
  const key = target.keys[depth];
  if (key === undefined) return written.value;
  const entries = mapEntries(value);
  const at = indexOf(entries, key, { ...target, depth });
  const inner = withValue(entries[at]?.value, { target, ...written }, depth + 1);
  const isLast = depth === target.keys.length - 1;
  const old = entries[at]?.key ?? key;
  const name = isLast && !old.startsWith(target.prefix) ? target.prefix + old : old;
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
  const entries = mapEntries(value);
  const at = indexOf(entries, key, { ...target, depth: target.keys.length - keys.length });
  const old = entries[at];
  if (old === undefined) return value;
  const inner = without(old.value, more, target);
  const left = inner === undefined ? entries.toSpliced(at, 1) : entries.with(at, { ...old, value: inner });
  return left.length === 0 ? undefined : mapOf(left);
}
