import { command } from "../../../base/terminal-text.ts";
import { type Diagnostic, finding } from "../../../model/findings/diagnostic.ts";
import { orNone } from "../../../model/findings/failure.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { differingNodes } from "../../../model/results/comparison.ts";
import { type ParameterPath, parsePath, printPath } from "../../../model/values/parameter-path.ts";
import { leftOutText } from "../../../report/text/left-out.ts";
import { counted, firstNames } from "../../../report/text/row.ts";
import { type GateStep, inventoryPairs } from "../../../workspace/commits/inventory-pairs.ts";
import type { CommitRange, RepositoryReader, StepReader } from "../../../workspace/repository/hook-repository.ts";
import { type Claim, listedClassOf, type Proof, renameOf } from "./claim.ts";
import { prove } from "./prove.ts";

/** What became of a proof that a trailer states (rule X9 of docs/concepts/edits.md). */
export type Verification =
  | { readonly result: "holds" }
  /** Stale if the claim holds, but for other trees, or another number of nodes. */
  | { readonly result: "proof-stale" | "proof-false"; readonly why: string };

export interface CommitProof {
  readonly commit: string;
  /** The value of the trailer. */
  readonly text: string;
  readonly verification: Verification;
}

/**
 * Proves again what the trailers of commits state, newest first (rule X9 of docs/concepts/edits.md). Throws HeirError if
 * git fails, and what reading the states throws.
 */
export async function commitProofs(
  { old, now }: CommitRange,
  reader: RepositoryReader,
): Promise<readonly CommitProof[]> {
  const { repository } = reader;
  const trailers = await repository.trailersBetween(old, now, [PROOF_TRAILER]);
  const proofs: CommitProof[] = [];
  for (const { commit, value: text } of trailers) {
    const after = await repository.commit(commit, reader);
    const before = await repository.former(after, reader);
    proofs.push({ commit, text, verification: await verifyTrailer(text, { before, after }, reader) });
  }
  return proofs;
}

/** The findings of such proofs: none for those that hold. */
export async function proofFindings(range: CommitRange, reader: RepositoryReader): Promise<readonly Diagnostic[]> {
  const proofs = await commitProofs(range, reader);
  return proofs.flatMap((proof) => proofFinding(proof) ?? []);
}

/** The finding of a proof that does not hold, or holds for other states; undefined for one that holds. */
export function proofFinding({ commit, text, verification }: CommitProof): Diagnostic | undefined {
  const id = commit.slice(0, 7);
  const hint = `${command(["heir", "diff", `${id}^`, id])} shows what it changes`;
  return trailerFinding({ text, verification }, `commit ${id}`, hint);
}

/** The finding of a trailer; undefined for one that holds. `whose` states it: `commit 1a2b3c4`, `the message`. */
export function trailerFinding(
  { text, verification }: Omit<CommitProof, "commit">,
  whose: string,
  hint: string,
): Diagnostic | undefined {
  if (verification.result === "holds") return undefined;
  const { result, why } = verification;
  return finding(result, undefined, `${whose} states the proof "${text}", but ${why}`, { hint });
}

/**
 * Proves again what a trailer states, in each inventory of a commit, or of what is about to be one, and its first parent,
 * `before`. A proof that cannot be read is false, and so is one of states of which a part is left out or a node does not
 * resolve. Throws what reading the states throws.
 */
export async function verifyTrailer(
  text: string,
  { before, after }: GateStep,
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
  if (unresolved.length > 0) return `${counted(unresolved.length, "node does", "nodes do")} not resolve`;
  if (!holds) return differences(comparison);
  if (claim.kind !== "only") return undefined;
  const differing = new Set(allowed.flatMap((each) => each.nodes)).size;
  return differing > claim.count ? `${counted(differing, "node")} differ` : undefined;
}

const MOST_NAMED = 3;

function differences(comparison: Proof["comparison"]): string {
  const { added, removed } = comparison.nodes;
  const names = new Set([
    ...comparison.changes.map(({ change }) => printPath(change.path)),
    ...[...added, ...removed].map((name) => `node ${name}`),
  ]);
  const nodes = counted(differingNodes(comparison).size, "node");
  return `${firstNames([...names], MOST_NAMED)} ${names.size === 1 ? "differs" : "differ"} (${nodes})`;
}

export const PROOF_TRAILER = "Heir-Proof";

/** A claim as a trailer states it: of nodes it has only the number. */
export type StatedClaim =
  | Exclude<Claim, { readonly kind: "only" }>
  | { readonly kind: "only"; readonly path: ParameterPath; readonly count: number };

/** Reads the value of a trailer: `CLAIM, N nodes, TREE..TREE` (rule X5 of docs/concepts/edits.md). Undefined for any other text. */
function statedProof(text: string) {
  const match = /^(.+?)(?:, (\d+) nodes?)?, ([0-9a-f]{12,})\.\.([0-9a-f]{12,})$/s.exec(text);
  const [, claimed = "", nodes, from = "", to = ""] = match ?? [];
  const claim = statedClaim(claimed);
  return claim && { claim, nodes: nodes === undefined ? undefined : Number(nodes), trees: { from, to } };
}

function statedClaim(text: string): StatedClaim | undefined {
  if (text === "same") return { kind: "same" };
  const [, listed] = /^same but (.+)$/s.exec(text) ?? [];
  if (listed !== undefined) return stated(() => ({ kind: "same", but: listed.split(" ").map(listedClassOf) }));
  const [, named] = /^mv (.+)$/s.exec(text) ?? [];
  if (named !== undefined) return stated(() => ({ kind: "mv", renames: named.split(NEXT_RENAME).map(renameOf) }));
  const [, path, count] = /^only (.+) on (\d+) nodes?$/s.exec(text) ?? [];
  const reading = path === undefined ? undefined : parsePath(path);
  return reading?.kind === "path" ? { kind: "only", path: reading.path, count: Number(count) } : undefined;
}

/** The space before the next `KIND:OLD=NEW`. */
const NEXT_RENAME = / (?=(?:class|node|group|path|application|technique|directive|rule):)/;

/** Undefined for a text that is no claim. */
function stated(claim: () => StatedClaim): StatedClaim | undefined {
  try {
    return claim();
  } catch (error) {
    return orNone(error);
  }
}
