import { mergeSequences } from "../../compare/three-way/stretches.ts";
import { changedSide, mapThree, type Three } from "../../compare/three-way/values.ts";
import { type Body, ownText, type WrittenPart } from "./parts.ts";

export type ItemOrder = "usual" | "swapped";

export interface TextConflict {
  readonly ours: string;
  readonly theirs: string;
  /** Where items can be put in two orders: the lines of each, the usual one first. */
  readonly orders?: Readonly<Record<ItemOrder, string>> | undefined;
}

export type Chunk = string | TextConflict;

/** Lists at the top of a file in which the order of items may be of no consequence. */
const NAMES: ReadonlySet<string> = new Set(["classes", "applications"]);

/** Ours with the changes of theirs in it (docs/merges.md), by what both mean, but for what is above it. Never fails. */
export function mergedPart(three: Three<WrittenPart>, depth: number): readonly Chunk[] {
  const texts = mapThree(three, ownText);
  const whole = textOf(texts);
  if (whole !== undefined) return [whole];
  const bodies = mapThree(three, (part) => part.body);
  const layouts = new Set(sidesOf(bodies).map(({ layout }) => layout));
  if (!layouts.has("block")) return [inOneLine(inside(three, depth), texts) ?? texts];
  const side = three.base && changedSide(mapThree(bodies, ({ identity }) => identity));
  const merged = layouts.size === 1 || side === undefined ? inside(inLines(three), depth) : undefined;
  if (merged !== undefined || side === undefined) return merged ?? [texts];
  // The whole part of a side is taken, if the other one has not written a comment of its own there.
  const other = side === "ours" ? texts.theirs : texts.ours;
  return newComments(texts.base ?? "", other) === "" ? [texts[side]] : [texts];
}

/** The same parts, those in brackets with lines of their own as another one has them: how data is laid out is no change. */
function inLines(three: Three<WrittenPart>): Three<WrittenPart> {
  const like = sidesOf(three).find(({ body }) => body.layout === "block");
  return mapThree(three, (part) => (like !== undefined && part.body.layout === "flow" ? laidOut(part, like) : part));
}

