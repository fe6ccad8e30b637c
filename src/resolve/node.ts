import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Definition } from "../model/inventory/definition.ts";
import type { Group } from "../model/inventory/group.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { NameMention } from "../model/inventory/mention.ts";
import type { NodeOutcome, PropertyConflict, ReadSet, Step } from "../model/inventory/resolved.ts";
import type { Settings } from "../model/inventory/settings.ts";
import type { MapValue } from "../model/values/value.ts";
import { environmentOf } from "./ancestry/automatic.ts";
import { groupsRead, type Linearisation, linearise } from "./ancestry/linearise.ts";
import { conflictFault } from "./groups/conflict-faults.ts";
import { groupConflicts } from "./groups/conflicts.ts";
import { type NodeGroups, nodeGroups } from "./groups/node-groups.ts";
import { mergeSteps } from "./merge/merge.ts";
import type { MergedMap } from "./merge/partial-value.ts";
import { followInOrder } from "./references/follow-order.ts";
import { Interpolation } from "./references/interpolation.ts";
import { queryAnswers } from "./references/query.ts";
import type { ReferenceFault } from "./references/referencing-node.ts";

/**
 * Resolves one node: ancestry, groups, merge, references. Faults in the data are diagnostics of the outcome, which has
 * the resolved node if none of them is an error. A conflict between groups is an error that only leaves out the property
 * in conflict. `held` as in `linearise`. Throws HeirError for an unknown name.
 */
export function resolveNode(inventory: Inventory, name: string, held?: NodeGroups): NodeOutcome {
  const definition = inventory.node(name);
  if (definition === undefined) throw noNode(name);
  return resolveDefinition(inventory, definition, held);
}

/** As {@link resolveNode}, for a definition that need not be in the inventory. */
export function resolveDefinition(inventory: Inventory, definition: Definition, heldBy?: NodeGroups): NodeOutcome {
  return resolveWalked({ inventory, definition, ancestry: linearise(inventory, definition, { held: heldBy }) });
}

/** A node whose ancestry is known. */
export interface WalkedNode {
  readonly inventory: Inventory;
  readonly definition: Definition;
  readonly ancestry: Linearisation;
}

/** The ancestry of a node, without its values. Throws as {@link resolveNode} does. */
export function walkNode(inventory: Inventory, name: string): WalkedNode {
  const definition = inventory.node(name);
  if (definition === undefined) throw noNode(name);
  return { inventory, definition, ancestry: linearise(inventory, definition) };
}

/** As {@link resolveNode}. */
export function resolveWalked({ inventory, definition, ancestry }: WalkedNode): NodeOutcome {
  const { name } = definition;
  const { reads } = ancestry;
  if (ancestry.diagnostics.some(isError))
    return { name, node: undefined, reads, diagnostics: errorsFirst(ancestry.diagnostics) };
  const { conflicts, latent } = groupConflicts(ancestry, inventory, definition);
  const { values, consequences } = valuesWithoutConflicts(ancestry, inventory, conflicts);
  const found = [...conflicts.map(conflictFault), ...consequences];
  const diagnostics = errorsFirst([...ancestry.diagnostics, ...found, ...values.diagnostics]);
  if (values.diagnostics.some(isError)) return { name, node: undefined, reads, diagnostics };
  const environment = environmentOf(definition, inventory.settings);
  const { steps, classes, applications, held } = ancestry;
  const { parameters, exports } = values;
  const ofGroups = { groups: held.groups.map(mentionOf), conflicts, latent };
  const node = { name, definition, steps, classes, applications, ...ofGroups, parameters, exports, environment, reads };
  return { name, node, reads, diagnostics };
}

/** The dependencies of a node: the files, missing classes and queries that decide its values, which are not resolved. */
export function readsOf(inventory: Inventory, name: string): ReadSet {
  return walkNode(inventory, name).ancestry.reads;
}

function mentionOf({ id, file }: Group): NameMention {
  return { name: id, remove: false, origin: { file, start: 0, end: 0 } };
}

interface ResolvedValues {
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Faults of parameters, in the order in which they were found. */
  readonly faults: readonly ReferenceFault[];
}

