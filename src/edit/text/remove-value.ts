import type { Outline, OutlineEntry, OutlineMap } from "../../parse/yaml/outline.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import { contentEnd, entriesFor, type ValueTarget } from "./write-value.ts";

/**
 * The changes that take a value out of a file (rule X11 of docs/concepts/edits.md): the lines of its key, and each mapping that
 * becomes empty with it. Undefined where the file does not say it, or in a form that cannot be taken out.
 */
export function removal(text: SourceText, target: ValueTarget): readonly Replacement[] | undefined {
  let at: Outline | undefined = text.root;
  let taken: { readonly map: OutlineMap; readonly entries: readonly OutlineEntry[] } | undefined;
  for (const [depth, key] of target.keys.entries()) {
    if (at?.kind !== "map") return undefined;
    const entries = entriesFor(at, key, { ...target, depth });
    const last = entries.at(-1);
    if (last === undefined) return undefined;
    const isLast = depth === target.keys.length - 1;
    const leaving = isLast ? entries : [last];
    // Above the value, the outermost mapping of which nothing else is left goes as a whole.
    if (taken === undefined || at.entries.length > leaving.length) taken = { map: at, entries: leaving };
    at = last.value;
  }
  if (taken === undefined) return undefined;
  const { map, entries } = taken;
  if (!map.flow && entries.some(({ key }) => !beginsLine(text, key.start))) return undefined;
  return entries.map((entry) => (map.flow ? flowRemoval(map, entry) : lineRemoval(text, entry)));
}

function beginsLine(text: SourceText, start: number): boolean {
  return text.text.slice(text.lineStart(start), start).trim() === "";
}

function flowRemoval({ entries }: OutlineMap, entry: OutlineEntry): Replacement {
  const at = entries.indexOf(entry);
  const [before, after] = [entries[at - 1], entries[at + 1]];
  if (after !== undefined) return { start: entry.key.start, end: after.key.start, text: "" };
  return { start: before === undefined ? entry.key.start : before.value.end, end: entry.value.end, text: "" };
}

/** Without a line end behind its last line, a file keeps none: the one before goes. */
function lineRemoval(text: SourceText, { key, value }: OutlineEntry): Replacement {
  const start = text.lineStart(key.start);
  const end = text.lineEnd(Math.max(contentEnd(value, text.text), key.end));
  const newline = text.lineEndAt(end);
  if (newline !== "" || start === 0) return { start, end: end + newline.length, text: "" };
  return { start: text.lineEnd(Math.max(0, start - 2)), end, text: "" };
}
