import { clip } from "../../../base/terminal-text.ts";
import { columnsLine } from "../../draw/columns.ts";
import { nodeCount } from "../../draw/counts.ts";
import type { Size } from "../../draw/layout.ts";
import { type Line, lineWidth, plain, span } from "../../draw/line.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import { changeSign, effectCells } from "./change-line.ts";
import type { Entry } from "./entries.ts";

/** Whether lines are so short that a change takes two. */
export function isNarrowList({ columns }: Size): boolean {
  return columns < 60;
}

/** `▸ ~ ntp:server`, and below it `"a" → "b"`; for whole nodes their names, and below what happens to them. */
export function narrowChange(
  entry: Entry & { readonly kind: "change" },
  set: ChangeSet,
  columns: number,
): readonly Line[] {
  const row = set.changes[entry.change];
  if (row === undefined) return [[], []];
  const mark = entry.node !== undefined ? " " : entry.isOpen ? "▾" : "▸";
  const front: Line = [plain(`${entry.depth > 0 ? " " : ""}${mark} `), ...changeSign(row), plain(" ")];
  const below = plain("    ");
  if (!row.isValue) {
    return [
      [...front, span("node", row.words)],
      [below, plain(row.title)],
    ];
  }
  return [
    [...front, span("path", clip(row.title, Math.max(1, columns - lineWidth(front))))],
    [
      below,
      ...columnsLine(
        [{ line: [span("muted", nodeCount(row.nodes.length, set.soFar === undefined))] }, ...effectCells(row)],
        columns - 4,
      ),
    ],
  ];
}
