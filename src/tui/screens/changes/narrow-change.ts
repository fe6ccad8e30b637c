import { clip } from "../../../base/terminal-text.ts";
import { short } from "../../draw/counts.ts";
import type { Size } from "../../draw/layout.ts";
import { type Line, lineWidth, plain, span } from "../../draw/line.ts";
import type { ChangeSet } from "../../worker/protocol/data.ts";
import { namesText, signSpan, valueSpans } from "./change-line.ts";
import type { Entry } from "./entries.ts";

/** Whether lines are so short that a change takes two. */
export function isNarrowList({ columns }: Size): boolean {
  return columns < 60;
}

/** `▸ 12n ~ ntp:server`, and below it `"a" → "b"`; for whole nodes their names, and below what differs. */
export function narrowChange(
  entry: Entry & { readonly kind: "change" },
  set: ChangeSet,
  columns: number,
): readonly Line[] {
  const row = set.changes[entry.change];
  if (row === undefined) return [[], []];
  const mark = entry.depth > 0 ? " " : entry.isOpen ? "▾" : "▸";
  const count = entry.node === undefined ? `${short(row.nodes.length)}n ` : "";
  const front: Line = [plain(`${mark} ${count}`), signSpan(row.sign), plain(" ")];
  const below = plain("    ");
  if (!row.isValue) {
    return [
      [...front, span("node", namesText(row, set))],
      [below, plain(row.title)],
    ];
  }
  return [
    [...front, span("path", clip(row.title, Math.max(1, columns - lineWidth(front))))],
    [below, ...valueSpans(row, columns - 4)],
  ];
}
