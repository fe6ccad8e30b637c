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
 * One node, end to end: ancestry, groups, fold, references. Faults in the data stand in the outcome; without an error
 * among them it has the resolved node. Conflicts between groups are errors that leave out the properties they concern
 * and nothing else. `held` as in `linearise`. Throws HeirError for a name that the inventory does not have.
 */
export function resolveNode(inventory: Inventory, name: string, held?: NodeGroups): NodeOutcome {
  const definition = inventory.node(name);
  if (definition === undefined) throw noNode(name);
  return resolveDefinition(inventory, definition, held);
}

/** As {@link resolveNode}, for a node that the inventory need not have. */
export function resolveDefinition(inventory: Inventory, definition: Definition, heldBy?: NodeGroups): NodeOutcome {
  return resolveWalked({ inventory, definition, ancestry: linearise(inventory, definition, { held: heldBy }) });
}

/** A node whose ancestry is known. */
export interface WalkedNode {
  readonly inventory: Inventory;
  readonly definition: Definition;
  readonly ancestry: Linearisation;
}

/** The ancestry of a node, to be resolved when its values are wanted. Throws as {@link resolveNode} does. */
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
  const { values, consequences } = settledValues(ancestry, inventory, conflicts);
  const found = [...conflicts.map(conflictFault), ...consequences];
  const diagnostics = errorsFirst([...ancestry.diagnostics, ...found, ...values.diagnostics]);
  if (values.diagnostics.some(isError)) return { name, node: undefined, reads, diagnostics };
  const environment = environmentOf(definition, inventory.settings);
  const { steps, classes, applications, held } = ancestry;
  const { parameters, exports } = values;
  const settled = { groups: held.groups.map(mentionOf), conflicts, latent };
  const node = { name, definition, steps, classes, applications, ...settled, parameters, exports, environment, reads };
  return { name, node, reads, diagnostics };
}

/** What a node's ancestry depends on, without resolving its values: the files and missing classes that decide them. */
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
  /** Faults of parameters, as they were met. */
  readonly faults: readonly ReferenceFault[];
}

/** Which groups hold a node and in which order: the part of {@link readsOf} that is known without its classes. */
export function groupsReadBy(inventory: Inventory, name: string): string {
  const definition = inventory.node(name);
  if (definition === undefined) throw noNode(name);
  return groupsRead(inventory, nodeGroups(inventory, definition));
}

function noNode(name: string): HeirError {
  return new HeirError("usage", `there is no node "${name}"`);
}

/**
 * What is left once properties in conflict are left out, and with them the parameters that refer to them, which are
 * told as `consequences`.
 */
function settledValues(
  ancestry: Linearisation,
  inventory: Inventory,
  conflicts: readonly PropertyConflict[],
): { readonly values: ResolvedValues; readonly consequences: readonly Diagnostic[] } {
  const without = new Set(conflicts.map(({ property }) => property));
  const consequences: Diagnostic[] = [];
  for (;;) {
    const values = resolvedValues(ancestry, { inventory, without, order: "as-needed" });
    const left = without.size;
    for (const { diagnostic, lost } of values.faults) {
      if (lost === undefined || !without.has(lost.needs)) continue;
      without.add(lost.parameter);
      consequences.push({ ...diagnostic, hint: `${lost.needs} is left out of this node, since it is in conflict` });
    }
    if (without.size === left) return { values, consequences };
  }
}

interface Resolving {
  readonly inventory: Inventory;
  /** Names that are in conflict: they are left out of the parameters. */
  readonly without: ReadonlySet<string>;
  readonly order: "as-needed" | "reclass";
}

/** Parameters and exports. Of several faults, the order matters: then all is done again in the order of reclass. */
function resolvedValues(
  { steps, reads }: Pick<Linearisation, "steps" | "reads">,
  { inventory, without, order }: Resolving,
): ResolvedValues {
  const { settings } = inventory;
  const folding: ReferenceFault[] = [];
  const report = (diagnostic: Diagnostic) => folding.push({ diagnostic, stops: "at-once" });
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
    ...inReclassOrder([...folding, ...interpolation.faults.slice(0, ofParameters)], settings),
    ...interpolation.faults.slice(ofParameters).map(({ diagnostic }) => diagnostic),
  ];
  if (order === "as-needed" && found.filter(isError).length > 1) {
    return resolvedValues({ steps, reads }, { inventory, without, order: "reclass" });
  }
  const faults = interpolation.faults.slice(0, ofParameters);
  return { parameters, exports, diagnostics: told(found, settings.group_errors), faults };
}

/** Most nodes export nothing; then there is nothing to fold. */
function noExports(steps: readonly Step[]): MapValue | undefined {
  return steps.every((step) => step.exports.entries.length === 0) ? steps.at(-1)?.exports : undefined;
}

/** The faults of parameters; those of exports follow, which reclass fills in when all parameters are. */
function inReclassOrder(faults: readonly ReferenceFault[], { group_errors: grouped }: Settings): readonly Diagnostic[] {
  const rank = ({ stops }: ReferenceFault) => (typeof stops === "object" ? 0 : stops === "at-end" && grouped ? 2 : 1);
  const asked = ({ stops }: ReferenceFault) => (typeof stops === "object" ? stops.asked : 0);
  const ordered = faults.toSorted((one, other) => rank(one) - rank(other) || asked(one) - asked(other));
  return ordered.map(({ diagnostic }) => diagnostic);
}

/** Without `group_errors` reclass tells the first error only. */
function told(diagnostics: readonly Diagnostic[], groupErrors: boolean): readonly Diagnostic[] {
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
