import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import type { Claim, Proof, Verification } from "../../model/results/proof.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { leftOutText } from "../../report/findings/left-out.ts";
import { counted } from "../../report/text/row.ts";
import { inventoryPairs, type StepReader } from "../../workspace/gate/pairs.ts";
import type { TreeState } from "../../workspace/hook-repository.ts";
import { prove } from "../prove.ts";
import { type StatedClaim, statedProof } from "./stated-proof.ts";

/** The states that a trailer is about: a commit, or what is about to be one, and its first parent. */
export interface StatedStates {
  readonly before: TreeState;
  readonly after: TreeState;
}

/**
 * Proves again what a trailer states, in each inventory of the two states. A proof that cannot be read is false, and so is
 * one of states of which a part is left out or a node does not resolve. Throws what reading the states throws.
 */
export async function verifyTrailer(
  text: string,
  { before, after }: StatedStates,
  reader: StepReader,
): Promise<Verification> {
  const stated = statedProof(text);
  if (stated === undefined) return { result: "proof-false", why: "it cannot be read" };
  const { workspace, signal } = reader;
  const pairs = await inventoryPairs(reader, { before, after });
  if (pairs.length === 0) return { result: "proof-false", why: "there is no inventory" };
  let nodes = 0;
  for (const pair of pairs) {
    const claim = await claimIn(stated.claim, pair.after, reader);
    const proof = await prove(workspace, pair, { claim, signal });
    const why = objection(proof, stated.claim);
    if (why !== undefined) return { result: "proof-false", why };
    nodes += proof.nodes;
  }
  const { from, to } = stated.trees;
  if (stated.nodes === nodes && before.tree.startsWith(from) && after.tree.startsWith(to)) return { result: "holds" };
  const trees = `${before.tree.slice(0, from.length)}..${after.tree.slice(0, to.length)}`;
  return { result: "proof-stale", why: `it holds for ${counted(nodes, "node")}, ${trees}` };
}

/** The claim, about all nodes where the trailer gives their number alone. */
async function claimIn(claim: StatedClaim, after: Snapshot, { workspace, signal }: StepReader): Promise<Claim> {
  if (claim.kind !== "only") return claim;
  const { nodeNames } = await workspace.load(after, { scope: "names", signal });
  return { kind: "only", path: claim.path, nodes: nodeNames };
}

/** Why a proof does not show what a trailer claims; undefined if it does. */
function objection({ holds, unresolved, comparison, allowed }: Proof, claim: StatedClaim): string | undefined {
  const [left] = comparison.lookedAt.leftOut;
  if (left !== undefined) return leftOutText(left);
  if (unresolved.length > 0) {
    return `${counted(unresolved.length, "node")} ${unresolved.length === 1 ? "does" : "do"} not resolve`;
  }
  if (!holds) return differences(comparison);
  if (claim.kind !== "only") return undefined;
  const differing = new Set(allowed.flatMap((each) => each.nodes)).size;
  return differing > claim.count ? `${counted(differing, "node")} differ` : undefined;
}

/** The most paths that are named. */
const MOST_NAMED = 3;

function differences(comparison: Proof["comparison"]): string {
  const { added, removed } = comparison.nodes;
  const names = new Set([
    ...comparison.changes.map(({ change }) => printPath(change.path)),
    ...[...added, ...removed].map((name) => `node ${name}`),
  ]);
  const shown = [...names].slice(0, MOST_NAMED).join(", ");
  const more = names.size - MOST_NAMED;
  const nodes = counted(differingNodes(comparison).size, "node");
  return `${shown}${more > 0 ? ` and ${more} more` : ""} ${names.size === 1 ? "differs" : "differ"} (${nodes})`;
}
