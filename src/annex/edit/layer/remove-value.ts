import type { Stretch } from "../../../model/values/value.ts";
import { contentEnd, type Outline, type OutlineEntry, type OutlineMap } from "../../../parse/yaml/outline.ts";
import type { Replacement, SourceText } from "../text/source-text.ts";
import { isAsMeant, removes } from "./meant.ts";
import { entriesFor, type ValueTarget } from "./write-value.ts";

/**
 * The changes that take out the lines of a value, and each mapping that becomes empty (rule X11 of docs/concepts/edits.md).
 * Undefined if the file does not say it, or in a form that cannot be taken out.
 */
function removal(text: SourceText, target: ValueTarget): readonly Replacement[] | undefined {
  let at: Outline | undefined = text.root;
  let taken: { readonly map: OutlineMap; readonly entries: readonly OutlineEntry[] } | undefined;
  for (const depth of target.keys.keys()) {
    if (at?.kind !== "map") return undefined;
    const entries = entriesFor(at, target, depth);
    const last = entries.at(-1);
    if (last === undefined) return undefined;
    const isLast = depth === target.keys.length - 1;
    const leaving = isLast ? entries : [last];
    // Above the value, the outermost mapping with nothing else in it goes as a whole.
    if (taken === undefined || at.entries.length > leaving.length) taken = { map: at, entries: leaving };
    at = last.value;
  }
  return taken && entryRemovals(text, taken.map, taken.entries);
}

/** The changes that take a value out of a file, if nothing else differs then; else undefined. */
export function meantRemoval(text: SourceText, target: ValueTarget): readonly Replacement[] | undefined {
  const changes = removal(text, target);
  const meaning = { syntax: target.syntax, wanted: removes(target) };
  return changes !== undefined && isAsMeant(text, changes, meaning) ? changes : undefined;
}

/** The changes that take entries out of a mapping. */
export function entryRemovals(
  text: SourceText,
  map: OutlineMap,
  entries: readonly OutlineEntry[],
): readonly Replacement[] | undefined {
  const parts = map.entries.map(({ key, value }) => ({ start: key.start, end: value.end, value }));
  const leaving = new Set(entries.map((entry) => map.entries.indexOf(entry)));
  if (map.flow) return flowRemovals(parts, leaving);
  const own = parts.filter((_, index) => leaving.has(index));
  return lineRemovals(text, own);
}

/** What is on lines of its own: from its first character to the end of its value. */
interface OwnLines {
  readonly start: number;
  readonly value: Outline;
}

/** Takes runs of parts out of brackets, each with the comma before or behind it. */
export function flowRemovals(parts: readonly Stretch[], leaving: ReadonlySet<number>): readonly Replacement[] {
  const changes: Replacement[] = [];
  for (const [index, part] of parts.entries()) {
    if (!leaving.has(index) || leaving.has(index - 1)) continue;
    const after = parts.find((_, at) => at > index && !leaving.has(at));
    if (after !== undefined) changes.push({ start: part.start, end: after.start, text: "" });
    else changes.push({ start: parts[index - 1]?.end ?? part.start, end: parts.at(-1)?.end ?? part.end, text: "" });
  }
  return changes;
}

/** Comments of heir on lines of their own, which are about the line below them. */
const ABOUT_BELOW = /(?:^[ \t]*#[ \t]*heir:.*\n)+(?![\s\S])/m;

/**
 * The changes that take out the lines of entries or items, and comments of heir about them; undefined if something else is before one on its line. Without
 * a line end behind its last line, a file keeps none: the one before goes.
 */
export function lineRemovals(text: SourceText, parts: readonly OwnLines[]): readonly Replacement[] | undefined {
  const lines: { readonly start: number; end: number }[] = [];
  for (const part of parts) {
    const own = text.lineStart(part.start);
    const start = own - (ABOUT_BELOW.exec(text.text.slice(0, own))?.[0].length ?? 0);
    if (!/^\s*(?:-\s+)*$/.test(text.text.slice(own, part.start))) return undefined;
    const last = text.lineEnd(Math.max(contentEnd(part.value, text.text), part.start));
    const end = last + text.lineEndAt(last).length;
    const before = lines.at(-1);
    if (before?.end === start) before.end = end;
    else lines.push({ start, end });
  }
  return lines.map(({ start, end }) => {
    const isLast = end === text.text.length && !text.text.endsWith("\n");
    return { start: isLast && start > 0 ? text.lineEnd(Math.max(0, start - 2)) : start, end, text: "" };
  });
}
