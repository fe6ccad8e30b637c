import type { Outline, OutlineEntry } from "./outline.ts";

/** The entries of a mapping; none of what is no mapping. */
export function outlineEntries(outline: Outline | undefined): readonly OutlineEntry[] {
  return outline?.kind === "map" ? outline.entries : [];
}

/** The last entry of a mapping with a key. */
export function outlineEntry(outline: Outline | undefined, key: string): OutlineEntry | undefined {
  return outlineEntries(outline).findLast(({ name }) => name === key);
}

/** The values right inside a mapping or a list. */
export function outlineParts(outline: Outline | undefined): readonly Outline[] {
  return outline?.kind === "list" ? outline.items : outlineEntries(outline).map(({ value }) => value);
}

/** All scalars and aliases in a value, itself included; keys are none. */
export function outlineLeaves(outline: Outline): readonly Outline[] {
  const isLeaf = outline.kind === "scalar" || outline.kind === "alias";
  return isLeaf ? [outline] : outlineParts(outline).flatMap(outlineLeaves);
}

/** Where what is written of a value ends, without the empty lines behind a block. */
export function contentEnd(outline: Outline, text: string): number {
  const last = lastPart(outline);
  if (last !== undefined) return contentEnd(last, text);
  const written = text.slice(outline.start, outline.end);
  const keeps = outline.kind === "scalar" && outline.style === "block" && /^[|>]\d?\+/.test(written);
  return outline.start + (keeps ? written.replace(/\r?\n$/, "") : written.trimEnd()).length;
}

/** The last part of a block. */
function lastPart(outline: Outline): Outline | undefined {
  return "flow" in outline && outline.flow ? undefined : outlineParts(outline).at(-1);
}
