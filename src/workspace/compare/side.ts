import type { FileChanges } from "../../compare/affected.ts";
import type { LoneNode } from "../../compare/changes/renames.ts";
import { allSecretPaths, withSecretPaths } from "../../compare/guards/policy.ts";
import type { Inventory, ReportedOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { ComparisonEnd, NewNode } from "../../model/results/printed-parts.ts";
import type { Identities } from "../../model/values/identity.ts";
import { leavesOf } from "../../model/values/value-at.ts";
import { type WalkedNode, walkNode } from "../../resolve/node.ts";
import { hasError, nodeOutcome } from "../load/outcome.ts";

export interface Side {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

export type Sides<Item> = Readonly<Record<"old" | "new", Item>>;

export interface Between {
  readonly before: Side;
  readonly after: Side;
  readonly files: FileChanges;
  readonly identities: Identities;
}

export type ComparedOutcome = Pick<ReportedOutcome, "node" | "diagnostics"> & Partial<Pick<ReportedOutcome, "reads">>;

/** The same of a node that is on one side only. */
export interface LoneOutcome extends LoneNode, Pick<ComparedOutcome, "diagnostics"> {
  /** `partly`: without the properties that are in conflict. */
  readonly resolves: "whole" | "partly" | "fails";
  /** Absent where it does not resolve. */
  readonly has: NewNode | undefined;
}

export type NodesAlone = Readonly<Record<"removed" | "added", readonly LoneOutcome[]>>;

/** A node that is on one side only, resolved. */
export function loneNode(name: string, { inventory }: Side): LoneOutcome {
  const { node, diagnostics } = outcomeOf(inventory, name);
  const resolves = node === undefined ? "fails" : node.conflicts.length > 0 ? "partly" : "whole";
  return { name, node, diagnostics, resolves, has: node && nodeHas(node), file: inventory.node(name)?.file };
}

function nodeHas({ name, definition, groups, parameters }: ResolvedNode): NewNode {
  const written = parameters.entries.filter(({ key }) => key !== "_reclass_");
  const values = written.flatMap(({ key, value }) => leavesOf(value, [key])).length;
  return { name, classes: definition.classes.map((own) => own.name), groups: groups.map((own) => own.name), values };
}

/** The ancestry of a node of one side; none if the inventory cannot be read. */
export function walkOf({ inventory }: Side, name: string): WalkedNode | undefined {
  return hasError(inventory) ? undefined : walkNode(inventory, name);
}

/** A node of one side, resolved, `walked` already or not; none resolves where the inventory cannot be read. */
export function outcomeOf(inventory: Inventory, name: string, walked?: WalkedNode): ComparedOutcome {
  if (hasError(inventory)) return { node: undefined, diagnostics: inventory.diagnostics };
  return nodeOutcome(inventory, name, { walked });
}

/** A state as shown to people and machines. */
export function endOf(snapshot: Snapshot): ComparisonEnd {
  const { title, id, subject } = snapshot;
  return { title, id, subject };
}

/** Two states, each with the secret paths of both: dropping a path from `secrets` reveals nothing (docs/secrets.md). */
export async function withBothSecrets(
  sides: readonly [Side, Side],
  load: (snapshot: Snapshot) => Promise<Side>,
): Promise<readonly [Side, Side]> {
  const paths = allSecretPaths(sides.map(({ inventory }) => inventory.settings));
  const guarded = async (side: Side): Promise<Side> => {
    const { snapshot, inventory } = side;
    const guards = withSecretPaths(inventory.settings, paths, snapshot.place.guards);
    return guards === undefined ? side : load({ ...snapshot, place: { ...snapshot.place, guards } });
  };
  return [await guarded(sides[0]), await guarded(sides[1])];
}