/** A part in brackets with lines as those of another one; itself if comments would get lost, or it is of another kind. */
function laidOut(part: WrittenPart, { head, body, behind }: WrittenPart): WrittenPart {
  const { kind } = body.value ?? {};
  const isPlain = !/[#\n]/.test(part.body.text + part.behind.trimEnd());
  if (!isPlain || kind !== part.body.value?.kind) return part;
  const newline = /\r?\n$/.exec(body.parts.slice(0, 1).map(wholeText).join(""))?.[0] ?? "\n";
  const [begin = ""] = (kind === "list" ? /^\s*-\s+/ : /^\s*/).exec(body.parts.at(-1)?.head ?? "") ?? [];
  const parts = part.body.parts.map((each) => ({ ...each, above: "", head: begin + each.head, behind: newline }));
  const text = textOfParts(parts);
  return { ...part, head, behind, body: { ...part.body, layout: "block", parts, text, lead: "", tail: body.tail } };
}

/** A part by its own parts; undefined if it is merged as a whole. */
function inside(three: Three<WrittenPart>, depth: number): readonly Chunk[] | undefined {
  const head = textOf(mapThree(three, (part) => part.head));
  const behind = textOf(mapThree(three, (part) => part.behind));
  const bodies = mapThree(three, (part) => part.body);
  const isNames = depth === 1 && NAMES.has(three.ours.key);
  const chunks = bodies.ours.layout === "block" ? collection(bodies, depth, isNames) : line(bodies, depth, isNames);
  return head === undefined || behind === undefined ? undefined : chunks && [head, ...chunks, behind];
}

/** A value that is written in a line, or in brackets. */
function line(bodies: Three<Body>, depth: number, isNames: boolean): readonly Chunk[] | undefined {
  const texts = mapThree(bodies, ({ text }) => text);
  const side = changedSide(mapThree(bodies, ({ identity }) => identity));
  const same = textOf(texts) ?? (side && texts[side]);
  if (same !== undefined) return [same];
  const { lead, tail } = bodies.ours;
  const inBrackets = (text: string) => lead + text.replace(/^\s*,\s*/, "") + tail;
  const merged = inOneLine(collection(bodies, depth, isNames), texts, inBrackets);
  return merged === undefined ? undefined : [merged];
}

/** Pieces of one line, which is in conflict as a whole; undefined if one of them can be put in no order. */
function inOneLine(
  chunks: readonly Chunk[] | undefined,
  texts: Three<string>,
  finished: (text: string) => string = (text) => text,
): Chunk | undefined {
  const inOrder = (order: ItemOrder) =>
    chunks?.map((chunk) => (typeof chunk === "string" ? chunk : chunk.orders?.[order]));
  const [usual, swapped] = [inOrder("usual"), inOrder("swapped")];
  if (usual === undefined || swapped === undefined || usual.includes(undefined)) return undefined;
  const orders = { usual: finished(usual.join("")), swapped: finished(swapped.join("")) };
  return orders.usual === orders.swapped ? orders.usual : { ...texts, orders };
}

/** The parts of collections of one kind and one layout; undefined if they are merged as a whole. */
function collection(bodies: Three<Body>, depth: number, isNames: boolean): readonly Chunk[] | undefined {
  const [form, ...others] = sidesOf(bodies).map(({ layout, value }) => layout && `${layout} ${value?.kind}`);
  if (form === undefined || others.some((other) => other !== form)) return undefined;
  if (bodies.ours.value?.kind === "list") return list(bodies, isNames);
  const tails = bodies.ours.layout === "flow" ? "" : mergedLines(mapThree(bodies, ({ tail }) => tail));
  return tails === undefined ? undefined : [...entries(bodies, depth), tails];
}

function entries(bodies: Three<Body>, depth: number): readonly Chunk[] {
  const isFlow = bodies.ours.layout === "flow";
  return keyedParts(bodies).flatMap(({ base, ours, theirs }): readonly Chunk[] => {
    if (ours !== undefined && theirs !== undefined) return entry({ base, ours, theirs }, depth + 1, isFlow);
    const there = ours ?? theirs;
    if (there === undefined) return [];
    if (base === undefined) return [wholeText(there)];
    if (isSame(base, there)) return isFlow ? [] : [newComments(wholeText(base), wholeText(there))];
    const text = (part: WrittenPart | undefined) => (part === undefined ? "" : wholeText(part));
    return [{ ours: text(ours), theirs: text(theirs) }];
  });
}

function entry(three: Three<WrittenPart>, depth: number, isFlow: boolean): readonly Chunk[] {
  const above = isFlow ? three.ours.above : mergedLines(mapThree(three, (part) => part.above));
  return above === undefined ? [mapThree(three, wholeText)] : [above, ...mergedPart(three, depth)];
}

function list({ base, ours, theirs }: Three<Body>, isNames: boolean): readonly Chunk[] | undefined {
  if (base === undefined) return undefined;
  return mergeSequences(base.parts, ours.parts, theirs.parts, identityOf).flatMap((stretch): readonly Chunk[] => {
    const parts = [stretch.base, stretch.ours, stretch.theirs];
    const [old, here, there] = parts.map(([first]) => first);
    const isOfAll = parts.every(({ length }) => length === 1);
    if (isOfAll && old && here && there && isSame(old, here) && isSame(old, there)) {
      return entry({ base: old, ours: here, theirs: there }, 2, ours.layout === "flow");
    }
    const [usual, swapped] = stretch.ways.map(textOfParts);
    if (usual !== undefined && swapped === undefined) return [usual];
    const orders = isNames && usual !== undefined && swapped !== undefined ? { usual, swapped } : undefined;
    return [{ ours: textOfParts(stretch.ours), theirs: textOfParts(stretch.theirs), orders }];
  });
}

function identityOf({ body }: WrittenPart): number | undefined {
  return body.identity;
}

function isSame(one: WrittenPart, other: WrittenPart): boolean {
  return identityOf(one) === identityOf(other);
}

function sidesOf<Of>({ base, ours, theirs }: Three<Of>): readonly Of[] {
  return base === undefined ? [ours, theirs] : [base, ours, theirs];
}

/** The text of the side that changed it; undefined if both did. What both add counts where only one wrote something. */
function textOf(texts: Three<string>): string | undefined {
  const { base, ours, theirs } = texts;
  const side = changedSide(texts);
  if (side !== undefined) return texts[side];
  if (base !== undefined) return undefined;
  return theirs.trim() === "" ? ours : ours.trim() === "" ? theirs : undefined;
}

/** Lines, of which each side may have changed others; lines that both put at one place follow each other. */
function mergedLines({ base = "", ours, theirs }: Three<string>): string | undefined {
  const [old = [], here = [], there = []] = [base, ours, theirs].map((text) => text.split(/(?<=\n)/));
  const lines: string[] = [];
  for (const stretch of mergeSequences(old, here, there, (line) => line)) {
    const [usual, swapped] = stretch.ways;
    if (usual === undefined || (swapped !== undefined && stretch.base.length > 0)) return undefined;
    lines.push(...usual);
  }
  return lines.join("");
}

function wholeText(part: WrittenPart): string {
  return part.above + ownText(part);
}

function textOfParts(parts: readonly WrittenPart[]): string {
  return parts.map(wholeText).join("");
}

/** Lines with nothing but a comment that an earlier text does not have. */
function newComments(before: string, after: string): string {
  const known = new Set(before.split("\n"));
  const isNew = (line: string) => /^\s*#/.test(line) && !known.has(line.replace(/\n$/, ""));
  const lines = after.split(/(?<=\n)/);
  return lines.filter(isNew).join("");
}

/** Entries by key, in the order of ours; any other is behind its predecessor in theirs, and behind new ones of ours. */
function keyedParts({ base, ours, theirs }: Three<Body>): readonly Three<WrittenPart | undefined>[] {
  const [old, here, there] = [base, ours, theirs].map((body) => new Map(body?.parts.map((part) => [part.key, part])));
  const keys = ours.parts.map(({ key }) => key);
  for (const [index, { key }] of theirs.parts.entries()) {
    if (here?.has(key)) continue;
    let at = keys.indexOf(theirs.parts[index - 1]?.key ?? "") + 1;
    while (at < keys.length && !old?.has(keys[at] ?? "") && !there?.has(keys[at] ?? "")) at += 1;
    keys.splice(at, 0, key);
  }
  return keys.map((key) => ({ base: old?.get(key), ours: here?.get(key), theirs: there?.get(key) }));
}
