import { FileCache } from "../../src/cache/file-cache.ts";
import { SettingsCache } from "../../src/cache/states/settings-cache.ts";
import type { Diagnostic } from "../../src/model/findings/diagnostic.ts";
import type { Inventory, ResolvedNode } from "../../src/model/inventory/inventory.ts";
import { createInventory } from "../../src/parse/inventory.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { memorySnapshot } from "../../src/source/snapshot/parts.ts";
import { Sides } from "../support/side.ts";
import type { Captured, CapturedDefault, CapturedNode, Drawn } from "./captured.ts";
import { firstDifference, typedValue } from "./typed-value.ts";

/** How many inventories and nodes were compared, and where heir differs from the reference. */
export interface Tally {
  /** Inventories of which at least one node, or the fault of the whole, was compared. */
  inventories: number;
  /** Nodes with a result, and nodes with an error that the reference meant to raise. */
  results: number;
  errors: number;
  /** Nodes on which the reference crashed: any clean answer is right. */
  crashes: number;
  /** Nodes that are not compared, by reason. */
  readonly leftOut: Map<string, number>;
  readonly differences: string[];
}

/** Resolves drawn inventories and compares every node with what the reference made of it. */
export async function compare(
  drawn: ReadonlyMap<number, Drawn>,
  captured: readonly Captured[],
  dialect: "reclass" | "kapitan",
): Promise<Tally> {
  const tally: Tally = { inventories: 0, results: 0, errors: 0, crashes: 0, leftOut: new Map(), differences: [] };
  for (const reference of captured) {
    const inventory = await inventoryOf(drawn.get(reference.inventory)?.files ?? {}, dialect);
    const before = tally.results + tally.errors;
    if (reference.nodes === undefined) compareFault(reference, inventory, tally);
    for (const [name, node] of Object.entries(reference.nodes ?? {})) {
      const difference = compareNode(inventory, name, { node, tally });
      if (difference !== undefined)
        tally.differences.push(`inventory ${reference.inventory}, node ${name}, ${difference}`);
    }
    if (tally.results + tally.errors > before) tally.inventories += 1;
  }
  return tally;
}

/** Resolves inventories with defaults of references; each that differs from reclass-rs, with the difference. */
export async function compareDefaults(captured: readonly CapturedDefault[]): Promise<readonly string[]> {
  const sides = new Sides([
    "reference_defaults=true",
    "dialect=kapitan",
    "nodes_uri=nodes",
    "automatic_parameters=false",
  ]);
  const differences: string[] = [];
  for (const { files, parameters, classes } of captured) {
    const { inventory } = await sides.of(files);
    const { node } = resolveNode(inventory, "n");
    const got = node && { classes: node.classes.length, parameters: typedValue(node.parameters) };
    const difference = firstDifference(parameters === undefined ? undefined : { classes, parameters }, got, "");
    if (difference !== undefined) differences.push(`${JSON.stringify(files)}: ${difference}`);
  }
  return differences;
}

async function inventoryOf(files: Drawn["files"], dialect: string): Promise<Inventory> {
  const cache = new FileCache();
  // The fork ran with its own defaults; kapitan itself sets these two otherwise.
  const written = files["reclass-config.yml"] ?? "";
  const defaults = ["nodes_uri: nodes", "allow_none_override: false"].filter(
    (line) => !written.includes(line.split(":")[0] ?? ""),
  );
  const settings = [`dialect: ${dialect}`, ...defaults, ""].join("\n");
  const snapshot = memorySnapshot(Object.entries({ ...files, "heir.yml": settings }));
  await cache.prefetch(snapshot, snapshot.blobs.keys());
  const { blobs, folders } = snapshot;
  const file = cache.file.bind(cache);
  return createInventory({ blobs, folders, ...new SettingsCache(cache, []).of(snapshot), file });
}

function compareFault({ inventory: number, error, crash }: Captured, inventory: Inventory, tally: Tally): void {
  const found = firstError(inventory.diagnostics);
  if (crash !== undefined) tally.crashes += 1;
  else tally.errors += 1;
  if (crash === undefined && found !== error)
    tally.differences.push(`inventory ${number}: want ${error}, got ${found}`);
}

function compareNode(
  inventory: Inventory,
  name: string,
  { node: want, tally }: { readonly node: CapturedNode; readonly tally: Tally },
): string | undefined {
  if (want.left_out !== undefined) {
    tally.leftOut.set(want.left_out, (tally.leftOut.get(want.left_out) ?? 0) + 1);
    return undefined;
  }
  const outcome = resolveNode(inventory, name);
  const error = firstError(inventory.diagnostics) ?? firstError(outcome.diagnostics);
  if (want.crash !== undefined) {
    tally.crashes += 1;
    return undefined;
  }
  if (want.error !== undefined) {
    tally.errors += 1;
    return error === want.error ? undefined : `error: want ${want.error}, got ${error}`;
  }
  tally.results += 1;
  if (outcome.node === undefined || error !== undefined) return `error: want a result, got ${error}`;
  return firstDifference({ ...want }, sections(outcome.node), "");
}

function sections({ classes, applications, parameters, exports, environment }: ResolvedNode): unknown {
  return {
    classes: classes.map(({ name }) => name),
    applications: applications.map(({ name }) => name),
    parameters: typedValue(parameters),
    exports: typedValue(exports),
    environment: typedValue(environment),
  };
}

function firstError(diagnostics: readonly Diagnostic[]): string | undefined {
  return diagnostics.find(({ severity }) => severity === "error")?.code;
}
