import { Identities } from "../../../compare/identity.ts";
import type { TextSyntax } from "../../../model/inventory/definition.ts";
import { type MapEntry, type MapValue, textValue, type Value } from "../../../model/values/value.ts";
import { isEmptyMap, mapEntries } from "../../../model/values/value-at.ts";
import type { Replacement, SourceText } from "../text/source-text.ts";
import { readValue } from "./new-value.ts";
import { isKeyOf, plainTarget, type ValueTarget } from "./write-value.ts";

/** What changes of a text are meant to do with the value of the file; undefined is a file without one. */
export interface Meaning {
  readonly syntax: TextSyntax;
  wanted(before: Value | undefined): Value | undefined;
}

/** Whether a text with changes is YAML in which only what is meant differs: it is read again. */
export function isAsMeant(text: SourceText, changes: readonly Replacement[], { syntax, wanted }: Meaning): boolean {
  const before = readValue(text.file, syntax);
  const after = readValue({ ...text.file, text: text.after(changes) }, syntax);
  if (before.fault !== undefined || after.fault !== undefined) return false;
  const value = wanted(before.value);
  if (value === undefined) return after.value === undefined || isEmptyMap(after.value);
  return after.value !== undefined && new Identities().same(value, after.value);
}

/** The value of a target as the merge gets it; undefined where a text does not say it, or has an error. */
export function targetValue(text: SourceText, target: ValueTarget): Value | undefined {
  const { value, fault } = readValue(text.file, target.syntax);
  if (fault !== undefined) return undefined;
  return target.keys.reduce((at, _, depth) => entryAt(at, target, depth).old?.value, value);
}

/** What writing a value means: the target has it, in new mappings where there are none. */
export function writes(target: ValueTarget, value: Value): Meaning["wanted"] {
  const { keys, prefix } = target;
  const written = (at: Value | undefined, depth: number): Value => {
    const key = keys[depth];
    if (key === undefined) return value;
    const { entries, index, old } = entryAt(at, target, depth);
    const inner = written(old?.value, depth + 1);
    const name = old?.key ?? key;
    const isPrefixed = depth < keys.length - 1 || name.startsWith(prefix);
    const fresh = entry(isPrefixed ? name : prefix + name, inner);
    if (old === undefined) return mapOf([...entries, fresh]);
    return mapOf(entries.with(index, { ...fresh, keyNode: old.keyNode }));
  };
  return (before) => written(before, 0);
}

/** What taking a value out means: it goes, and each mapping that becomes empty. */
export function removes(target: ValueTarget): Meaning["wanted"] {
  const left = (at: Value | undefined, depth: number): Value | undefined => {
    if (at === undefined || depth === target.keys.length) return undefined;
    const { entries, index, old } = entryAt(at, target, depth);
    if (old === undefined) return at;
    const inner = left(old.value, depth + 1);
    const others = inner === undefined ? entries.toSpliced(index, 1) : entries.with(index, { ...old, value: inner });
    return others.length === 0 ? undefined : mapOf(others);
  };
  return (before) => left(before, 0);
}

function entryAt(value: Value | undefined, target: ValueTarget, depth: number) {
  const entries = mapEntries(value);
  const index = entries.findLastIndex(({ key }) => isKeyOf(target, depth, key));
  return { entries, index, old: entries[index] };
}

/** What a change of the items of a list means: a list that becomes empty goes with its key. */
export function relists(key: string, items: (before: readonly Value[]) => readonly Value[]): Meaning["wanted"] {
  const target = plainTarget([key]);
  return (before) => {
    const { old } = entryAt(before, target, 0);
    const now = items(old?.value.kind === "list" ? old.value.items : []);
    if (now.length === 0) return removes(target)(before);
    return writes(target, { kind: "list", items: now, origin: UNWRITTEN, plain: true })(before);
  };
}

/** The origin of a value that no file has yet. */
export const UNWRITTEN = { file: { path: "", blob: "", text: "" }, start: 0, end: 0 };

function mapOf(entries: readonly MapEntry[]): MapValue {
  return { kind: "map", entries, origin: UNWRITTEN, plain: true };
}

function entry(key: string, value: Value): MapEntry {
  return { key, keyNode: textValue(key, UNWRITTEN), value };
}
