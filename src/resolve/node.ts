import { type Diagnostic, isError } from "../model/findings/diagnostic.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Definition, NameMention } from "../model/inventory/definition.ts";
import type { Group } from "../model/inventory/group.ts";
import type { GroupConflict, Inventory, NodeOutcome, ReadSet, ResolvedNode } from "../model/inventory/inventory.ts";
import { mappingOf, startOf } from "../model/values/value.ts";
import { groupsRead, type Linearisation, linearise } from "./ancestry/linearise.ts";
import { automaticStep, environmentOf } from "./ancestry/made-steps.ts";
import { type NodeNames, walkedNames } from "./contracts/node-contracts.ts";
import { groupAncestors, memberOf, type NodeGroups, nodeGroups } from "./groups/node-groups.ts";
import { resolvedValues } from "./merge/merge.ts";
import { queryAnswers } from "./merge/query.ts";
import { conflictFault, conflictsOf } from "./orders/conflicts.ts";
import { judgeOrders, type OrdersJudgement, otherWalks } from "./orders/judge.ts";
import { exceededLimit } from "./orders/outcome.ts";

/**
 * Resolves one node. Faults in the data are diagnostics of the outcome, which has the node if none is an error; a
 * conflict between groups only leaves out its property. Throws HeirError for an unknown name.
 */
export function resolveNode(inventory: Inventory, name: string): NodeOutcome {
  return resolveDefinition(inventory, givenNode(inventory, name));
}

/** As {@link resolveNode}, for a definition that need not be in the inventory. `held` as in `linearise`. */
export function resolveDefinition(inventory: Inventory, definition: Definition, held?: NodeGroups): NodeOutcome {
  return resolveWalked({ inventory, definition, ancestry: linearise(inventory, definition, { held }) });
}

/** A group with its ancestors as a node in no other group gets them, parents ordered by its own list. Never fails. */
export function resolveGroup(inventory: Inventory, group: Group): NodeOutcome {
  return resolveDefinition(inventory, memberOf(group), groupAncestors(inventory, group.id));
}

/** The global parameters as a node would get them that is in no group. */
export function resolveGlobals(inventory: Inventory): NodeOutcome {
  const { file } = inventory.groups.globals.values.origin;
  return resolveDefinition(inventory, memberOf({ id: "globals", file }), groupAncestors(inventory, ""));
}

/** A node whose ancestry is known. */
export interface WalkedNode {
  readonly inventory: Inventory;
  readonly definition: Definition;
  readonly ancestry: Linearisation;
}

/** The ancestry of a node, without its values. Throws as {@link resolveNode} does. */
export function walkNode(inventory: Inventory, name: string): WalkedNode {
  const definition = givenNode(inventory, name);
  return { inventory, definition, ancestry: linearise(inventory, definition) };
}

/** The layers, names and groups of a node that need not resolve, without values. Throws as {@link resolveNode} does. */
export function nodeWithoutValues(inventory: Inventory, name: string): ResolvedNode {
  const { definition, ancestry } = walkNode(inventory, name);
  const { steps, classes, applications, held, reads } = ancestry;
  const environment = environmentOf(definition, inventory.settings);
  const none = mappingOf([], startOf(definition.file));
  const values = { parameters: none, exports: none };
  const names = { classes, applications, groups: held.groups.map(mentionOf), conflicts: [], latent: [] };
  return { name: definition.name, definition, steps, ...names, ...values, environment, reads };
}

/** As {@link resolveNode}. */
export function resolveWalked(walked: WalkedNode): NodeOutcome {
  const { inventory, definition, ancestry } = walked;
  const { name } = definition;
  const { judged, conflicts, latent, reads, found } = ordersOf(walked);
  const limit = judged === undefined ? undefined : exceededLimit(inventory, name);
  if (limit !== undefined || judged?.fault !== undefined || ancestry.diagnostics.some(isError)) {
    const diagnostics = errorsFirst(limit === undefined ? found : [...found, limit]);
    return { name, node: undefined, conflicts, reads, diagnostics };
  }
  const own = definition.file;
  const { steps, held, rules } = ancestry;
  const answers = queryAnswers(inventory, ancestry.reads.environment);
  const values = resolvedValues(steps, { inventory, rules, answers, own, without: leftOutNames(conflicts) });
  const diagnostics = errorsFirst([...found, ...values.diagnostics]);
  if (values.diagnostics.some(isError)) return { name, node: undefined, conflicts, reads, diagnostics };
  const environment = environmentOf(definition, inventory.settings);
  const { parameters, exports } = values;
  const orders = { groups: held.groups.map(mentionOf), conflicts, latent, ...namesOf(ancestry, judged) };
  const node = { name, definition, steps, ...orders, parameters, exports, environment, reads };
  return { name, node, conflicts, reads, diagnostics };
}

/** A node with its own layers, where `_reclass_:name` is the name of another one; undefined if that does not resolve. */
export function resolvedAsNamed(node: ResolvedNode, inventory: Inventory, name: string): ResolvedNode | undefined {
  const walked = walkNode(inventory, node.name);
  const automatic = automaticStep({ ...walked.definition, name }, inventory.settings);
  const steps = walked.ancestry.steps.map((step) => (step.layer === "automatic" && automatic ? automatic : step));
  return resolveWalked({ ...walked, ancestry: { ...walked.ancestry, steps } }).node;
}

