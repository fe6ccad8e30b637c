import { HeirError } from "../model/findings/failure.ts";
import type { SecretsOptions } from "../model/secrets/masked.ts";
import { explanationData } from "../report/data/explanation.ts";
import { diagnosticData } from "../report/data/findings.ts";
import { machineParts, nodeValue } from "../report/values/parts.ts";
import { hasError } from "../workspace/load/outcome.ts";
import type { StateReading } from "../workspace/scope/things.ts";
import { pathFrom, valuePlace } from "./place.ts";
import { plainResult } from "./plain.ts";
import type { PlainExplanation, ValuePath } from "./types.ts";

/** How one value of one node is made. Throws HeirError for a path outside parameters and exports. */
export function explanation(
  { workspace, inventory, secrets }: Pick<StateReading, "workspace" | "inventory"> & SecretsOptions,
  name: string,
  given: ValuePath,
): PlainExplanation {
  const isWhole = !hasError(inventory);
  const [outcome] = isWhole ? workspace.resolve(inventory, [name]) : [];
  const path = pathFrom(given, outcome?.node && nodeValue(outcome.node, machineParts));
  if (path[0] !== "parameters" && path[0] !== "exports") {
    const hint = "classes and applications know their places: ask placeOf";
    throw new HeirError("usage", "only values below parameters and exports are explained", hint);
  }
  const diagnostics = (outcome ?? inventory).diagnostics.map(diagnosticData);
  if (!isWhole) return { v: 1, node: name, path, contributions: [], diagnostics };
  const found = workspace.views(inventory, secrets).explainer(name).explanation(path);
  const { place: _, ...data } = plainResult(explanationData(found, false));
  return { ...data, ...(found.value && { place: valuePlace(found.value, inventory) }), diagnostics };
}
