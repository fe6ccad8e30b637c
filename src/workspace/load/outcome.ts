import { addToSet } from "../../base/text-order.ts";
import type { LoneNode } from "../../compare/changes/renames.ts";
import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import type { Inventory, ReportedOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import { isSkipped } from "../../model/inventory/lfs-or-filter.ts";
import { wholeParts } from "../../model/inventory/node-parts.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { NewNode } from "../../model/results/printed-parts.ts";
import { mask, maskFindings, maskValue } from "../../model/secrets/mask.ts";
import type { Masked, SecretsChoice, SecretsOptions } from "../../model/secrets/masked.ts";
import { joinedSecrets, type Secrets } from "../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { leavesOf } from "../../model/values/value-at.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { readsOf, resolveWalked, type WalkedNode, walkNode } from "../../resolve/node.ts";

/** A node resolved, its findings masked; `walked` is the node as it was walked. Throws HeirError for a name that the inventory does not have. */
export function nodeOutcome(
  inventory: Inventory,
  name: string,
  { secrets, walked = walkNode(inventory, name) }: SecretsOptions & { readonly walked?: WalkedNode | undefined } = {},
): ReportedOutcome {
  const outcome = resolveWalked(walked);
  return { ...outcome, diagnostics: maskFindings(outcome.diagnostics, secretsOf([inventory], secrets)) };
}

/** Whether one of the findings is an error: an inventory of which that is true cannot be read, so that no node of it resolves. */
export function hasError({ diagnostics }: { readonly diagnostics: readonly Pick<Diagnostic, "severity">[] }): boolean {
  return diagnostics.some(isError);
}

/** Reads what some nodes read where secrets are masked, so that these are known in any order; nodes may be missing. */
export function readSecrets(inventory: Inventory, names: Iterable<string>): void {
  if (inventory.secrets.paths.length === 0 || hasError(inventory)) return;
  for (const name of names) {
    if (inventory.node(name) === undefined) continue;
    readsOf(inventory, name);
    inventory.runtimeFiles(name);
  }
}

type HasSecrets = Pick<Inventory, "secrets">;

/** The secrets of some inventories. Call it after loading the values you will print: loading finds more secrets. */
export function secretsOf(inventories: readonly HasSecrets[], choice: SecretsChoice = "mask"): Secrets | "shown" {
  return choice === "show" ? "shown" : joinedSecrets(inventories.map(({ secrets }) => secrets));
}

/** Masks the values of a resolved node; mappings stay mappings. */
export function maskedNode(node: ResolvedNode, inventory: HasSecrets): Masked<ResolvedNode> {
  return mask("node", node, secretsOf([inventory]));
}

/** Masks sections of a node; mappings stay mappings. */
export function maskedMap(sections: MapValue, inventories: readonly HasSecrets[]): MapValue {
  const shown = shownValues(inventories, "mask");
  return { ...sections, entries: sections.entries.map((each) => ({ ...each, value: shown(each.value, [each.key]) })) };
}

/** Masks the values of nodes for display; the path is that of the value, from the node object on. */
export function shownValues(
  inventories: readonly HasSecrets[],
  choice: SecretsChoice,
): (value: Value, path: ParameterPath) => Masked<Value> {
  const secrets = secretsOf(inventories, choice);
  return (value, path) => maskValue(value, path, secrets);
}

/** What a node gets, as one mapping of sections: all ten where none are named. */
export function wholeNode(inventory: Inventory, node: ResolvedNode, sections = wholeParts): MapValue {
  return new NodeData(inventory, { node }).whole(sections);
}

/** The value of a node at a path from the node object on; undefined if there is none. */
export function valueOfNode(inventory: Inventory, node: ResolvedNode, path: ParameterPath): Value | undefined {
  return new NodeData(inventory, { node }).at(path);
}

/** What a comparison leaves out: also a side without an inventory. */
export function leftOutBetween(from: Snapshot, to: Snapshot): readonly LeftOut[] {
  const sides = [["from", from] as const, ["to", to] as const];
  const missing = sides.flatMap(([side, { place }]): readonly LeftOut[] => {
    return place.missing === undefined ? [] : [{ kind: "no-inventory", side }];
  });
  return [...missing, ...leftOutOf([from, to])];
}

/** What an answer about some states leaves out because of the states themselves. */
export function leftOutOf(snapshots: readonly Snapshot[]): readonly LeftOut[] {
  const found = snapshots.flatMap(({ diagnostics, lost = new Map(), leftOut = [] }) => [
    ...[...diagnostics, ...lost.values()].flatMap(unmergedFile),
    ...leftOut,
  ]);
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function unmergedFile({ code, span }: Snapshot["diagnostics"][number]): readonly LeftOut[] {
  return code === "unmerged" && span !== undefined ? [{ kind: "unmerged", file: span.file.path }] : [];
}

/** The path of the file that a finding is about, if the reader left that file out (`heir.skipFilter`). */
function skippedFile({ code, span }: Pick<Diagnostic, "code" | "span">): string | undefined {
  return code === "filtered-file" && span !== undefined && isSkipped(span.file.blob) ? span.file.path : undefined;
}

/** Nodes that are not judged, as they need files that the reader left out (rule S17 in docs/concepts/snapshots.md). */
export class NotJudged {
  private readonly files = new Map<string, Set<string>>();

  /** Whether these findings of nodes are about such files; if so, the nodes are not judged. */
  takes(diagnostics: readonly Pick<Diagnostic, "code" | "span">[], nodes: readonly string[]): boolean {
    const files = diagnostics.flatMap((each) => skippedFile(each) ?? []);
    for (const file of files) for (const node of nodes) addToSet(this.files, file, node);
    return files.length > 0;
  }

  has(node: string): boolean {
    return [...this.files.values()].some((nodes) => nodes.has(node));
  }

  /** The files that some node needs. */
  get leftOut(): readonly LeftOut[] {
    return filesLeftOut(this.files);
  }
}

/** Files that were left out, with the nodes that need them. */
export function filesLeftOut(files: ReadonlyMap<string, ReadonlySet<string>>): readonly LeftOut[] {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([file, nodes]) => ({ kind: "filter", file, nodes: [...nodes].sort() }));
}

/** One of the two states of a comparison, loaded. */
export interface Side {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

/** A node of one side: resolved or not, with its findings, and what it read where that is asked for. */
export type ComparedOutcome = Pick<ReportedOutcome, "node" | "diagnostics"> & Partial<Pick<ReportedOutcome, "reads">>;

/** The same of a node that is on one side only. */
export interface LoneOutcome extends LoneNode, Pick<ComparedOutcome, "diagnostics"> {
  /** `partly`: without the properties that are in conflict. */
  readonly resolves: "whole" | "partly" | "fails";
  /** Absent where it does not resolve. */
  readonly has: NewNode | undefined;
}

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

/** A node as a mapping of its parts, with its secrets masked. */
export function shownNode(node: ResolvedNode, inventory: Inventory): Value {
  return shownValues([inventory], "mask")(wholeNode(inventory, node), []);
}
