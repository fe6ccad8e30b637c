import { command } from "../../base/terminal-text.ts";
import type { Weakened } from "../../compare/guards/policy.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { InventoryPlace } from "../../model/inventory/snapshot.ts";
import { mask } from "../../model/secrets/mask.ts";
import { noSecrets, type Secrets } from "../../model/secrets/secrets.ts";
import { counted, firstNames } from "../../report/text/row.ts";
import type { Finding } from "../workspace.ts";
import { type Consentable, TRAILERS } from "./consent.ts";
import type { Losses, LostNode } from "./losses.ts";

/** What speaks against a change besides findings in its data; somebody may consent to it. */
export interface Objection extends Consentable {
  /**
   * inventory: none where expected; nodes: more lost than `heir.maxLost`, or all; policy: a guarding key less strict;
   * reach: more differ than `heir.maxNodes`; proof: one that fails or is of other states; merge: what no side wrote.
   */
  readonly kind: "inventory" | "nodes" | "policy" | "reach" | "proof" | "merge";
  /** What the line of a ref says of it: the folder, the key, or how many nodes; absent for a proof and a merge. */
  readonly text?: string;
  readonly finding: Finding;
}

/** Whether a gate refuses what it objects to, or warns: before there is a message that could consent. */
export type Firmness = "refuses" | "warns";

/** Whether an objection refuses; a warning does not. */
export function refuses(objection: Objection): boolean {
  return objection.finding.diagnostic.severity === "error";
}

/** The objection to an inventory gone from a folder. `instead`: the inventory found where its files still are. */
export function inventoryLost(folder: string, instead?: InventoryPlace): Objection {
  const name = folder || ".";
  const lost = (message: string, hint?: string): Objection => {
    const found = finding("inventory-lost", undefined, message, { hint });
    return { kind: "inventory", text: name, finding: findingOf(found) };
  };
  if (instead === undefined) return lost(`there is no inventory in "${name}" any more`);
  const there = instead.folder === "" ? "the inventory at the top" : `the inventory in ${instead.folder}`;
  const why =
    instead.chosen === undefined ? `${there} lies around it` : `folder in heir.yml names ${instead.chosen.join(", ")}`;
  return lost(
    `${folder || "the inventory at the top"} is no longer found: ${why}`,
    `to keep it: ${command(["git", "config"], ["heir.folder", name])}, or "folder: ${name}" in a heir.yml at the top`,
  );
}

/** The objection to losing more nodes than allowed; losing all is never allowed (rule J4 in docs/concepts/gates.md). */
export function nodesLost(losses: Losses, allowed: number, firmness: Firmness): Objection | undefined {
  const { lost, before, after } = losses;
  const isEmptied = after === 0 && before > 0;
  if (lost.length === 0 || (lost.length <= allowed && !isEmptied)) return undefined;
  const verb = lost.length === 1 ? "is" : "are";
  const limit = isEmptied ? "0 nodes are left" : `heir.maxLost allows ${allowed}`;
  const count = `${lost.length} of ${counted(before, "node")}`;
  const as = firmness === "warns" && !isEmptied ? "warning" : undefined;
  const found = finding("nodes-lost", undefined, `${count} ${verb} lost: ${lostNames(lost)}; ${limit}`, { as });
  const needs = { name: TRAILERS.lost, value: lost.length };
  return { kind: "nodes", text: `${count} lost`, needs, finding: findingOf(found) };
}

/** The objection to a change of more nodes than `heir.maxNodes` allows. */
export function reachExceeded(nodes: number, limit: number): Objection {
  const text = `${counted(nodes, "node")} change${nodes === 1 ? "s" : ""}, heir.maxNodes allows ${limit}`;
  const found = finding("reach-exceeded", undefined, text);
  return { kind: "reach", text, needs: { name: TRAILERS.nodes, value: nodes }, finding: findingOf(found) };
}

/** The objection to a guarding key that is less strict. */
export function policyWeakened({ key, text, span }: Weakened, secrets: Secrets, firmness: Firmness): Objection {
  const as = firmness === "warns" ? "warning" : undefined;
  const found = finding("policy-weakened", span, text, { as });
  const needs = { name: TRAILERS.policy, value: key };
  return { kind: "policy", text: key, needs, finding: findingOf(found, secrets) };
}

/** A finding about no node. */
export function findingOf(diagnostic: Diagnostic, secrets: Secrets = noSecrets): Finding {
  return { diagnostic: mask("finding", diagnostic, secrets), nodes: [] };
}

/** The first five lost nodes by name, and how many more there are. */
export function lostNames(lost: readonly LostNode[]): string {
  const names = lost.map(({ name, file, folder }) => {
    if (folder !== undefined) return `${name} (now in ${folder || "the inventory at the top"})`;
    return file === undefined ? name : `${name} (${file} is no node file)`;
  });
  return firstNames(names, 5);
}

/** Objections in a few words, for the line of a ref. */
export function objectionTexts(objections: readonly Objection[]): readonly string[] {
  const texts = (...kinds: readonly Objection["kind"][]) =>
    objections.flatMap(({ kind, text = [] }) => (kinds.includes(kind) ? text : []));
  const [gone, keys] = [texts("inventory"), texts("policy")];
  const refused = (kind: Objection["kind"]) => objections.filter((each) => each.kind === kind && refuses(each)).length;
  const [met, proofs] = [refused("merge"), refused("proof")];
  return [
    ...(gone.length === 0 ? [] : [`${counted(gone.length, "inventory", "inventories")} lost (${gone.join(", ")})`]),
    ...(keys.length === 0 ? [] : [`policy weakened (${keys.join(", ")})`]),
    ...texts("reach", "nodes"),
    ...(met === 0 ? [] : [counted(met, "semantic conflict")]),
    ...(proofs === 0 ? [] : [counted(proofs, "false proof")]),
  ];
}
