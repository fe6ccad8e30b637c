import type { Diagnostic } from "../model/diagnostic.ts";
import { HeirError } from "../model/failure.ts";
import type { Inventory } from "../model/inventory.ts";
import type { NodeOutcome, ReadSet } from "../model/resolved.ts";
import type { MapValue } from "../model/value.ts";
import { environmentOf } from "./automatic.ts";
import { fold } from "./fold.ts";
import { Interpolation } from "./interpolation.ts";
import { linearise } from "./linearise.ts";
import { queryAnswers } from "./query.ts";
import type { Fault } from "./shape.ts";

/**
 * One node, end to end: ancestry, fold, references. Faults in the data stand in the outcome; without an error among
 * them it has the resolved node. Throws HeirError for a name that the inventory does not have.
 */
export function resolveNode(inventory: Inventory, name: string): NodeOutcome {
  const definition = inventory.node(name);
  if (definition === undefined) throw new HeirError("usage", `there is no node "${name}"`);
  const { settings } = inventory;
  const ancestry = linearise(inventory, definition);
  const { reads } = ancestry;
  if (ancestry.diagnostics.some(isError))
    return { name, node: undefined, reads, diagnostics: errorsFirst(ancestry.diagnostics) };
  const faults: Fault[] = [];
  const context = { settings, report: (diagnostic: Diagnostic) => faults.push({ diagnostic, grouped: false }) };
  const folded = (pick: "parameters" | "exports") =>
    fold(
      ancestry.steps.map((step) => step[pick]),
      context,
    );
  const answers = queryAnswers(inventory, reads.environment);
  const interpolation = new Interpolation(folded("parameters"), settings, answers);
  const parameters = interpolation.resolve();
  const exports =
    resolvedExports(ancestry.steps.map((step) => step.exports)) ?? interpolation.resolve(folded("exports"));
  const diagnostics = [
    ...ancestry.diagnostics,
    ...inReclassOrder([...faults, ...interpolation.faults], settings.group_errors),
  ];
  if (diagnostics.some(isError)) return { name, node: undefined, reads, diagnostics: errorsFirst(diagnostics) };
  const environment = environmentOf(definition, settings);
  const { steps, classes, applications } = ancestry;
  const node = { name, definition, steps, classes, applications, parameters, exports, environment, reads };
  return { name, node, reads, diagnostics };
}

/** What a node's ancestry depends on, without resolving its values: the files and missing classes that decide them. */
export function readsOf(inventory: Inventory, name: string): ReadSet {
  const definition = inventory.node(name);
  if (definition === undefined) throw new HeirError("usage", `there is no node "${name}"`);
  return linearise(inventory, definition).reads;
}

/** Most nodes export nothing; then there is nothing to fold. */
function resolvedExports(exports: readonly MapValue[]): MapValue | undefined {
  return exports.every((map) => map.entries.length === 0) ? exports.at(-1) : undefined;
}

/** First what stops reclass at once, then what it gathers; without `group_errors` only the first of all. */
function inReclassOrder(faults: readonly Fault[], groupErrors: boolean): readonly Diagnostic[] {
  const ordered = [...faults.filter((fault) => !fault.grouped), ...faults.filter((fault) => fault.grouped)];
  const diagnostics = ordered.map(({ diagnostic }) => diagnostic);
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
