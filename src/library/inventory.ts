import type { Inventory } from "../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../model/inventory/resolved.ts";
import { secretPaths } from "../model/secrets/secret-paths.ts";
import { printPath } from "../model/values/parameter-path.ts";
import { inventoryData } from "../report/data/inventory.ts";
import { firstFailure } from "../report/inventory/writer.ts";
import { machineParts, nodeValue } from "../report/values/parts.ts";
import { maskedNode, shownValues } from "../workspace/load/node-value.ts";
import { plainResult } from "./plain.ts";
import type { PlainInventory } from "./types.ts";

/** Nodes of an inventory, which can be resolved as often as it takes. */
export interface InventorySource {
  readonly inventory: Inventory;
  outcomes(): Iterable<ReportedOutcome>;
}

const sources = new WeakMap<PlainInventory, InventorySource>();

/** All nodes as one document, values whole; of an inventory that cannot be read only the reason. */
export function inventoryResult(source: InventorySource): PlainInventory {
  const { inventory } = source;
  const error = firstFailure(inventory.diagnostics);
  const secrets: Record<string, readonly string[]> = Object.create(null);
  const noting = function* (): Generator<ReportedOutcome> {
    for (const outcome of source.outcomes()) {
      const paths = secretsIn(outcome, inventory);
      if (paths.length > 0) secrets[outcome.name] = paths;
      yield outcome;
    }
  };
  const data =
    error === undefined ? plainResult(inventoryData(noting())) : { v: 1 as const, nodes: {}, errors: {}, error };
  const result = { ...data, secretPaths: secrets };
  sources.set(result, source);
  return result;
}

/** A copy without secrets; undefined for what {@link inventoryResult} did not make. */
export function maskedInventory(result: PlainInventory): PlainInventory | undefined {
  const source = sources.get(result);
  if (source === undefined) return undefined;
  const { inventory } = source;
  return inventoryResult({
    inventory,
    *outcomes() {
      for (const outcome of source.outcomes()) {
        yield outcome.node === undefined ? outcome : { ...outcome, node: maskedNode(outcome.node, [inventory]) };
      }
    },
  });
}

function secretsIn({ node }: ReportedOutcome, inventory: Inventory): readonly string[] {
  if (node === undefined) return [];
  return secretPaths(shownValues([inventory], "mask")(nodeValue(node, machineParts), []), []).map(printPath);
}
