import { displayWidth } from "../../../base/terminal-text.ts";
import { cell, fitted, type Line, lineWidth, plain, span, type TextSpan } from "../../draw/line.ts";
import { signSpan, valueSpans } from "../changes/change-line.ts";
import { type Folding, isUnfolded, type TreeItem } from "./tree.ts";

/** Narrower trees have no places. */
const ROOMY = 56;

/** Values of a node as lines, with `file:line` at the right. */
export function treeLines(entries: readonly TreeItem[], folding: Folding, columns: number): readonly Line[] {
  const widest = entries.reduce((most, { place }) => Math.max(most, displayWidth(place)), 0);
  const place = columns < ROOMY ? 0 : Math.min(widest, Math.floor(columns / 3));
  const left = place === 0 ? columns - 1 : columns - place - 3;
  return entries.map((entry) => {
    const line = entryLine(entry, folding, left);
    if (place === 0) return line;
    return [...fitted(line, left), plain("  "), span("source", cell(entry.place, place))];
  });
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
