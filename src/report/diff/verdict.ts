import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { counted } from "../text/count.ts";

/** What a reviewer has to know first, in one line: what fails, how many nodes change, which are new, gone or renamed. */
export function verdictText(comparison: Masked<Comparison>): string {
  const { nodes, lookedAt } = comparison;
  const failing = nodes.newlyFailing.length;
  const differing = differingNodes(comparison).size - onlyRenamed(comparison);
  const parts = [
    ...(failing === 0 ? [] : [`${counted(failing, "node")} newly ${failing === 1 ? "fails" : "fail"}`]),
    ...(nodes.renamed.length === 0 ? [] : [`${counted(nodes.renamed.length, "node")} renamed`]),
    ...(nodes.newlyResolving.length === 0 ? [] : [`${counted(nodes.newlyResolving.length, "node")} newly resolving`]),
    ...(differing === 0 ? [] : [changing(differing, lookedAt.nodes)]),
  ];
  return parts.length === 0 ? "no resolved difference" : parts.join("; ");
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
