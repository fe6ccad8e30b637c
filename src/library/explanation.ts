import { HeirError } from "../model/findings/failure.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { placeOf } from "../model/values/origin.ts";
import { valueAt } from "../model/values/value-at.ts";
import { machineParts, nodeValue } from "../report/values/parts.ts";
import { hasError } from "../workspace/load/outcome.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { plainDiagnostic } from "./diagnostics.ts";
import { pathFrom } from "./path.ts";
import { valuePlace } from "./place.ts";
import { plainValue } from "./plain.ts";
import type { PlainContribution, PlainExplanation, ValuePath } from "./types.ts";

export interface ExplanationSource {
  readonly workspace: Workspace;
  readonly inventory: Inventory;
}

/** How one value of one node comes about. Throws HeirError for a path outside parameters and exports. */
export function explanation(
  { workspace, inventory }: ExplanationSource,
  name: string,
  given: ValuePath,
): PlainExplanation {
  const isWhole = !hasError(inventory);
  const [outcome] = isWhole ? workspace.resolve(inventory, [name]) : [];
  const whole = outcome?.node && nodeValue(outcome.node, machineParts);
  const path = pathFrom(given, whole);
  const [section, ...keys] = path;
  if (section !== "parameters" && section !== "exports") {
    const hint = "classes and applications know their places: ask placeOf";
    throw new HeirError("usage", "only values below parameters and exports are explained", hint);
  }
  const value = whole && valueAt(whole, path);
  return {
    node: name,
    path,
    ...(value !== undefined && { value: plainValue(value), place: valuePlace(value, inventory) }),
    contributions: isWhole ? workspace.explain(inventory, name, { section, path: keys }).map(plainContribution) : [],
    diagnostics: (outcome ?? inventory).diagnostics.map(plainDiagnostic),
  };
}

function plainContribution(found: ReturnType<Workspace["explain"]>[number]): PlainContribution {
  const { step, action, value, path } = found;
  const { layer, name } = step;
  return { layer, name, action, value: plainValue(value), path: [...path], place: placeOf(value.origin) };
}
