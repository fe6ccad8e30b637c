import { type Cell, columnsLine, textCell, widest } from "../draw/columns.ts";
import { nodeCount, short } from "../draw/counts.ts";
import { cell, chosen, type Line, padded, plain, span } from "../draw/line.ts";
import type { Goal, GoalRow } from "./goals.ts";

interface GoalList {
  /** The row of the cursor. */
  readonly at: number;
  readonly columns: number;
  /** Whether the numbers of nodes are final. */
  readonly isWhole: boolean;
}

/** The rows as lines: `value  ssh:permit_root_login  no  9 nodes  classes/base.yml:4`. */
export function goalLines(rows: readonly GoalRow[], { at, columns, isWhole }: GoalList): readonly Line[] {
  const look = { columns: columns - 2, ...widths(rows), isWhole };
  return rows.map((row, index) => {
    const line = [plain(index === at ? "> " : "  "), ...rowLine(row, look)];
    return index === at ? chosen(padded(line, columns)) : line;
  });
}

interface RowLook extends Omit<GoalList, "at"> {
  readonly text: number;
  readonly value: number;
  readonly nodes: number;
}

/** The columns of what is beside other things. */
function widths(rows: readonly GoalRow[]): Pick<RowLook, "text" | "value" | "nodes"> {
  const goals = rows.flatMap((row): readonly Goal[] => (row.kind === "more" || row.kind === "search" ? [] : [row]));
  const besides = goals.filter(({ nodes, value }) => (nodes ?? value) !== undefined);
  return {
    text: widest(besides.map(({ text }) => text)),
    value: widest(besides.map(({ value = "" }) => value)),
    nodes: widest(besides.map(({ nodes }) => (nodes === undefined ? "" : nodeCount(nodes, false)))),
  };
}

const KIND = 6;

function rowLine(row: GoalRow, { columns, isWhole, ...widest }: RowLook): Line {
  if (row.kind === "more") return [span("muted", `${cell("", KIND)}  +${short(row.count)} more, → or l shows them`)];
  if (row.kind === "search") return [span("muted", cell("commit", KIND)), plain(`  all commits for ${row.name}`)];
  const { kind, text, value = "", nodes, place = "" } = row;
  const count = nodes === undefined ? "" : nodeCount(nodes, isWhole);
  const style = kind === "node" ? "node" : kind === "path" || kind === "value" ? "path" : "plain";
  const cells: readonly Cell[] = [
    { line: [span("muted", cell(kind, KIND))] },
    textCell(span(style, text), { column: widest.text, least: 12 }),
    textCell(span("value", value), { column: widest.value, least: 10 }),
    { line: [plain(count)], column: widest.nodes, isRight: true },
    textCell(span("source", place), { least: 12 }),
  ];
  return columnsLine(cells, columns);
}
