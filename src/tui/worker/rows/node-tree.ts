import type { NodeOutcome, ReportedOutcome } from "../../../model/inventory/inventory.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { placeOf, type Value } from "../../../model/values/value.ts";
import { keyedParts } from "../../../model/values/value-at.ts";
import { diagnosticRows } from "../../../report/findings/diagnostic.ts";
import { inlineValue, type Row, summary } from "../../../report/text/row.ts";

const LONGEST = 1000;
const MOST_ROWS = 100_000;

/** Whether a node resolves, partially (with conflicts), or fails; `gone` if only the older state has it. */
export type NodeStatus = "resolves" | "partial" | "fails" | "gone";

export function nodeStatus({ node }: NodeOutcome): NodeStatus {
  if (node === undefined) return "fails";
  return node.conflicts.length > 0 ? "partial" : "resolves";
}

/** A value of a resolved node; the values inside it follow. The path is unique in the node. */
export interface TreeRow {
  readonly depth: number;
  readonly key: string;
  readonly path: string;
  /** A scalar as it is, anything else as a summary. */
  readonly value: string;
  readonly place: string;
}

/** Every value of a node; none if it does not resolve. */
export function treeRows(node: Masked<Value> | undefined): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  if (node !== undefined) addBelow(rows, node, []);
  return rows;
}

export function problemRows({ name, diagnostics }: ReportedOutcome): readonly Row[] {
  return diagnostics.flatMap((diagnostic) => [...diagnosticRows({ diagnostic, nodes: [name] }), []]);
}

function addBelow(rows: TreeRow[], value: Value, path: ParameterPath): void {
  for (const [key, child] of keyedParts(value)) {
    if (rows.length === MOST_ROWS) return;
    const at = [...path, key];
    const shown = {
      path: printPath(at),
      value: keyedParts(child).length > 0 ? summary(child) : lineOfValue(child, LONGEST),
      place: linePlace(child),
    };
    rows.push({ depth: path.length, key: key || '""', ...shown });
    addBelow(rows, child, at);
  }
}

/** A value in one line of so many characters. */
export function lineOfValue(value: Value, longest: number): string {
  const text = inlineValue(value, longest);
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** `file:line` of a value; explaining it shows where its references lead. */
export function linePlace({ origin }: Value): string {
  const { file, line } = placeOf(origin);
  return origin.start === 0 && origin.end === 0 ? file : `${file}:${line}`;
}
