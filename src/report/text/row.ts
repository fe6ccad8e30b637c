import { type NameSetMember, nameSet } from "../../base/name-set.ts";
import { clip, displayWidth, quotedText, terminalSafe } from "../../base/terminal-text.ts";
import { scalarJson } from "../../encoding/json.ts";
import { keyText, type ScalarValue, sortedItems, uniqueEntries, type Value } from "../../model/values/value.ts";

/** A set is not longer than this many characters. */
const LONGEST = 200;

const FEW = 4;

/** The kind of a part of a row; the theme decides how it looks. */
export type Label =
  | "plain"
  | "title"
  | "added"
  | "removed"
  | "changed"
  | "moved"
  | "path"
  | "key"
  | "value"
  | "source"
  | "node"
  | "error"
  | "warning"
  | "muted";

/** The column of a row in which a part stands; see `fitRow`, which knows how wide that is. Parts without one are what is between columns. */
export type Role = "count" | "sign" | "path" | "old" | "new" | "ref" | "where" | "note" | "who" | "when";

/** Text that is safe to print: nothing in it can move the cursor, colour the screen or end the line. */
export interface Segment {
  readonly text: string;
  readonly label: Label;
  readonly role?: Role;
  /** It is cut to no less than this. */
  readonly least?: number;
  /** How it is cut if that is not as usual for its role. */
  readonly cut?: "end" | "middle";
}

/** One line of output. */
export type Row = readonly Segment[];

/** A part of a row. This is the only place where special characters in text are made visible. */
export function segment(label: Label, text: string, role?: Role): Segment {
  return { label, text: terminalSafe(text), role };
}

export function plainText(text: string): Segment {
  return segment("plain", text);
}

/** The text of a row without its labels. */
export function rowText(row: Row): string {
  return row.map((part) => part.text).join("");
}

/** A row indented by some spaces. */
export function indentRow(row: Row, width: number): Row {
  return [{ label: "plain", text: " ".repeat(width) }, ...row];
}

export const emptyRow: Row = [];

