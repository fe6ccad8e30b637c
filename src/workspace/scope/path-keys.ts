import { topPathsIn, writtenPathOf } from "../../inspect/uses/written-values.ts";
import { type Diagnostic, findingSpans } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { mapEntries } from "../../model/values/inside.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { resolvedNodes } from "./resolved-nodes.ts";
import type { StateReading } from "./things.ts";

/** A key of a mapping, and whether there are keys below it. */
export interface PathKey {
  readonly key: string;
  readonly isOpen: boolean;
}

/**
 * The keys below a path of parameters, in the order in which they are found: of one node, or of classes and of a few nodes
 * where none is named. Keys within secrets are left out. It stops at faults, and gives what it has.
 */
export async function pathKeys(reading: StateReading, path: ParameterPath, node?: string): Promise<readonly PathKey[]> {
  const found = new Map<string, boolean>();
  const isNode = node !== undefined && reading.inventory.nodeNames.includes(node);
  for await (const value of isNode ? valuesOfNodes(reading, [node]) : valuesAnywhere(reading)) {
    for (const { key, value: inner } of mapEntries(valueAt(value, path))) {
      found.set(key, found.get(key) === true || mapEntries(inner).length > 0);
    }
  }
  return [...found].map(([key, isOpen]) => ({ key, isOpen }));
}

/** The paths of the values at the top of a file of the inventory, as a person writes them. */
export async function pathsInFile(
  { workspace, snapshot, inventory }: StateReading,
  file: string,
): Promise<readonly string[]> {
  await workspace.load(snapshot, { scope: "names", files: [file] });
  return topPathsIn(inventory, file).map(printPath);
}

/** Nobody sees how far a completion is. */
const unseen = { step: async () => undefined };

/** The values of a node, without secrets; those of a node that does not resolve are none. */
async function* valuesOfNodes({ workspace, snapshot }: StateReading, names: readonly string[]): AsyncGenerator<Value> {
  for await (const node of resolvedNodes({ snapshot, names }, { workspace, steps: unseen })) {
    const parameters = valueAt(node.shown(), ["parameters"]);
    if (parameters !== undefined) yield parameters;
  }
}

const FEW_NODES = 5;

async function* valuesAnywhere(reading: StateReading): AsyncGenerator<Value> {
  const { workspace, snapshot, inventory } = reading;
  const files = inventory.classNames.flatMap((name) => inventory.fileOf("class", name) ?? []);
  await workspace.load(snapshot, { scope: "names", files });
  for (const name of inventory.classNames) {
    const definition = inventory.class(name);
    if (definition !== undefined) yield definition.parameters;
  }
  yield* valuesOfNodes(reading, inventory.nodeNames.slice(0, FEW_NODES));
}

const MOST_VALUES = 50;

/** The texts of the scalars that nodes have at a path, each once, without secrets; at most 50. */
export async function scalarsAt(
  { workspace, snapshot }: StateReading,
  path: ParameterPath,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const node of resolvedNodes({ snapshot }, { workspace, steps: unseen })) {
    const value = valueAt(node.shown(), ["parameters", ...path]);
    if (value?.kind === "scalar" && value.secret !== true) found.add(String(value.data));
    if (found.size === MOST_VALUES) break;
  }
  return [...found];
}

/** The values that a finding is about: the one that it names, else those that are written at its places; empty if none. */
export function pathsOfFinding(finding: Diagnostic, inventory: Inventory): readonly ParameterPath[] {
  if (finding.path !== undefined) return [finding.path.map(String)];
  return findingSpans(finding).flatMap((place) => {
    const written = writtenPathOf(inventory, place);
    return written === undefined ? [] : [written];
  });
}
