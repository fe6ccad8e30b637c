import type { Comparison, FailingNode } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { spanPlace } from "../../model/values/origin.ts";
import { counted, nodeSet, plainText, type Row, segment } from "../text/row.ts";
import { notComparedRows } from "./not-compared.ts";

interface StateOptions {
  readonly full?: boolean;
}

/** Nodes that newly fail, one list of rows for each reason. */
export function newlyFailingSections(
  { nodes }: Masked<Comparison>,
  options: StateOptions,
): readonly (readonly Row[])[] {
  return failingSections(nodes.newlyFailing, options);
}

/** Other nodes that differ as a whole, one list of rows for each kind of difference. */
export function nodeSections(comparison: Masked<Comparison>, options: StateOptions): readonly (readonly Row[])[] {
  const { added, removed, renamed, newlyResolving } = comparison.nodes;
  const rows: (readonly Row[])[] = [];
  if (added.length > 0) rows.push([[segment("added", "+ "), ...stateRow(added, "added", options)]]);
  if (removed.length > 0) rows.push([[segment("removed", "- "), ...stateRow(removed, "removed", options)]]);
  if (renamed.length > 0) rows.push(renameRows(comparison, options));
  if (newlyResolving.length > 0)
    rows.push([[plainText("* "), ...stateRow(newlyResolving, "newly resolving", options)]]);
  return [...rows, notComparedRows(comparison, options)];
}

function stateRow(names: readonly string[], state: string, options: StateOptions): Row {
  return [plainText(`${counted(names.length, "node")} ${state}: `), ...nodeSet(names, options)];
}

const MOST_RENAMES = 20;

function renameRows({ nodes }: Comparison, options: StateOptions): readonly Row[] {
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
  options: StateOptions,
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

/** The first error, which makes the node fail; else the first of what is known. */
export function firstError({ diagnostics }: FailingNode): FailingNode["diagnostics"][number] | undefined {
  return diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
}

function reasonRow(node: FailingNode): Row {
  const first = firstError(node);
  if (first === undefined) return [segment("muted", "no reason is known")];
  const code = segment("error", `error[${first.code}]`);
  const place = first.span === undefined ? [] : [segment("source", `  ${spanPlace(first.span)}`)];
  return [code, plainText(`: ${first.message}`), ...place];
}
