import { fitRow, widthsOf } from "../../report/text/fit.ts";
import { nodeCount, short } from "../draw/counts.ts";
import { cell, chosen, type Line, padded, plain, span } from "../draw/line.ts";
import type { GoalRow } from "./goals.ts";

interface GoalList {
  /** The row of the cursor. */
  readonly at: number;
  readonly columns: number;
  /** Whether the numbers of nodes are final. */
  readonly isWhole: boolean;
}

/** The rows as lines: `value  ssh:permit_root_login  no  9 nodes  classes/base.yml:4`. */
export function goalLines(rows: readonly GoalRow[], { at, columns, isWhole }: GoalList): readonly Line[] {
  const all = rows.map((row) => goalRow(row, isWhole));
  const widths = { ...widthsOf(all.filter((_, index) => isBeside(rows[index]))), count: 0 };
  return all.map((row, index) => {
    const line = [plain(index === at ? "> " : "  "), ...fitRow(row, columns - 2, widths)];
    return index === at ? chosen(padded(line, columns)) : line;
  });
}

/** Whether there is more in a row than a name. */
function isBeside(row: GoalRow | undefined): boolean {
  return row !== undefined && "text" in row && (row.nodes ?? row.value) !== undefined;
}

const KIND = 6;

function goalRow(row: GoalRow, isWhole: boolean): Line {
  if (row.kind === "more") return [span("muted", `${cell("", KIND)}  +${short(row.count)} more, → or l shows them`)];
  if (row.kind === "search") return [span("muted", cell("commit", KIND)), plain(`  all commits for ${row.name}`)];
  const { kind, text, value, nodes, place = "" } = row;
  const style = kind === "node" ? "node" : kind === "path" || kind === "value" ? "path" : "plain";
  return [
    span("muted", `${cell(kind, KIND)}  `),
    span(style, text, "path"),
    span("value", value === undefined ? "" : `  ${value}`, "new"),
    span("plain", nodes === undefined ? "" : `  ${nodeCount(nodes, isWhole)}`, "count"),
    span("source", place && `  ${place}`, "where"),
  ];
}
