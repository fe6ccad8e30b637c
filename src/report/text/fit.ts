import { clip, clipEnd, clipPair, displayWidth, sharedHead } from "../../base/terminal-text.ts";
import type { Role, Segment } from "./row.ts";

type Part = Omit<Segment, "label">;

/** Parts of a row with one role, and what stands between them and the column before. */
interface Column<P extends Part> {
  readonly role: Role | undefined;
  readonly between: readonly P[];
  readonly parts: readonly P[];
  readonly width: number;
}

/** What gives way first where a row has no room. Values do it twice: at first all but the words in which they differ. */
const ORDER: readonly Role[] = ["note", "where", "who", "when", "old", "new", "old", "new", "path", "ref"];
/** Columns before the words that differ, which stay in sight with them. */
const CONTEXT = 8;
/** More of a word is not looked for: a text may be one of any length. */
const LONGEST_WORD = 64;
/** Columns in which a part still says something. */
const LEAST: Readonly<Partial<Record<Role, number>>> = { note: 8, where: 12, old: 6, new: 6, path: 12, ref: 8 };
/** These are left out where they would be shorter; those without a least width as soon as they do not fit. */
const SPARE: ReadonlySet<Role | undefined> = new Set(["note", "where", "who", "when"]);
const AT_END: ReadonlySet<Role | undefined> = new Set(["note", "new", "old"]);
/** The roles that stand in one column in all rows of a list. */
const ALIGNED: readonly Role[] = ["count", "ref", "when", "who", "path"];
const WIDEST_PATH = 40;

export type Widths = Readonly<Partial<Record<Role, number>>>;

/** How wide the columns of some rows are. */
export function widthsOf(rows: Iterable<readonly Part[]>): Widths {
  const widths: Partial<Record<Role, number>> = {};
  for (const row of rows) {
    for (const { role, width } of columnsIn(row))
      if (role !== undefined && ALIGNED.includes(role)) widths[role] = Math.max(widths[role] ?? 0, width);
  }
  return { ...widths, path: Math.min(WIDEST_PATH, widths.path ?? 0) };
}

