import { remembered } from "../../../base/remembered.ts";
import { short } from "../../draw/counts.ts";
import { type Line, lineWidth, plain, span } from "../../draw/line.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import { blockLine, changeLine, changeSign, valueSpans } from "./change-line.ts";
import type { Entry } from "./entries.ts";

/** An entry in so many columns. */
export const entryLine: (entry: Entry, set: ChangeSet, width: number) => Line = remembered(
  (entry: Entry, set: ChangeSet, width: number): Line => {
    switch (entry.kind) {
      case "head": {
        const mark = entry.isOpen ? "▾" : "▸";
        const block = entry.block === undefined ? undefined : set.blocks[entry.block];
        const isWhole = set.soFar === undefined;
        if (block !== undefined && entry.block !== undefined)
          return blockLine(block, entry.block + 1, { width, mark, isWhole });
        const count = `  ${short(entry.count)}${isWhole ? "" : "+"}`;
        return [plain(`${mark} `), span("node", entry.text), span("muted", count)];
      }
      case "gone":
        return [span("error", "×"), plain(" "), span("gone", entry.text)];
      case "node":
        return [plain("      "), span("node", set.nodes[entry.node] ?? "")];
      case "change": {
        const row = set.changes[entry.change];
        if (row === undefined) return [];
        if (entry.node === undefined) return changeLine(row, set, { width, mark: entry.isOpen ? "▾" : "▸" });
        return onNodeLine(row, width);
      }
    }
  },
);

/** A change in the group of one of its nodes. */
function onNodeLine(row: ChangeRow, width: number): Line {
  const front = [plain("    "), ...changeSign(row), plain(" ")];
  if (!row.isValue) return [...front, plain(row.title)];
  const title = [...front, span("path", row.title), plain("  ")];
  return [...title, ...valueSpans(row, width - lineWidth(title))];
}
