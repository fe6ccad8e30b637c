import { command } from "../../base/command.ts";
import { grouped } from "../../base/grouped.ts";
import { quotedName } from "../../base/name-set.ts";
import type { Comparison, ComparisonEnd, FailingNode } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { counted, nodeSet, plainText, type Row, rowText, segment } from "../text/row.ts";

/** `2 nodes not compared`, as part of a sentence; no part where all were compared (rule V8 of docs/concepts/review.md). */
export function notCompared(count: number, what?: string): readonly string[] {
  return count === 0 ? [] : [`${what === undefined ? count : counted(count, what)} not compared`];
}

/** `2 nodes not compared: web[1-2]`: the nodes that resolve on neither side. The caller must still make the names safe to show. */
export function nodesNotCompared({ nodes: { stillFailing } }: Comparison): readonly string[] {
  return notCompared(stillFailing.length, "node").map((text) => `${text}: ${rowText(nodeSet(namesOf(stillFailing)))}`);
}

/** Nodes that resolve on neither side, a row for each code of a first error, with the command that says more. */
export function notComparedRows(
  { nodes, to }: Masked<Comparison>,
  options: { readonly full?: boolean } = {},
): readonly Row[] {
  return [...grouped(nodes.stillFailing, codeOf)].map(([code, failing]): Row => {
    const state = `${counted(failing.length, "node")} not compared, failing on both sides with ${code}: `;
    const one = failing.slice(0, 1).flatMap(({ name, isOfAll }) => (isOfAll ? [] : ["--", quotedName(name)]));
    const ask = command(["heir", "check", ...operandOf(to), ...one]);
    return [
      segment("warning", "? "),
      plainText(state),
      ...nodeSet(namesOf(failing), options),
      segment("muted", `  (${ask})`),
    ];
  });
}

/** Nodes without the node that they were to be compared with. */
export function unpairedRows({ sideBySide }: Masked<Comparison>): readonly Row[] {
  return (sideBySide?.unpaired ?? []).map(({ from, to }): Row => {
    return [segment("warning", "? "), plainText(`not compared: ${from}, as there is no node ${to}`)];
  });
}

function namesOf(nodes: readonly FailingNode[]): readonly string[] {
  return nodes.map(({ name }) => name);
}

function codeOf({ diagnostics }: FailingNode): string {
  return diagnostics.find(({ severity }) => severity === "error")?.code ?? "no error";
}

/** A state as `heir check` takes it, which reads the work tree without. What is yet to be written fails as it did before. */
function operandOf({ title }: ComparisonEnd): readonly string[] {
  const state = title.replace(/, edited$/, "");
  if (state === "work tree" || state === "directory") return [];
  return [state === "index" ? "INDEX" : (state.split(" ").at(-1) ?? state)];
}