/** The groups of a node, in order: the part of {@link readsOf} that is known without its classes. */
export function groupsReadBy(inventory: Inventory, name: string): string {
  const definition = inventory.node(name);
  if (definition === undefined) throw noNode(name);
  return groupsRead(inventory, nodeGroups(inventory, definition));
}

function noNode(name: string): HeirError {
  return new HeirError("usage", `there is no node "${name}"`);
}

/**
 * The values without properties in conflict and without parameters that refer to them, which are reported as
 * `consequences`.
 */
function valuesWithoutConflicts(
  ancestry: Linearisation,
  inventory: Inventory,
  conflicts: readonly PropertyConflict[],
): { readonly values: ResolvedValues; readonly consequences: readonly Diagnostic[] } {
  const without = new Set(conflicts.map(({ property }) => property));
  const consequences: Diagnostic[] = [];
  for (;;) {
    const values = resolvedValues(ancestry, { inventory, without, order: "as-needed" });
    const former = without.size;
    for (const { diagnostic, lost } of values.faults) {
      if (lost === undefined || !without.has(lost.needs)) continue;
      without.add(lost.parameter);
      consequences.push({ ...diagnostic, hint: `${lost.needs} is left out of this node, since it is in conflict` });
    }
    if (without.size === former) return { values, consequences };
  }
}

interface Resolving {
  readonly inventory: Inventory;
  /** Parameters that are left out: those in conflict, and those that refer to them. */
  readonly without: ReadonlySet<string>;
  readonly order: "as-needed" | "reclass";
}

/** Parameters and exports. If there are several errors, all is done again in the order of reclass, which decides which is first. */
function resolvedValues(
  { steps, reads }: Pick<Linearisation, "steps" | "reads">,
  { inventory, without, order }: Resolving,
): ResolvedValues {
  const { settings } = inventory;
  const ofMerge: ReferenceFault[] = [];
  const report = (diagnostic: Diagnostic) => ofMerge.push({ diagnostic, stops: "at-once" });
  const root = mergeSteps(steps, "parameters", { settings, report });
  for (const property of without) root.entries.delete(property);
  const interpolation = new Interpolation(root, settings, queryAnswers(inventory, reads.environment));
  const resolve = (map: MergedMap) => {
    if (order === "reclass") followInOrder(map, interpolation);
    return interpolation.resolve(map);
  };
  const parameters = resolve(root);
  const ofParameters = interpolation.faults.length;
  const exports = noExports(steps) ?? resolve(mergeSteps(steps, "exports", { settings, report }));
  const found = [
    ...inReclassOrder([...ofMerge, ...interpolation.faults.slice(0, ofParameters)], settings),
    ...interpolation.faults.slice(ofParameters).map(({ diagnostic }) => diagnostic),
  ];
  if (order === "as-needed" && found.filter(isError).length > 1) {
    return resolvedValues({ steps, reads }, { inventory, without, order: "reclass" });
  }
  const faults = interpolation.faults.slice(0, ofParameters);
  return { parameters, exports, diagnostics: reported(found, settings.group_errors), faults };
}

/** The exports of a node that has none, as most nodes do. */
function noExports(steps: readonly Step[]): MapValue | undefined {
  return steps.every((step) => step.exports.entries.length === 0) ? steps.at(-1)?.exports : undefined;
}

/** The faults of parameters in the order of reclass. It fills in exports when all parameters are filled in. */
function inReclassOrder(faults: readonly ReferenceFault[], { group_errors: grouped }: Settings): readonly Diagnostic[] {
  const rank = ({ stops }: ReferenceFault) => (typeof stops === "object" ? 0 : stops === "at-end" && grouped ? 2 : 1);
  const asked = ({ stops }: ReferenceFault) => (typeof stops === "object" ? stops.asked : 0);
  const ordered = faults.toSorted((one, other) => rank(one) - rank(other) || asked(one) - asked(other));
  return ordered.map(({ diagnostic }) => diagnostic);
}

/** Without `group_errors`, reclass reports only the first error. */
function reported(diagnostics: readonly Diagnostic[], groupErrors: boolean): readonly Diagnostic[] {
  if (groupErrors) return diagnostics;
  const first = diagnostics.find(isError);
  return diagnostics.filter((diagnostic) => diagnostic === first || !isError(diagnostic));
}

function errorsFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics.filter(isError), ...diagnostics.filter((diagnostic) => !isError(diagnostic))];
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}
