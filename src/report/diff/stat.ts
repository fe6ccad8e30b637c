import { clip, displayWidth, padEnd, padStart, terminalSafe } from "../../base/terminal-text.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { plainText, type Row, segment } from "../text/row.ts";
import { newlyFailingSections, nodeSections } from "./comparison.ts";
import { signs } from "./parts.ts";
import { summaryRow } from "./summary.ts";

const WIDEST_PATH = 60;

/**
 * `--stat`: nodes that newly fail; one row for each unique change, with its number of nodes and its marker; other nodes
 * that differ as a whole, and the summary.
 */
export function statRows(comparison: Masked<Comparison>, options: { readonly full?: boolean } = {}): readonly Row[] {
  const rows = comparison.changes.map(({ change, nodes }) => ({
    path: clip(terminalSafe(printPath(change.path)), WIDEST_PATH),
    count: nodes.length,
    kind: change.kind,
  }));
  const pathWidth = rows.reduce((widest, row) => Math.max(widest, displayWidth(row.path)), 0);
  const digits = rows.reduce((widest, row) => Math.max(widest, String(row.count).length), 0);
  return [
    ...newlyFailingSections(comparison, options).flat(),
    ...rows.map(
      ({ path, count, kind }): Row => [
        plainText(" "),
        segment("path", padEnd(path, pathWidth)),
        plainText(` | ${padStart(String(count), digits)} ${count === 1 ? "node " : "nodes"}  `),
        segment(kind, signs[kind]),
      ],
    ),
    ...nodeSections(comparison, options).flat(),
    summaryRow(comparison),
  ];
}
