import { compareText } from "../base/text-order.ts";
import type { Inventory, ReadSet } from "../model/inventory/inventory.ts";
import { runtimeNodeOf } from "../model/inventory/settings.ts";
import type { FileIds, Snapshot } from "../model/inventory/snapshot.ts";
import { queryPaths } from "../model/values/query.ts";
import { exportsOf, type NodeExports, queryScope } from "../resolve/merge/query.ts";
import type { Identities } from "./identity.ts";

/** The differences between two inventories with the same settings. */
export interface FileChanges {
  /** Paths whose content differs, or that exist on one side only. */
  readonly paths: ReadonlySet<string>;
  readonly newClasses: ReadonlySet<string>;
  /** Nodes with a file of `properties.d` that differs. */
  readonly runtimeNodes: ReadonlySet<string>;
}

export interface ListedInventory {
  readonly inventory: Pick<Inventory, "settings" | "classNames">;
  readonly snapshot: Pick<Snapshot, "blobs">;
}

/** Files and classes that differ from one inventory to the next. */
export function fileChanges(before: ListedInventory, after: ListedInventory): FileChanges {
  const paths = differentPaths(before.snapshot.blobs, after.snapshot.blobs);
  const runtimeNodes = [...paths].flatMap((path) => runtimeNodeOf(path, after.inventory.settings) ?? []);
  const newClasses = namesBeyond(before.inventory.classNames, after.inventory.classNames);
  return { paths, newClasses, runtimeNodes: new Set(runtimeNodes) };
}

/** Paths whose content differs, or that exist on one side only. */
export function differentPaths(before: FileIds, after: FileIds): ReadonlySet<string> {
  const [lines, later] = [before.lines, after.lines];
  if (lines !== undefined && later !== undefined) {
    const differing = [...lines.differing(later)];
    return new Set(differing.filter((path) => before.get(path) !== after.get(path)));
  }
  const paths = new Set<string>();
  for (const [path, blob] of before) if (after.get(path) !== blob) paths.add(path);
  for (const path of after.keys()) if (!before.has(path)) paths.add(path);
  return paths;
}

/** Where git lists some files that differ, sorted: a link is named itself where it leads elsewhere, or is on one side only. */
export function listedFiles(paths: Iterable<string>, before: Linked, after: Linked): readonly string[] {
  const listed = (path: string) => {
    const target = after.targets?.get(path);
    return target !== undefined && target === before.targets?.get(path) ? target : path;
  };
  return [...new Set([...paths].map(listed))].sort(compareText);
}

type Linked = Pick<Snapshot, "targets">;

/** The names that only one of two lists has: those of the first one first. */
export function oneSided(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...namesBeyond(other, one), ...namesBeyond(one, other)];
}

function namesBeyond(known: readonly string[], names: readonly string[]): ReadonlySet<string> {
  if (names === known) return new Set();
  const all = new Set(known);
  return new Set(names.filter((name) => !all.has(name)));
}

/** Whether a result could differ: it used a changed file, or missed a class that exists now. Nothing is resolved. */
export function isAffected(
  reads: Readonly<Record<"files" | "missed", Iterable<string>>>,
  { paths, newClasses }: Pick<FileChanges, "paths" | "newClasses">,
): boolean {
  for (const path of reads.files) if (paths.has(path)) return true;
  for (const name of reads.missed) if (newClasses.has(name)) return true;
  return false;
}

/** Two inventories, and the nodes that may differ between them or are on one side only. */
interface AskedSides {
  readonly before: Inventory;
  readonly after: Inventory;
  readonly identities: Identities;
  readonly changed: readonly string[];
}

/**
 * Whether a node's inventory queries may have other answers: a changed node in their scope exports another value that
 * they read, was added or removed, or fails for another reason. Only exports that are read are resolved.
 */
export function isAskedDifferently(reads: ReadSet, sides: AskedSides): boolean {
  if (reads.queries.length === 0) return false;
  return sides.changed.some((name) => {
    const [old, now] = [exportsOf(sides.before).get(name), exportsOf(sides.after).get(name)];
    return reads.queries.some((query) => {
      const limit = queryScope(query, { environment: reads.environment, settings: sides.before.settings });
      const paths = queryPaths(query);
      const asked = { paths, identities: sides.identities };
      return answerOf(old, limit, asked) !== answerOf(now, limit, asked);
    });
  });
}

/** The contribution of one node to a query, as text that is equal for equal contributions. */
export function answerOf(
  node: NodeExports | undefined,
  environment: string | undefined,
  { paths, identities }: { readonly paths: readonly (readonly string[])[]; readonly identities: Identities },
): string {
  if (node?.unreadable !== undefined) return `unreadable ${node.unreadable.code} ${node.unreadable.message}`;
  if (node === undefined || (environment !== undefined && node.environment !== environment)) return "";
  const fault = node.fault();
  if (fault !== undefined) return `fault ${fault.code} ${fault.message}`;
  const values = paths.map((path) => {
    const exported = node.at(path);
    if (exported.kind === "failed") return `failed ${exported.diagnostic.message} ${exported.grave?.message}`;
    return exported.value === undefined ? "none" : `value ${identities.of(exported.value)}`;
  });
  return `in scope\n${values.join("\n")}`;
}
