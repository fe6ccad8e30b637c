import { valueJson } from "../encoding/json.ts";
import type { DiagnosticData } from "../model/documents/check.ts";
import type { PlainMap, PlainValue } from "../model/documents/value.ts";
import type { MaskedDiagnostic } from "../model/findings/diagnostic.ts";
import type { ResolvedNode as FoundNode, Inventory, ReportedOutcome } from "../model/inventory/inventory.ts";
import { machineParts, nodeValue } from "../model/inventory/node-parts.ts";
import { secretPaths } from "../model/secrets/secrets.ts";
import { printPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { valueAt } from "../model/values/value-at.ts";
import { diagnosticData } from "../report/data/findings.ts";
import { inventoryData, nodeData } from "../report/inventory/json.ts";
import { firstFailure } from "../report/inventory/writer.ts";
import { Beside } from "../speed/kept.ts";
import { maskedNode, shownValues } from "../workspace/load/outcome.ts";
import { pathFrom, plainMap, plainResult, plainValue, valuePlace } from "./plain.ts";
import type { FailedNode, NodeResult, PlainInventory, PlainNode, PlainValuePlace, ValuePath } from "./types.ts";

const sources = new Beside<PlainInventory, InventorySource>();

/** The outcome for one node as plain data that can still be asked where it comes from. */
export function nodeResult({ name, node, diagnostics }: ReportedOutcome, inventory: Inventory): NodeResult {
  return node === undefined ? failedNode(name, diagnostics) : new Resolved(node, diagnostics, inventory);
}

/** The masked copy of a result that {@link nodeResult} or {@link inventoryResult} made; undefined for any other object. */
export function maskedResult(result: NodeResult | PlainInventory): NodeResult | PlainInventory | undefined {
  if (result instanceof Resolved) return result.masked();
  const source = "ok" in result ? undefined : sources.get(result);
  return source && maskedInventory(source);
}

/** A node that does not resolve, and why. */
export function failedNode(node: string, diagnostics: readonly MaskedDiagnostic[]): FailedNode {
  return { ok: false, node, diagnostics: diagnostics.map(diagnosticData) };
}

/** Methods are on the prototype, so that a copy (`structuredClone`, a message to a worker) contains only the data. */
class Resolved implements PlainNode {
  readonly ok = true;
  readonly node: string;
  readonly classes: readonly string[];
  readonly applications: readonly string[];
  readonly groups: readonly string[];
  readonly partial: boolean;
  readonly environment: PlainValue;
  readonly parameters: PlainMap;
  readonly exports: PlainMap;
  readonly secretPaths: readonly string[];
  readonly diagnostics: readonly DiagnosticData[];
  readonly #found: FoundNode;
  readonly #reported: readonly MaskedDiagnostic[];
  readonly #whole: Value;
  readonly #inventory: Inventory;

  constructor(found: FoundNode, diagnostics: readonly MaskedDiagnostic[], inventory: Inventory) {
    this.node = found.name;
    const { classes, applications, groups = [], partial = false } = nodeData(found);
    this.classes = classes;
    this.applications = applications;
    this.groups = groups;
    this.partial = partial;
    this.environment = plainValue(found.environment);
    this.parameters = plainMap(found.parameters);
    this.exports = plainMap(found.exports);
    this.diagnostics = diagnostics.map(diagnosticData);
    this.#found = found;
    this.#reported = diagnostics;
    this.#whole = nodeValue(found, machineParts);
    this.secretPaths = secretsIn(this.#whole, inventory);
    this.#inventory = inventory;
  }

  value(path: ValuePath): PlainValue | undefined {
    const found = this.#at(path);
    return found && plainValue(found);
  }

  placeOf(path: ValuePath): PlainValuePlace | undefined {
    const found = this.#at(path);
    return found === undefined ? undefined : valuePlace(found, this.#inventory);
  }

  json(path: ValuePath, { indent = 2 }: { readonly indent?: number } = {}): string | undefined {
    const found = this.#at(path);
    return found === undefined ? undefined : valueJson(found, indent);
  }

  masked(): NodeResult {
    return new Resolved(maskedNode(this.#found, this.#inventory), this.#reported, this.#inventory);
  }

  #at(path: ValuePath): Value | undefined {
    return valueAt(this.#whole, pathFrom(path, this.#whole));
  }
}

/** Nodes of an inventory, which can be resolved as often as it takes. */
interface InventorySource {
  readonly inventory: Inventory;
  outcomes(): Iterable<ReportedOutcome>;
}

/** All nodes as one document, values whole; of an inventory that cannot be read only the reason. */
export function inventoryResult(source: InventorySource): PlainInventory {
  const { inventory } = source;
  const error = firstFailure(inventory.diagnostics);
  const secrets: Record<string, readonly string[]> = Object.create(null);
  const noting = function* (): Generator<ReportedOutcome> {
    for (const outcome of source.outcomes()) {
      const paths = outcome.node ? secretsIn(nodeValue(outcome.node, machineParts), inventory) : [];
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

function maskedInventory({ inventory, outcomes }: InventorySource): PlainInventory {
  return inventoryResult({
    inventory,
    *outcomes() {
      for (const outcome of outcomes()) {
        yield outcome.node === undefined ? outcome : { ...outcome, node: maskedNode(outcome.node, inventory) };
      }
    },
  });
}

function secretsIn(whole: Value, inventory: Inventory): readonly string[] {
  return secretPaths(shownValues([inventory], "mask")(whole, []), []).map(printPath);
}
