import { displayWidth } from "../../../base/terminal-text.ts";
import { arrow } from "../../../report/diff/parts.ts";
import { fitRow } from "../../../report/text/fit.ts";
import { type Line, plain, span, withArrows } from "../../draw/line.ts";
import { signPart } from "../../worker/rows/block-rows.ts";
import { type Folding, isUnfolded, type TreeItem } from "./tree.ts";

interface TreeLook {
  readonly folding: Folding;
  /** The columns of places, at the right end. */
  readonly where: number;
}

/** How the values of a tree are aligned. */
export function treeLook(entries: readonly TreeItem[], folding: Folding): TreeLook {
  return { folding, where: entries.reduce((most, { place }) => Math.max(most, 2 + displayWidth(place)), 0) };
}

/** A value of a node, with `file:line` at the right. */
export function treeLine(entry: TreeItem, { folding, where }: TreeLook, columns: number): Line {
  const isOpen = isUnfolded(entry, folding);
  const mark = entry.below === 0 ? " " : isOpen ? "▾" : "▸";
  const sign = entry.sign === undefined ? plain("  ") : signPart(entry.sign);
  const front = [sign, plain(`${"  ".repeat(entry.depth)}${mark} `), span("key", `${entry.key}: `, "ref")];
  return fitRow(
    [...front, ...entryValue(entry, isOpen), span("source", entry.place && `  ${entry.place}`, "where")],
    columns,
    { where },
  );
}

function entryValue({ value, old, sign, below, inside }: TreeItem, isOpen: boolean): Line {
  if (below > 0) {
    const count = inside === 0 ? "" : `  ${inside} ${inside === 1 ? "change" : "changes"}`;
    return [span("muted", isOpen ? "" : value, "new"), span("changed", isOpen ? "" : count, "note")];
  }
  if (sign === undefined) return [span("value", value, "new")];
  if (sign === "-") return [span("removed", value, "old")];
  return old === undefined ? [span("added", value, "new")] : withArrows(arrow(old, value));
}