/** The columns that a row takes if nothing of it is cut. */
export function wholeWidth(row: readonly Part[]): number {
  return row.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

/**
 * A row in so many columns: each part is whole as long as there is room, and columns are aligned with those of other
 * rows as far as nothing is cut for it. Else notes, places, old and new value, and path are cut, in this order; the
 * part in which two values differ stays in sight. What cannot be cut may still be too long.
 */
export function fitRow<P extends Part>(row: readonly P[], columns: number, widths: Widths = {}): readonly P[] {
  const all = columnsIn(row).map((column) => inColumn(column, widths));
  const over = widthOf(all) - columns;
  if (over > 0) return joined(narrowed(all, over));
  let left = -over;
  return joined(
    all.map((column, at) => {
      const { role, parts, width } = column;
      const isLast = at === all.length - 1;
      // A place at the right end is aligned by what is before it.
      const next = at === all.length - 2 ? all.at(-1) : undefined;
      const end = next?.role === "where" && widths.where !== undefined ? left - widths.where + next.width : 0;
      const own = (widths[role ?? "note"] ?? 0) - width;
      const fill = isLast ? 0 : Math.max(0, Math.min(left, Math.max(own, end)));
      left -= fill;
      return fill === 0 ? column : { ...column, parts: withLast(parts, " ".repeat(fill)) };
    }),
  );
}

/** Two texts in so many columns each, of which the words that differ stay in sight, with 8 columns before them. */
export function differingTexts(old: string, now: string, width: number): readonly [string, string] {
  const { before, after } = differingWords(old, now);
  return clipPair(old, now, width, Math.max(0, Math.min(before + CONTEXT, width - after - 2)));
}

/** The words in which two texts differ first: how much of them is before the difference, how much behind it, and what they need. */
function differingWords(old: string, now: string) {
  const head = sharedHead(old, now);
  const ends = [old, now].map((text) => /^\w*/.exec(text.slice(head.length))?.[0].length ?? 0);
  const before = /\w*$/.exec(head.slice(-LONGEST_WORD))?.[0].length ?? 0;
  const after = Math.max(...ends);
  const seen = before + CONTEXT;
  return { before, after, width: after + (head.length <= seen ? head.length + 1 : seen + 2) };
}

function columnsIn<P extends Part>(row: readonly P[]): readonly Column<P>[] {
  const columns: { role: Role | undefined; between: P[]; parts: P[] }[] = [];
  let between: P[] = [];
  for (const part of row) {
    const last = columns.at(-1);
    if (part.role === undefined) between.push(part);
    else if (part.text === "") between = [];
    else if (last?.role === part.role && between.length === 0) last.parts.push(part);
    else {
      columns.push({ role: part.role, between, parts: [part] });
      between = [];
    }
  }
  if (between.length > 0) columns.push({ role: undefined, between, parts: [] });
  return columns.map((column) => ({ ...column, width: wholeWidth(column.parts) }));
}

/** Numbers end in one column, and what is narrow begins in one, in rows that are cut, too. */
function inColumn<P extends Part>(column: Column<P>, widths: Widths): Column<P> {
  const { role, parts, width } = column;
  const [first, ...others] = parts;
  if (first === undefined || (role !== "count" && role !== "who" && role !== "when")) return column;
  const fill = " ".repeat(Math.max(0, (widths[role] ?? 0) - width));
  const filled = role === "count" ? [{ ...first, text: fill + first.text }, ...others] : withLast(parts, fill);
  return { ...column, parts: filled, width: width + fill.length };
}

function widthOf(columns: readonly Column<Part>[]): number {
  return columns.reduce((sum, { between, width }) => sum + wholeWidth(between) + width, 0);
}

/** The columns with so much less, from one role after the other. */
function narrowed<P extends Part>(columns: readonly Column<P>[], over: number): readonly Column<P>[] {
  let rest = over;
  const cut = [...columns];
  for (const [step, role] of ORDER.entries()) {
    const pair = ORDER.includes(role, step + 1) ? pairIn(role, columns) : undefined;
    for (let at = cut.length - 1; at >= 0 && rest > 0; at -= 1) {
      const column = cut[at];
      if (column === undefined || column.role !== role) continue;
      const room = column.width - leastOf(column, pair);
      if (room < rest && SPARE.has(role) && column.parts[0]?.least === undefined) {
        cut.splice(at, 1);
        rest -= column.width + wholeWidth(column.between);
      } else {
        const takes = Math.max(0, Math.min(rest, room));
        if (takes > 0) cut[at] = shortened(column, column.width - takes, columns);
        rest -= takes;
      }
    }
  }
  return cut;
}

/** What a column is not cut below; of a pair, the words that differ stay. */
function leastOf({ role, parts, width }: Column<Part>, pair: readonly [string, string] | undefined): number {
  const least = Math.min(width, parts[0]?.least ?? LEAST[role ?? "count"] ?? Number.POSITIVE_INFINITY);
  return pair === undefined ? least : Math.min(width, Math.max(least, differingWords(...pair).width));
}

/** Both values, for a column that is one of them. */
function pairIn(role: Role | undefined, all: readonly Column<Part>[]): readonly [string, string] | undefined {
  if (role !== "old" && role !== "new") return undefined;
  const [old, now] = (["old", "new"] as const).map((each) => all.find((column) => column.role === each));
  return old === undefined || now === undefined ? undefined : [textOf(old), textOf(now)];
}

function textOf({ parts }: Column<Part>): string {
  return parts.map(({ text }) => text).join("");
}

function shortened<P extends Part>(column: Column<P>, width: number, all: readonly Column<P>[]): Column<P> {
  const { role, parts } = column;
  const [first, ...others] = parts;
  const pair = pairIn(role, all);
  if (first === undefined) return column;
  if (others.length > 0) return { ...column, width, parts: withoutEnd(parts, width) };
  const withText = (text: string): Column<P> => ({ ...column, width, parts: [{ ...first, text }] });
  if (pair !== undefined) return withText(differingTexts(...pair, width)[role === "old" ? 0 : 1]);
  if (role === "path" && first.cut === undefined) return withText(pathIn(first.text, width));
  const isAtEnd = (first.cut ?? (AT_END.has(role) ? "end" : "middle")) === "end";
  return withText(isAtEnd ? clipEnd(first.text, width) : clip(first.text, width));
}

function withoutEnd<P extends Part>(parts: readonly P[], width: number): readonly P[] {
  let left = width;
  return parts.flatMap((part) => {
    if (left <= 0) return [];
    const text = displayWidth(part.text) <= left ? part.text : clipEnd(part.text, left);
    left -= displayWidth(part.text);
    return [{ ...part, text }];
  });
}

/** A path without its middle; its last key stays as long as there is room for it. Other texts are cut in the middle. */
function pathIn(path: string, width: number): string {
  const key = /:([^\s:]+)$/.exec(path)?.[1] ?? path;
  const room = width - displayWidth(key);
  return room < 2 || room > width / 2 ? clip(path, width) : clipEnd(path, room) + key;
}

function joined<P extends Part>(columns: readonly Column<P>[]): readonly P[] {
  return columns.flatMap(({ between, parts }) => [...between, ...parts]);
}

function withLast<P extends Part>(parts: readonly P[], behind: string): readonly P[] {
  return parts.map((part, at) => (at === parts.length - 1 ? { ...part, text: part.text + behind } : part));
}

/**
 * The largest of some numbers, at least 0. Unlike `Math.max(...numbers)`, whose arguments are on the stack, it takes any
 * number of them.
 */
export function largest(numbers: Iterable<number>): number {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
