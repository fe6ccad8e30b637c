import { keyText, sortedItems, uniqueEntries } from "../../model/values/entries.ts";
import type { Value } from "../../model/values/value.ts";
import { inlineKey, inlineScalar, inlineWithin } from "./row.ts";

const INLINE_WIDTH = 60;

/**
 * A value over several lines, indented as YAML is. It yields one line at a time, so that callers can stop early in long
 * values. Containers that fit in 60 columns stay on their line. Safe to print; not meant to be parsed.
 */
function* blockLines(value: Value, indent = ""): Generator<string> {
  switch (value.kind) {
    case "scalar":
    case "template":
      yield indent + inlineOf(value);
      return;
    case "map":
      for (const entry of uniqueEntries(value)) {
        yield* labelled(`${indent}${inlineKey(keyText(entry))}:`, entry.value, `${indent}  `);
      }
      return;
    case "list":
    case "set":
      for (const item of value.kind === "set" ? sortedItems(value) : value.items) yield* dashed(item, indent);
  }
}

function* labelled(label: string, value: Value, indent: string): Generator<string> {
  const inline = inlineWithin(value, INLINE_WIDTH);
  if (inline !== undefined) {
    yield `${label} ${inline}`;
    return;
  }
  yield label;
  yield* blockLines(value, indent);
}

function* dashed(item: Value, indent: string): Generator<string> {
  const inline = inlineWithin(item, INLINE_WIDTH);
  if (inline !== undefined) {
    yield `${indent}- ${inline}`;
    return;
  }
  let mark = "- ";
  for (const line of blockLines(item, "")) {
    yield `${indent}${mark}${line}`;
    mark = "  ";
  }
}

function inlineOf(value: Value): string {
  return value.kind === "scalar" ? inlineScalar(value) : (inlineWithin(value, INLINE_WIDTH) ?? "");
}

/** Whether a value is long enough to be shown as a block. */
export function isLong(value: Value): boolean {
  return value.kind !== "scalar" && inlineWithin(value, INLINE_WIDTH) === undefined;
}

/** At most `limit` lines of a value, and the number of lines left out. */
export function limitedBlock(value: Value, limit: number) {
  const lines: string[] = [];
  let more = 0;
  for (const line of blockLines(value)) {
    if (lines.length < limit) lines.push(line);
    else more += 1;
  }
  return { lines, more };
}
