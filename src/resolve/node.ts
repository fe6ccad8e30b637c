import type { Diagnostic } from "../model/diagnostic.ts";
import { HeirError } from "../model/failure.ts";
import type { Inventory } from "../model/inventory.ts";
import type { NodeOutcome, ReadSet } from "../model/resolved.ts";
import type { Settings } from "../model/settings.ts";
import type { MapValue } from "../model/value.ts";
import { environmentOf } from "./automatic.ts";
import type { MergedMap } from "./cell.ts";
import { fold } from "./fold.ts";
import { followInOrder } from "./follow-order.ts";
import { Interpolation } from "./interpolation.ts";
import { type Linearisation, linearise } from "./linearise.ts";
import { queryAnswers } from "./query.ts";
import type { Fault } from "./shape.ts";

/**
 * One node, end to end: ancestry, fold, references. Faults in the data stand in the outcome; without an error among
 * them it has the resolved node. Throws HeirError for a name that the inventory does not have.
 */
export function resolveNode(inventory: Inventory, name: string): NodeOutcome {
  const definition = inventory.node(name);
  if (definition === undefined) throw new HeirError("usage", `there is no node "${name}"`);
  const ancestry = linearise(inventory, definition);
  const { reads } = ancestry;
  if (ancestry.diagnostics.some(isError))
    return { name, node: undefined, reads, diagnostics: errorsFirst(ancestry.diagnostics) };
  const values = resolvedValues(ancestry, inventory, "as-needed");
  const diagnostics = [...ancestry.diagnostics, ...values.diagnostics];
  if (diagnostics.some(isError)) return { name, node: undefined, reads, diagnostics: errorsFirst(diagnostics) };
  const environment = environmentOf(definition, inventory.settings);
  const { steps, classes, applications } = ancestry;
  const { parameters, exports } = values;
  const node = { name, definition, steps, classes, applications, parameters, exports, environment, reads };
  return { name, node, reads, diagnostics };
}

/** What a node's ancestry depends on, without resolving its values: the files and missing classes that decide them. */
export function readsOf(inventory: Inventory, name: string): ReadSet {
  const definition = inventory.node(name);
  if (definition === undefined) throw new HeirError("usage", `there is no node "${name}"`);
  return linearise(inventory, definition).reads;
}

interface ResolvedValues {
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parameters and exports. Of several faults, the order matters: then all is done again in the order of reclass. */
function resolvedValues(
  { steps, reads }: Pick<Linearisation, "steps" | "reads">,
  inventory: Inventory,
  order: "as-needed" | "reclass",
): ResolvedValues {
  const { settings } = inventory;
  const folding: Fault[] = [];
  const report = (diagnostic: Diagnostic) => folding.push({ diagnostic, stops: "at-once" });
  const maps = { parameters: steps.map((step) => step.parameters), exports: steps.map((step) => step.exports) };
  const root = fold(maps.parameters, { settings, report });
  const interpolation = new Interpolation(root, settings, queryAnswers(inventory, reads.environment));
  const resolve = (map: MergedMap) => {
    if (order === "reclass") followInOrder(map, interpolation);
    return interpolation.resolve(map);
  };
  const parameters = resolve(root);
  const ofParameters = interpolation.faults.length;
  const exports = noExports(maps.exports) ?? resolve(fold(maps.exports, { settings, report }));
  const found = [
    ...inReclassOrder([...folding, ...interpolation.faults.slice(0, ofParameters)], settings),
    ...interpolation.faults.slice(ofParameters).map(({ diagnostic }) => diagnostic),
  ];
  if (order === "as-needed" && found.filter(isError).length > 1) {
    return resolvedValues({ steps, reads }, inventory, "reclass");
  }
  return { parameters, exports, diagnostics: told(found, settings.group_errors) };
}

/** Most nodes export nothing; then there is nothing to fold. */
function noExports(exports: readonly MapValue[]): MapValue | undefined {
  return exports.every((map) => map.entries.length === 0) ? exports.at(-1) : undefined;
}

/** The faults of parameters; those of exports follow, which reclass fills in when all parameters are. */
function inReclassOrder(faults: readonly Fault[], { group_errors: grouped }: Settings): readonly Diagnostic[] {
  const rank = ({ stops }: Fault) => (typeof stops === "object" ? 0 : stops === "at-end" && grouped ? 2 : 1);
  const asked = ({ stops }: Fault) => (typeof stops === "object" ? stops.asked : 0);
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