interface NodeOrders {
  /** Undefined for a node with one order, as most nodes have. */
  readonly judged: OrdersJudgement | undefined;
  readonly conflicts: readonly GroupConflict[];
  readonly latent: readonly GroupConflict[];
  readonly reads: ReadSet;
  /** Conflicts, and findings of the walk unless the orders could not be judged. */
  readonly found: readonly Diagnostic[];
}

function ordersOf({ inventory, definition, ancestry }: WalkedNode): NodeOrders {
  const { reads, diagnostics } = ancestry;
  const answers = queryAnswers(inventory, reads.environment);
  const judged = judgeOrders({ inventory, node: definition, ancestry }, answers);
  if (judged === undefined) return { judged, conflicts: [], latent: [], reads, found: diagnostics };
  const { conflicts, latent } = conflictsOf(judged, inventory);
  const faults = conflicts.map((conflict) => conflictFault(conflict, definition.name, judged.fault));
  const found = judged.fault === undefined ? [...faults, ...ofAllWalks(diagnostics, judged)] : faults;
  return { judged, conflicts, latent, reads: readsOfAll(ancestry, judged.walks), found };
}

/** Classes and applications; of a node in groups in the order of merging, so far as orders of groups agree on it. */
function namesOf(
  { classes, applications, steps, held }: Linearisation,
  judged: OrdersJudgement | undefined,
): Pick<ResolvedNode, "classes" | "applications"> {
  if (held.groups.length === 0 || judged?.names === undefined) return { classes, applications };
  const ofClasses = steps.filter(({ layer }) => layer === "class");
  const placed = ofClasses.map(({ name, because }) => ({ name, remove: false, origin: because }));
  const named = (names: readonly string[], mentions: readonly NameMention[]): readonly NameMention[] => {
    const byName = new Map(mentions.map((mention) => [mention.name, mention]));
    return names.flatMap((name) => byName.get(name) ?? []);
  };
  return { classes: named(judged.names.classes, placed), applications: named(judged.names.applications, applications) };
}

/** What any of the walks reads counts as read. */
function readsOfAll({ reads }: Linearisation, walks: readonly Linearisation[]): ReadSet {
  if (walks.length === 0) return reads;
  const all = [reads, ...walks.map((walk) => walk.reads)];
  return {
    ...reads,
    files: new Map(all.flatMap(({ files }) => [...files])),
    missed: new Set(all.flatMap(({ missed }) => [...missed])),
    queries: [...new Set(all.flatMap(({ queries }) => queries))],
  };
}

/** Findings of a walk that every order of groups leads to. */
function ofAllWalks(diagnostics: readonly Diagnostic[], { walks }: OrdersJudgement): readonly Diagnostic[] {
  const isFound = ({ code, span }: Diagnostic): boolean =>
    walks.every((walk) => walk.diagnostics.some((other) => other.code === code && other.span?.start === span?.start));
  return diagnostics.filter((diagnostic) => isError(diagnostic) || isFound(diagnostic));
}

/** The parameters and exports that are left out. */
function leftOutNames(conflicts: readonly GroupConflict[]): Record<"parameters" | "exports", ReadonlySet<string>> {
  const paths = conflicts.flatMap((conflict) => conflict.paths);
  const named = (section: string): ReadonlySet<string> =>
    new Set(paths.flatMap(({ path: [of, name] }) => (of === section && name !== undefined ? [name] : [])));
  return { parameters: named("parameters"), exports: named("exports") };
}

/** Files, missing classes and queries that decide a node's values in any order of its groups. Resolves no values. */
export function readsOf(inventory: Inventory, name: string): ReadSet {
  return readsOfWalked(walkNode(inventory, name));
}

/** As {@link readsOf}. */
export function readsOfWalked({ inventory, definition, ancestry }: WalkedNode): ReadSet {
  return readsOfAll(ancestry, otherWalks({ inventory, node: definition, ancestry }));
}

function mentionOf({ id, file }: Group): NameMention {
  return { name: id, remove: false, origin: startOf(file) };
}

/** What decides which contracts hold for a node. */
export function namesOfWalked({ definition, ancestry: { steps, held } }: WalkedNode): NodeNames {
  return walkedNames({ definition, steps, groups: held.groups.map(({ id }) => id) });
}

/** The groups of a node, in order: the part of {@link readsOf} that is known without its classes. */
export function groupsReadBy(inventory: Inventory, name: string): string {
  return groupsRead(inventory, nodeGroups(inventory, givenNode(inventory, name)));
}

/** The definition of a node that a person named. Throws HeirError for an unknown name. */
export function givenNode(inventory: Pick<Inventory, "node">, name: string): Definition {
  const definition = inventory.node(name);
  if (definition === undefined) throw new HeirError("usage", `there is no node "${name}"`);
  return definition;
}

function errorsFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  return [...diagnostics.filter(isError), ...diagnostics.filter((diagnostic) => !isError(diagnostic))];
}
