import { claimText, type Proof } from "../../model/results/proof.ts";
import { counted, countedInThousands, nodeSet, plainText, type Row, segment } from "../text/row.ts";

/**
 * What was proved, in one line: `proved: mv class:ntp=time, no resolved difference, 412 nodes, 81,234 values, 96 policies`; or
 * why the claim does not hold.
 */
export function proofRow(proof: Proof): Row {
  const { claim, holds, unresolved, nodes, values, policies, allowed } = proof;
  const claimed = claimText(claim);
  if (unresolved.length > 0) {
    const verb = unresolved.length === 1 ? "does" : "do";
    return [
      segment("error", "not proved"),
      plainText(`: ${claimed}: ${counted(unresolved.length, "node")} ${verb} not resolve: `),
      ...nodeSet(unresolved),
    ];
  }
  if (!holds) return [segment("error", "not proved"), plainText(`: ${claimed}`)];
  const followed = claim.kind === "mv" ? allowed : [];
  const parts = [
    claimed,
    claim.kind === "only" ? "no other resolved difference" : "no resolved difference",
    ...(followed.length === 0 ? [] : [`${counted(followed.length, "value")} ${follows(followed.length)} the name`]),
    countedInThousands(nodes, "node"),
    countedInThousands(values, "value"),
    countedInThousands(policies, "policy", "policies"),
  ];
  return [segment("added", "proved"), plainText(`: ${parts.join(", ")}`)];
}

function follows(count: number): string {
  return count === 1 ? "follows" : "follow";
}
