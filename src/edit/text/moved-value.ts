import type { TextSyntax } from "../../model/inventory/definition.ts";
import { mapMember } from "../../model/values/inside.ts";
import { entryOf, type Value } from "../../model/values/value.ts";
import { contentEnd, type Outline, type OutlineEntry } from "../../parse/yaml/outline.ts";
import { fileValue } from "./meant.ts";
import { type NewValue, textOf } from "./new-value.ts";
import type { SourceText } from "./source-text.ts";
import { entriesFor, type ValueTarget } from "./write-value.ts";

/** A value with its key as a file has it, to be written to another file; comments behind it go along. */
export interface MovedValue extends NewValue {
  /** What is before the key, such as `~`. */
  readonly prefix: string;
  /** The keys below it, each with its value; undefined of what is no mapping. */
  readonly parts: readonly (readonly [key: string, value: MovedValue])[] | undefined;
  /** The items of a list as they are written; undefined of what is no list, and where one takes several lines. */
  readonly items: readonly string[] | undefined;
}

/** The value of a file at a target; undefined if the file does not say it. */
export function movedValue(text: SourceText, target: ValueTarget, syntax: TextSyntax): MovedValue | undefined {
  let at: Outline | undefined = text.root;
  let value = fileValue(text, syntax);
  let found: OutlineEntry | undefined;
  for (const [depth, key] of target.keys.entries()) {
    found = entriesFor(at, key, { ...target, depth }).at(-1);
    value = found?.name === undefined ? undefined : mapMember(value, found.name);
    at = found?.value;
  }
  if (found === undefined || value === undefined) return undefined;
  return moved(text, found, { key: target.keys.at(-1) ?? "", value });
}

interface Said {
  readonly key: string;
  readonly value: Value;
}

function moved(text: SourceText, entry: OutlineEntry, { key, value }: Said): MovedValue {
  const name = entry.name ?? key;
  const { key: at, value: outline } = entry;
  const colon = /^\s*:/.exec(text.text.slice(at.end))?.[0].length ?? 0;
  const isOnLines = /^\s*$/.test(text.text.slice(text.lineStart(at.start), at.start));
  const end = contentEnd(outline, text.text);
  const written = text.text.slice(
    at.end + colon,
    isOnLines ? text.lineEnd(Math.max(end, at.end)) : Math.max(end, at.end + colon),
  );
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

/** Undefined of what is no mapping. */
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
