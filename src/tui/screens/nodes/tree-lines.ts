import { columnsLine, textCell, widest } from "../../draw/columns.ts";
import { type Line, lineWidth, plain, span, type TextSpan } from "../../draw/line.ts";
import { leastOf, signSpan, valueSpans } from "../changes/change-line.ts";
import { type Folding, isUnfolded, type TreeItem } from "./tree.ts";

/** Narrower trees have no places. */
const ROOMY = 56;
const LEAST = 14;

interface TreeLook {
  readonly folding: Folding;
  /** The columns of keys and values, before the places; undefined in a tree without places. */
  readonly column: number | undefined;
}

/** How the values of a tree are aligned in so many columns. */
export function treeLook(entries: readonly TreeItem[], folding: Folding, columns: number): TreeLook {
  const place = Math.min(widest(entries.map((each) => each.place)), Math.floor(columns / 3));
  return { folding, column: columns < ROOMY || place === 0 ? undefined : columns - place - 2 };
}

/** A value of a node, with `file:line` at the right. */
export function treeLine(entry: TreeItem, { folding, column }: TreeLook, columns: number): Line {
  const value = {
    line: entryLine(entry, folding, Number.POSITIVE_INFINITY),
    least: leastOfEntry(entry, folding),
    cut: (room: number) => entryLine(entry, folding, room),
  };
  const isPlaced = column !== undefined && entry.place !== "";
  if (!isPlaced) return columnsLine([value], columns);
  return columnsLine([{ ...value, column }, textCell(span("source", entry.place), { least: LEAST })], columns);
}

/** The least room for a value: what changed stays in sight. */
function leastOfEntry(entry: TreeItem, folding: Folding): number {
  const { sign, old, value } = entry;
  if (sign === undefined) return 2 * LEAST;
  return (
    lineWidth(entryLine({ ...entry, value: "", old: undefined, sign: "+" }, folding, 0)) + leastOf({ old, now: value })
  );
}

function entryLine(entry: TreeItem, folding: Folding, columns: number): Line {
  const isOpen = isUnfolded(entry, folding);
  const mark = entry.below === 0 ? " " : isOpen ? "▾" : "▸";
  const sign = entry.sign === undefined ? plain(" ") : signSpan(entry.sign);
  const front = [sign, plain(` ${"  ".repeat(entry.depth)}${mark} `), span("key", entry.key), plain(": ")];
  return [...front, ...entryValue(entry, isOpen, columns - lineWidth(front))];
}

function entryValue({ value, old, sign, below, inside }: TreeItem, isOpen: boolean, room: number): readonly TextSpan[] {
  if (below > 0) {
    const count = inside === 0 ? "" : `  ${inside} ${inside === 1 ? "change" : "changes"}`;
    return [span("muted", isOpen ? "" : value), span("changed", isOpen ? "" : count)];
  }
  if (sign === undefined) return [span("value", value)];
  return valueSpans(sign === "-" ? { old: value, now: undefined } : { old, now: value }, Math.max(4, room));
}
