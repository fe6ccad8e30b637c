import { compareText } from "../../base/text-order.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { counted, nodeSet, rowText } from "../text/row.ts";

const FEW = 4;

/** The last line of a comparison: what differs, and always what was compared. The caller must still make the file names in it safe to show, as a row does. */
export function summaryText(comparison: Masked<Comparison>): string {
  const { changes, nodes, lookedAt } = comparison;
  const scope = scopeText(comparison);
  const such = (comparison.scope?.nodes.length ?? 0) > 0 ? "such " : "";
  if (lookedAt.nodes === 0)
    return `nothing compared${scope}: there are no ${such}nodes on either side; ${filesText(comparison)}`;
  const differing = differingNodes(comparison).size;
  const failing = notCompared(nodes.stillFailing.length);
  if (nodes.stillFailing.length === lookedAt.nodes)
    return `nothing compared${scope}: ${notCompared(lookedAt.nodes, "node").join("")}, failing on both sides; ${filesText(comparison)}`;
  const compared = comparedText(comparison);
  if (differing === 0 && changes.length === 0) {
    return `no resolved difference${scope}: ${[compared, ...failing, filesText(comparison)].join(", ")}`;
  }
  const changed = changing(differing, lookedAt.nodes) + scope;
  const found = [changed, counted(changes.length, "unique change"), ...nodeCounts(comparison)];
  const looked = [compared, ...failing, `${lookedAt.resolvedAgain} resolved again`, fileCount(comparison)];
  return `${found.join(", ")}; ${looked.join(", ")}`;
}

/** What was compared: the last line of a comparison in blocks. */
export function lookedAtText(comparison: Masked<Comparison>): string {
  const { nodes, lookedAt } = comparison;
  const failing = notCompared(nodes.stillFailing.length);
  const compared = `${comparedText(comparison)}${scopeText(comparison)}`;
  return [compared, ...failing, `${lookedAt.resolvedAgain} resolved again`, fileCount(comparison)].join(", ");
}

function comparedText({ nodes, lookedAt, sideBySide }: Comparison): string {
  const compared = `${counted(lookedAt.nodes - nodes.stillFailing.length, sideBySide ? "pair" : "node")} compared`;
  const follow = sideBySide?.followName ?? 0;
  return follow === 0 ? compared : `${compared}, ${counted(follow, "value")} as the names`;
}

/** ` on web* at ntp, dns except at dns:search`; empty for a comparison of everything. */
function scopeText({ scope }: Comparison): string {
  const parts = [
    [" on ", scope?.nodes],
    [" at ", scope?.paths],
    [" except at ", scope?.without],
  ] as const;
  return parts.flatMap(([word, texts = []]) => (texts.length === 0 ? [] : [word + texts.join(", ")])).join("");
}

function nodeCounts({ nodes }: Comparison): readonly string[] {
  const { added, removed, renamed, newlyFailing, newlyResolving } = nodes;
  const counts: readonly (readonly [number, string, string])[] = [
    [added.length, "is new", "are new"],
    [removed.length, "is gone", "are gone"],
    [renamed.length, "is renamed", "are renamed"],
    [newlyFailing.length, "newly fails", "newly fail"],
    [newlyResolving.length, "newly resolves", "newly resolve"],
  ];
  return counts.flatMap(([count, one, many]) => {
    return count === 0 ? [] : [`${counted(count, "node")} ${count === 1 ? one : many}`];
  });
}

function fileCount({ lookedAt }: Comparison): string {
  return `${counted(lookedAt.files.length, "file")} changed`;
}

/** The files by name: without a difference, people ask which files were compared. */
function filesText(comparison: Comparison): string {
  const { files } = comparison.lookedAt;
  if (files.length === 0) return "no file of the inventory changed";
  const more = files.length > FEW ? `, … ${files.length - FEW} more` : "";
  return `${fileCount(comparison)} (${files.slice(0, FEW).join(", ")}${more})`;
}

/** `--nodes-only`: the sorted names of all nodes that differ. The caller must still make them safe to show. */
export function differingNodeNames(comparison: Masked<Comparison>): readonly string[] {
  return [...differingNodes(comparison)].sort(compareText);
}

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
  const said = parts.length === 0 ? [noDifference(comparison)] : parts;
  return [...said, ...notCompared(nodes.stillFailing.length, "node")].join("; ");
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

/** `2 of 14 nodes change`. */
export function changing(differing: number, nodes: number): string {
  return `${differing} of ${counted(nodes, "node")} ${differing === 1 ? "changes" : "change"}`;
}

/** `2 nodes not compared`, as part of a sentence; no part where all were compared (rule V8 of docs/concepts/review.md). */
export function notCompared(count: number, what?: string): readonly string[] {
  return count === 0 ? [] : [`${what === undefined ? count : counted(count, what)} not compared`];
}

/** `2 nodes not compared: web[1-2]`: the nodes that resolve on neither side. The caller must still make the names safe to show. */
export function nodesNotCompared({ nodes: { stillFailing } }: Comparison): readonly string[] {
  return notCompared(stillFailing.length, "node").map(
    (text) => `${text}: ${rowText(nodeSet(stillFailing.map(({ name }) => name)))}`,
  );
}
