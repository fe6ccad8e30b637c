import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { counted } from "../text/row.ts";
import { notCompared } from "./not-compared.ts";

/** What a reviewer has to know first, in one line: what fails, how many nodes change, which are new, gone or renamed. */
export function verdictText(comparison: Masked<Comparison>): string {
  const { nodes, lookedAt } = comparison;
  const differing = differingNodes(comparison).size - onlyRenamed(comparison);
  const parts = [
    ...newlyFails(nodes.newlyFailing.length),
    ...(nodes.renamed.length === 0 ? [] : [`${counted(nodes.renamed.length, "node")} renamed`]),
    ...(nodes.newlyResolving.length === 0 ? [] : [`${counted(nodes.newlyResolving.length, "node")} newly resolving`]),
    ...(differing === 0 ? [] : [changing(differing, lookedAt.nodes)]),
  ];
  return [
    ...(parts.length === 0 ? [noDifference(comparison)] : parts),
    ...notCompared(nodes.stillFailing.length, "node"),
  ].join("; ");
}

/** `2 nodes newly fail`, as part of a sentence; no part without any. */
export function newlyFails(count: number): readonly string[] {
  return count === 0 ? [] : [`${counted(count, "node")} newly ${count === 1 ? "fails" : "fail"}`];
}

/** Of nodes that fail on both sides nothing is known: if there are no others, nothing is compared. */
function noDifference({ nodes, lookedAt }: Comparison): string {
  const failing = nodes.stillFailing.length;
  return failing > 0 && failing === lookedAt.nodes ? "nothing compared" : "no resolved difference";
}

/** Names that differ only since a node has another one. */
function onlyRenamed({ nodes, changes }: Comparison): number {
  if (nodes.renamed.length === 0) return 0;
  const changed = new Set(changes.flatMap((change) => change.nodes));
  for (const { name } of nodes.newlyFailing) changed.add(name);
  return nodes.renamed.reduce((count, { to }) => count + (changed.has(to) ? 1 : 2), 0);
}

function changing(differing: number, nodes: number): string {
  return `${differing} of ${counted(nodes, "node")} ${differing === 1 ? "changes" : "change"}`;
}