/** Cells in columns, two spaces apart, each with its labels; a cell is padded before it if `isRight`, and the last one not behind. */
export function rowColumns(
  table: readonly (readonly Row[])[],
  isRight: (column: number) => boolean = () => false,
): readonly Row[] {
  const widths: number[] = [];
  for (const cells of table) {
    for (const [column, cell] of cells.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return table.map((cells) => {
    const last = cells.findLastIndex((cell) => widthOf(cell) > 0);
    return cells.slice(0, last + 1).flatMap((cell, column) => {
      const fill = " ".repeat((widths[column] ?? 0) - widthOf(cell));
      const filled = isRight(column) ? [plainText(fill), ...cell] : cell;
      if (column === last) return filled;
      return [...filled, plainText(isRight(column) ? "  " : `${fill}  `)];
    });
  });
}

/** {@link rowColumns} below an empty row and a title; no rows without cells. */
export function* titledColumns(title: string, table: readonly (readonly Row[])[]): Iterable<Row> {
  if (table.length > 0) yield* [emptyRow, [segment("muted", `  ${title}`)], ...rowColumns(table)];
}

/** {@link rowColumns} as text, of cells that are text or numbers. */
export function textColumns(
  table: readonly (readonly Cell[])[],
  isRight?: (column: number) => boolean,
): readonly string[] {
  const cells = table.map((line) => line.map((cell) => [plainText(String(cell))]));
  return rowColumns(cells, isRight).map(rowText);
}

function widthOf(cell: Row): number {
  return displayWidth(rowText(cell));
}

/** One field of a listing; numbers are aligned to the right. */
export type Cell = string | number;

/** A table with a heading row; columns as wide as their widest cell. */
export function tableRows(columns: readonly string[], lines: readonly (readonly Cell[])[]): readonly Row[] {
  const isNumber = (at: number) => lines.length > 0 && lines.every((cells) => typeof cells[at] === "number");
  const heads = columns.map((column) => column.toUpperCase());
  const texts = textColumns([heads, ...lines], isNumber);
  return texts.map((text, at) => [segment(at === 0 ? "title" : "plain", text.trimEnd())]);
}

/** Whether all of something long is shown. */
export interface Fullness {
  readonly full?: boolean;
}

/** Names in one line: all of them if they are few or `full` is set, else the first and the last. */
export function nameList(names: readonly string[], options: Fullness = {}): readonly Segment[] {
  const first = names[0];
  const last = names.at(-1);
  if (first === undefined || last === undefined) return [];
  if (names.length > FEW && options.full !== true) {
    return [segment("node", first), segment("muted", " … "), segment("node", last)];
  }
  return names.flatMap((name, index) => [...(index === 0 ? [] : [plainText(", ")]), segment("node", name)]);
}

/** ` on 12 nodes (web01.par1 … db04.par1)`. */
export function onNodes(names: readonly string[], options?: Fullness): Row {
  return [plainText(` on ${counted(names.length, "node")} (`), ...nameList(names, options), plainText(")")];
}

/**
 * Names in ClusterShell's notation: whole members up to 200 characters, then the number of names that are left out; all
 * of them with `full` (rules V9 and V11 of docs/concepts/review.md).
 */
export function nodeSet(names: readonly string[], options: Fullness = {}): readonly Segment[] {
  const members = nameSet(names);
  const shown = options.full === true ? members : fitting(members);
  const text = shown.map(({ text: member }) => member).join(",");
  const left = names.length - shown.reduce((count, { size }) => count + size, 0);
  return [segment("node", text), ...(left > 0 ? [segment("muted", ` and ${left} more`)] : [])];
}

/** The number of some nodes, what is said about them, and which they are: `2 nodes newly fail: web[1-2]`. */
export function countedNodes(names: readonly string[], options: Fullness = {}, state = ""): Row {
  const said = state === "" ? "" : ` ${state}`;
  return [plainText(`${counted(names.length, "node")}${said}: `), ...nodeSet(names, options)];
}

function fitting(members: readonly NameSetMember[]): readonly NameSetMember[] {
  let length = 0;
  const end = members.findIndex(({ text }) => {
    length += text.length + 1;
    return length > LONGEST;
  });
  return end === -1 ? members : members.slice(0, Math.max(1, end));
}

/**
 * A value on one line: text in quotes, other scalars as they are, lists as `["a", 1]`, maps as `{name: "a"}`; `(none)`
 * without a value. Containers longer than `limit` characters are only counted: `[12 items]`, `{3 keys}`. Safe to show.
 */
export function inlineValue(value: Value | undefined, limit: number = Number.POSITIVE_INFINITY): string {
  if (value === undefined) return "(none)";
  return inlineWithin(value, limit) ?? summary(value);
}

/** The size of a value: `[12 items]`, `{3 keys}`; scalars are shown clipped. */
export function summary(value: Value): string {
  if (value.kind === "map") return `{${counted(uniqueEntries(value).length, "key")}}`;
  if (value.kind === "list" || value.kind === "set") return `[${counted(value.items.length, "item")}]`;
  return clip(inlineValue(value), 60);
}

/** A value on one line, or undefined for a container that takes more than `limit` characters. */
export function inlineWithin(value: Value, limit: number): string | undefined {
  switch (value.kind) {
    case "scalar":
      return inlineScalar(value);
    case "template":
      return quotedText(value.text);
    case "list":
      return joined("[]", value.items, { limit, text: (item, left) => inlineWithin(item, left) });
    case "set":
      return joined("[]", sortedItems(value), { limit, text: inlineScalar });
    case "map":
      return joined("{}", uniqueEntries(value), {
        limit,
        text: (entry, left) => {
          const inner = inlineWithin(entry.value, left);
          return inner === undefined ? undefined : `${inlineKey(keyText(entry))}: ${inner}`;
        },
      });
  }
}

/** Text in quotes; numbers, dates and the like as JSON and ISO write them; the marker of a secret as it is. */
function inlineScalar(scalar: ScalarValue): string {
  if (scalar.secret === true) return String(scalar.data);
  if (scalar.type === "text" || scalar.type === "binary") return quotedText(String(scalar.data));
  const json = scalarJson(scalar);
  return json.startsWith('"') ? json.slice(1, -1) : json;
}

/** A key in a block or in braces: in quotes unless it is a plain word. */
export function inlineKey(key: string): string {
  return /^[\p{L}\p{N}_./@+~=-][\p{L}\p{N}_./@+~= -]*$/u.test(key) && key === key.trim() ? key : quotedText(key);
}

function joined<Item>(
  brackets: "[]" | "{}",
  items: readonly Item[],
  { limit, text }: { readonly limit: number; readonly text: (item: Item, left: number) => string | undefined },
): string | undefined {
  let out = "";
  for (const item of items) {
    const part = text(item, limit - out.length);
    if (part === undefined) return undefined;
    out += out === "" ? part : `, ${part}`;
    if (out.length + 2 > limit) return undefined;
  }
  return `${brackets[0]}${out}${brackets[1]}`;
}

/** The first names, and how many more there are. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

/** `1 node`, `12 nodes`; the plural is the word with an s unless it is given. */
export function counted(count: number, word: string, plural: string = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}

/** As {@link counted}, with a comma between thousands: `81,234 values`. */
export function countedInThousands(count: number, word: string, plural?: string): string {
  return counted(count, word, plural).replace(/^\d+/, inThousands(count));
}

/** A count with a comma between thousands: `81,234`. The engine takes longer for its first number than for a frame. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The number of items left out and how to see them; no row if there are none. */
export function moreRows(count: number, word: string): readonly Row[] {
  return count === 0 ? [] : [[segment("muted", `... ${counted(count, `more ${word}`)} (--full)`)]];
}

/** The first rows; the others are counted. */
export function limitedRows(rows: readonly Row[], limit: number): readonly Row[] {
  return rows.length <= limit ? rows : [...rows.slice(0, limit), ...moreRows(rows.length - limit, "line")];
}
