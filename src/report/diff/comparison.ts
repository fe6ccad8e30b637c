import type { Comparison, FailingNode } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { Place } from "../../model/values/place.ts";
import { counted } from "../text/count.ts";
import { nameList } from "../text/names.ts";
import { emptyRow, plainText, type Row, segment } from "../text/row.ts";
import { type ChangeBlock, groupByNodes } from "./blocks.ts";
import { type ChangeOptions, changeRows } from "./change.ts";
import { summaryRow } from "./summary.ts";

/**
 * A whole comparison for people, row by row: the two states, nodes that newly fail, the changes in blocks of the same
 * nodes, nodes that are new, removed or renamed, and a summary that always includes the number of nodes compared.
 */
export function* comparisonRows(comparison: Masked<Comparison>, options: ChangeOptions = {}): Generator<Row> {
  const sections = [...newlyFailingSections(comparison, options), ...nodeSections(comparison, options)];
  if (comparison.changes.length > 0 || sections.length > 0) yield* [headerRow(comparison), emptyRow];
  yield* differenceRows(comparison, options);
  yield summaryRow(comparison);
}

/**
 * Nodes that newly fail, then the changes in blocks of the same nodes, then nodes that differ as a whole; an empty row
 * after each.
 */
export function* differenceRows(comparison: Masked<Comparison>, options: ChangeOptions = {}): Generator<Row> {
  const failing = newlyFailingSections(comparison, options);
  yield* failing.flat();
  if (failing.length > 0) yield emptyRow;
  for (const block of groupByNodes(comparison.changes)) {
    yield blockHead(block, options);
    for (const change of block.changes) yield* changeRows(change, options);
    yield emptyRow;
  }
  const sections = nodeSections(comparison, options);
  yield* sections.flat();
  if (sections.length > 0) yield emptyRow;
}

/** `HEAD~1 5c0ffee -> HEAD 9d21ab4 "subject"`: the subject is that of the later side, which explains the changes. */
function headerRow({ from, to }: Comparison): Row {
  const ends = [segment("title", from.title), segment("muted", " -> "), segment("title", to.title)];
  return to.subject === undefined ? ends : [...ends, plainText(` "${to.subject}"`)];
}

/** `12 nodes: web01.par1 … db04.par1`. */
function blockHead({ nodes }: Pick<ChangeBlock, "nodes">, options: { readonly full?: boolean } = {}): Row {
  return [plainText(`${counted(nodes.length, "node")}: `), ...nameList(nodes, options)];
}

/** Nodes that newly fail, one list of rows for each reason. */
export function newlyFailingSections(
  { nodes }: Masked<Comparison>,
  options: ChangeOptions,
): readonly (readonly Row[])[] {
  return failingSections(nodes.newlyFailing, options);
}

/** Other nodes that differ as a whole, one list of rows for each kind of difference. */
export function nodeSections(comparison: Masked<Comparison>, options: ChangeOptions): readonly (readonly Row[])[] {
  const { added, removed, renamed, newlyResolving, stillFailing } = comparison.nodes;
  const rows: (readonly Row[])[] = [];
  if (added.length > 0) rows.push([[segment("added", "+ "), ...stateRow(added, "added", options)]]);
  if (removed.length > 0) rows.push([[segment("removed", "- "), ...stateRow(removed, "removed", options)]]);
  if (renamed.length > 0) rows.push(renameRows(comparison, options));
  if (newlyResolving.length > 0)
    rows.push([[plainText("* "), ...stateRow(newlyResolving, "newly resolving", options)]]);
  if (stillFailing.length > 0) {
    rows.push([[segment("warning", "? "), ...stateRow(stillFailing, "not compared, failing on both sides", options)]]);
  }
  return rows;
}

function stateRow(names: readonly string[], state: string, options: ChangeOptions): Row {
  return [plainText(`${counted(names.length, "node")} ${state}: `), ...nameList(names, options)];
}

const MOST_RENAMES = 20;

function renameRows({ nodes }: Comparison, options: ChangeOptions): readonly Row[] {
  const shown = options.full === true ? nodes.renamed : nodes.renamed.slice(0, MOST_RENAMES);
  const left = nodes.renamed.length - shown.length;
  return [
    [segment("moved", "> "), plainText(`${counted(nodes.renamed.length, "node")} renamed:`)],
    ...shown.map(({ from, to }): Row => {
      return [plainText("    "), segment("node", from), segment("muted", " -> "), segment("node", to)];
    }),
    ...(left > 0 ? [[segment("muted", `    ... ${left} more (--full)`)]] : []),
  ];
}

/** Groups nodes that fail for the same reason at the same place; `state` describes what changed for them. */
export function failingSections(
  failing: readonly FailingNode[],
  options: ChangeOptions,
  state: (count: number) => string = newlyFails,
): readonly (readonly Row[])[] {
  const groups = new Map<string, { names: string[]; reason: Row }>();
  for (const node of failing) {
    const reason = reasonRow(node);
    const key = reason.map((part) => part.text).join("\n");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { names: [node.name], reason });
    else group.names.push(node.name);
  }
  return [...groups.values()].map(({ names, reason }) => [
    [segment("error", "! "), ...stateRow(names, state(names.length), options)],
    [plainText("    "), ...reason],
  ]);
}

function newlyFails(count: number): string {
  return count === 1 ? "newly fails" : "newly fail";
}

/** The first error, which makes the node fail. */
function reasonRow(node: FailingNode): Row {
  const first = node.diagnostics.find((diagnostic) => diagnostic.severity === "error") ?? node.diagnostics[0];
  if (first === undefined) return [segment("muted", "no reason is known")];
  const code = segment("error", `error[${first.code}]`);
  const place = first.span === undefined ? [] : [segment("source", `  ${lineOf(placeOf(first.span))}`)];
  return [code, plainText(`: ${first.message}`), ...place];
}

function lineOf(place: Place): string {
  return `${place.file}:${place.line}`;
}
