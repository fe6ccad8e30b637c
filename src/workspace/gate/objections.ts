import { command } from "../../base/command.ts";
import type { Weakened } from "../../compare/guards/policy.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { InventoryPlace } from "../../model/inventory/snapshot.ts";
import { mask } from "../../model/secrets/mask.ts";
import { noSecrets, type Secrets } from "../../model/secrets/secrets.ts";
import { counted, firstNames } from "../../report/text/row.ts";
import type { Finding } from "../workspace.ts";
import type { Losses, LostNode } from "./losses.ts";

/** What speaks against a change besides findings in its data; somebody may consent to it. */
export type Objection =
  /** There is no inventory where one is expected. */
  | { readonly kind: "inventory"; readonly folder: string; readonly finding: Finding }
  /** More nodes are lost than `heir.maxLost` allows, or all. */
  | { readonly kind: "nodes"; readonly losses: Losses; readonly finding: Finding }
  /** A guarding key of the settings is less strict. */
  | { readonly kind: "policy"; readonly weakened: Weakened; readonly finding: Finding }
  /** A commit states a proof that does not hold, or holds for other states. */
  | { readonly kind: "proof"; readonly finding: Finding }
  /** What neither of two lines of work has written. */
  | {
      readonly kind: "merge";
      /** The commit that was made of both, whose trailer can consent; "" for any commit of the step. */
      readonly made: string;
      /** How much was met there. */
      readonly count: number;
      readonly finding: Finding;
    }
  /** More nodes differ than `heir.maxNodes` allows. */
  | { readonly kind: "reach"; readonly nodes: number; readonly limit: number; readonly finding: Finding };

/** Whether a gate refuses what it objects to, or warns: before there is a message that could consent. */
export type Firmness = "refuses" | "warns";

/** Whether an objection refuses; a warning does not. */
export function refuses(objection: Objection): boolean {
  return objection.finding.diagnostic.severity === "error";
}

/**
 * The objection to an inventory that is gone from a folder. `instead` is the inventory that is found where the files of the
 * lost one are still there.
 */
export function inventoryLost(folder: string, instead?: InventoryPlace): Objection {
  const lost = (message: string, hint?: string): Objection => {
    return { kind: "inventory", folder, finding: findingOf(finding("inventory-lost", undefined, message, { hint })) };
  };
  if (instead === undefined) return lost(`there is no inventory in "${folder || "."}" any more`);
  const there = instead.folder === "" ? "the inventory at the top" : `the inventory in ${instead.folder}`;
  const why =
    instead.chosen === undefined ? `${there} lies around it` : `folder in heir.yml names ${instead.chosen.join(", ")}`;
  return lost(
    `${folder || "the inventory at the top"} is no longer found: ${why}`,
    `to keep it: ${command(["git", "config"], ["heir.folder", folder || "."])}, or "folder: ${folder || "."}" in a heir.yml at the top`,
  );
}

/**
 * The objection to the loss of nodes, if more are lost than allowed. That no node is left is refused by every gate
 * (rule J4 in docs/concepts/gates.md).
 */
export function nodesLost(losses: Losses, allowed: number, firmness: Firmness): Objection | undefined {
  const { lost, before, after } = losses;
  const isEmptied = after === 0 && before > 0;
  if (lost.length === 0 || (lost.length <= allowed && !isEmptied)) return undefined;
  const verb = lost.length === 1 ? "is" : "are";
  const limit = isEmptied ? "0 nodes are left" : `heir.maxLost allows ${allowed}`;
  const message = `${lost.length} of ${counted(before, "node")} ${verb} lost: ${lostNames(lost)}; ${limit}`;
  const as = firmness === "warns" && !isEmptied ? "warning" : undefined;
  return { kind: "nodes", losses, finding: findingOf(finding("nodes-lost", undefined, message, { as })) };
}

/** The objection to a change of more nodes than `heir.maxNodes` allows. */
export function reachExceeded(nodes: number, limit: number): Objection {
  const found = finding("reach-exceeded", undefined, reachText(nodes, limit));
  return { kind: "reach", nodes, limit, finding: findingOf(found) };
}

function reachText(nodes: number, limit: number): string {
  return `${counted(nodes, "node")} change${nodes === 1 ? "s" : ""}, heir.maxNodes allows ${limit}`;
}

/** The objection to a guarding key that is less strict. */
export function policyWeakened(weakened: Weakened, secrets: Secrets, firmness: Firmness): Objection {
  const { text, span } = weakened;
  const as = firmness === "warns" ? "warning" : undefined;
  const found = finding("policy-weakened", span, text, { as });
  return { kind: "policy", weakened, finding: findingOf(found, secrets) };
}

/** The objection to a proof that a commit states. */
export function proofDoubted(diagnostic: Diagnostic): Objection {
  return { kind: "proof", finding: findingOf(diagnostic) };
}

/** A finding about no node. */
export function findingOf(diagnostic: Diagnostic, secrets: Secrets = noSecrets): Finding {
  return { diagnostic: mask("finding", diagnostic, secrets), nodes: [] };
}

/** The most lost nodes that are named. */
const MOST_NAMED = 5;

/** The first lost nodes by name, and how many more there are. */
export function lostNames(lost: readonly LostNode[]): string {
  const names = lost.map(({ name, file, folder }) => {
    if (folder !== undefined) return `${name} (now in ${folder || "the inventory at the top"})`;
    return file === undefined ? name : `${name} (${file} is no node file)`;
  });
  return firstNames(names, MOST_NAMED);
}

/** Objections in a few words, for the line of a ref. */
export function objectionTexts(objections: readonly Objection[]): readonly string[] {
  const keys = objections.flatMap((objection) => (objection.kind === "policy" ? objection.weakened.key : []));
  const gone = objections.flatMap((objection) => (objection.kind === "inventory" ? objection.folder || "." : []));
  const refused = (kind: Objection["kind"]) => objections.filter((each) => each.kind === kind && refuses(each)).length;
  const [met, proofs] = [refused("merge"), refused("proof")];
  return [
    ...(gone.length === 0 ? [] : [`${counted(gone.length, "inventory", "inventories")} lost (${gone.join(", ")})`]),
    ...(keys.length === 0 ? [] : [`policy weakened (${keys.join(", ")})`]),
    ...objections.flatMap((objection) => {
      if (objection.kind === "reach") return reachText(objection.nodes, objection.limit);
      if (objection.kind !== "nodes") return [];
      return `${objection.losses.lost.length} of ${counted(objection.losses.before, "node")} lost`;
    }),
    ...(met === 0 ? [] : [counted(met, "semantic conflict")]),
    ...(proofs === 0 ? [] : [counted(proofs, "false proof")]),
  ];
}
