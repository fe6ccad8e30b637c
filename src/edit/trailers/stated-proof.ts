import { HeirError } from "../../model/findings/failure.ts";
import type { Claim } from "../../model/results/proof.ts";
import { type ParameterPath, parsePath } from "../../model/values/parameter-path.ts";
import { listedClassOf, renameOf } from "../claim.ts";

/** The trailer of a commit that states a proof. */
export const PROOF_TRAILER = "Heir-Proof";

/** A claim as a trailer states it: of nodes it has only the number. */
export type StatedClaim =
  | Exclude<Claim, { readonly kind: "only" }>
  | { readonly kind: "only"; readonly path: ParameterPath; readonly count: number };

/** What a trailer states (rule X5 of docs/concepts/edits.md). */
export interface StatedProof {
  readonly claim: StatedClaim;
  /** Nodes of the later state; undefined if the trailer does not say it. */
  readonly nodes: number | undefined;
  /** The first digits of the trees of both states. */
  readonly trees: { readonly from: string; readonly to: string };
}

/** Reads the value of a trailer: `CLAIM, N nodes, TREE..TREE`. Undefined for any other text. */
export function statedProof(text: string): StatedProof | undefined {
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
    if (error instanceof HeirError) return undefined;
    throw error;
  }
}
