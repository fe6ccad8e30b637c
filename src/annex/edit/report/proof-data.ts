import { compareText } from "../../../base/text-order.ts";
import type { FoldedChange } from "../../../model/results/change.ts";
import { foldedChangeData } from "../../../report/data/comparison.ts";
import { counted, countedInThousands, nodeSet, plainText, type Row, segment } from "../../../report/text/row.ts";
import type { ProvedPlan } from "../plan.ts";
import { claimText, type Proof } from "../proof/claim.ts";
import type { CommitProof } from "../proof/verify.ts";
import { placedChanges } from "./placed-changes.ts";

/** Digits of a tree in a trailer. */
const TREE_DIGITS = 12;

/** A proof and the trees of its states. */
export interface ProvedStates {
  readonly proof: Proof;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Whether a claim about two states holds: `heir prove --json`. */
export function proveData({ proof, from, to }: ProvedStates) {
  const { claim, holds, nodes, values, policies, comparison, allowed, unresolved } = proof;
  return {
    v: 1 as const,
    claim: claimText(claim),
    proof: {
      holds,
      nodes,
      values,
      policies,
      from: shortTree(from) ?? null,
      to: shortTree(to) ?? null,
      changes: comparison.changes.map(foldedChangeData),
      followed: claim.kind === "mv" ? allowed.map(foldedChangeData) : [],
      unresolved,
      reordered: reordered(comparison.changes),
    },
    left_out: comparison.lookedAt.leftOut,
  };
}

/** The trailer of a commit for a proof (rule X5 of docs/concepts/edits.md); undefined if a state has no tree. */
export function trailerLine({ proof, from, to }: ProvedStates): string | undefined {
  const [old, now] = [shortTree(from), shortTree(to)];
  if (old === undefined || now === undefined) return undefined;
  const { claim, nodes } = proof;
  return `Heir-Proof: ${claimText(claim)}, ${counted(nodes, "node")}, ${old}..${now}`;
}

function shortTree(tree: string | undefined): string | undefined {
  return tree?.slice(0, TREE_DIGITS);
}

/** Nodes with the same policies in another order. */
function reordered(changes: readonly FoldedChange[]): readonly string[] {
  const found = changes.filter(({ change: { path } }) => path.length === 1 && path[0] === "policies");
  return [...new Set(found.flatMap(({ nodes }) => nodes))].sort(compareText);
}

/** An edit for programs; with `isRefused` it does not hold, whatever its proof says. */
export function editData(
  { verb, files, notFollowed = [], proof }: ProvedPlan,
  { written, isRefused }: { readonly written: boolean; readonly isRefused: boolean },
) {
  const shown = isRefused ? { ...proof, holds: false } : proof;
  const { v, claim, ...proved } = proveData({ proof: shown, from: undefined, to: undefined });
  const placed = files.map((edit) => {
    const { path, from, file } = edit;
    return { path, from, ...(file !== undefined && { [file]: true }), edits: placedChanges(edit) };
  });
  return { v, edit: verb, claim, written, files: placed, not_followed: notFollowed, ...proved };
}

/** The proofs that commits state, proved again, newest first: `heir prove --trailers RANGE --json`. */
export function trailersData(proofs: readonly CommitProof[]) {
  const data = proofs.map(({ commit, text, verification }) => {
    const why = verification.result === "holds" ? null : verification.why;
    return { commit, proof: text, result: verification.result, why };
  });
  return { v: 1, proofs: data };
}

/**
 * What was proved, in one line: `proved: mv class:ntp=time, no resolved difference, 412 nodes, 81,234 values, 96 policies`;
 * or why the claim does not hold.
 */
export function proofRow(proof: Proof): Row {
  const { claim, holds, unresolved, nodes, values, policies, allowed } = proof;
  const claimed = claimText(claim);
  if (unresolved.length > 0) {
    const many = counted(unresolved.length, "node does", "nodes do");
    return [segment("error", "not proved"), plainText(`: ${claimed}: ${many} not resolve: `), ...nodeSet(unresolved)];
  }
  if (!holds) return [segment("error", "not proved"), plainText(`: ${claimed}`)];
  const followed = claim.kind === "mv" ? allowed : [];
  const parts = [
    claimed,
    claim.kind === "only" ? "no other resolved difference" : "no resolved difference",
    ...(followed.length === 0 ? [] : [`${counted(followed.length, "value follows", "values follow")} the name`]),
    countedInThousands(nodes, "node"),
    countedInThousands(values, "value"),
    countedInThousands(policies, "policy", "policies"),
  ];
  return [segment("added", "proved"), plainText(`: ${parts.join(", ")}`)];
}
