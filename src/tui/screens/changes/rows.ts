import { remembered } from "../../../base/remembered.ts";
import { fitRow, type Widths, wholeWidth, widthsOf } from "../../../report/text/fit.ts";
import { counted } from "../../../report/text/row.ts";
import { type Line, nodeCount, plain, short, span, type TextSpan, withArrows } from "../../draw/line.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { Entry } from "./entries.ts";

/** An entry in so many columns, aligned with the other rows of its set. */
export const entryLine: (entry: Entry, set: ChangeSet, width: number) => Line = remembered(
  (entry: Entry, set: ChangeSet, width: number): Line =>
    fitRow(withArrows(entryRow(entry, set)), width, entry.kind === "edit" ? {} : setWidths(set).aligned),
);

/** The columns that the rows of a set take without a cut, places left out. */
export function neededColumns(set: ChangeSet): number {
  return setWidths(set).whole;
}

/** Remembered, since they depend on every row. */
const setWidths: (set: ChangeSet) => { readonly aligned: Widths; readonly whole: number } = remembered(
  (set: ChangeSet) => {
    const rows = set.changes.map((_, change) =>
      entryRow({ kind: "change", id: "", change, depth: 1, isOpen: false }, set),
    );
    const aligned = widthsOf(rows);
    const { count = 0, path = 0 } = aligned;
    const widths = rows.map((row) => {
      const parts = row.filter(({ role }) => role !== "where");
      const ofPath = wholeWidth(row.filter(({ role }) => role === "path"));
      const ofCount = wholeWidth(row.filter(({ role }) => role === "count"));
      return wholeWidth(parts) + Math.max(0, path - ofPath) + count - ofCount;
    });
    return { aligned, whole: widths.reduce((most, each) => Math.max(most, each), 0) };
  },
);

/** An entry with nothing cut: `▸ 12 nodes  ~ ntp:server  "a" → "b"  type change`. */
export function entryRow(entry: Entry, set: ChangeSet): Line {
  const isWhole = set.soFar === undefined;
  const mark = plain("isOpen" in entry ? (entry.isOpen ? "▾ " : "▸ ") : "  ");
  switch (entry.kind) {
    case "head": {
      const block = entry.block === undefined ? undefined : set.blocks[entry.block];
      if (block !== undefined) return [mark, countPart(block.nodes.length, isWhole), plain("  "), ...block.row];
      return [mark, span("node", entry.text), span("muted", `  ${short(entry.count)}${isWhole ? "" : "+"}`)];
    }
    case "edit":
      return [plain("    "), ...(set.blocks[entry.block]?.about ?? [])];
    case "followers": {
      const { changes, nodes } = entry;
      const follow = changes.length === 1 ? "value follows" : "values follow";
      const text = `${changes.length} ${follow} ${entry.reference} on ${counted(nodes, "node")}`;
      return [plain("  "), mark, span("muted", text)];
    }
    case "gone":
      return [span("error", "×"), plain(" "), span("gone", entry.text)];
    case "node":
      return [plain("      "), span("node", set.nodes[entry.node] ?? "")];
    case "change": {
      const row = set.changes[entry.change];
      if (row === undefined) return [];
      const front = [plain("  ".repeat(entry.depth)), mark];
      if (entry.node !== undefined || row.nodes.length === 0 || set.isOfOne === true) return [...front, ...row.row];
      return [...front, countPart(row.nodes.length, isWhole), plain("  "), ...row.row];
    }
  }
}

function countPart(count: number, isWhole: boolean): TextSpan {
  return span("node", nodeCount(count, isWhole), "count");
}
