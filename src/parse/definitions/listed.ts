import { compareText, sortTexts } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { FileIds } from "../../model/inventory/snapshot.ts";
import type { Identity } from "./definition.ts";
import { className, nodeName } from "./names.ts";

export type DefinitionKind = Definition["kind"];

/** A file that defines a node or a class. */
export interface ListedDefinition extends Identity {
  readonly path: string;
  readonly blob: string;
}

/** Shared by all snapshots that are read with the same settings; reading inventories fills it. */
export interface DefinitionCache {
  /** Parsed definitions by kind, name, path and blob. */
  readonly parsed: Map<string, Definition>;
  /** Definitions by listed file: snapshots share the object of a file that did not change. */
  readonly defined: Map<ListedDefinition, Definition>;
  /** The last listing of nodes, and of each class that was asked for, by name: a file that did not change keeps its object. */
  readonly listed: { node: ReadonlyMap<string, ListedDefinition>; readonly class: Map<string, ListedDefinition> };
  /** The names of the last snapshot, sorted: most snapshots have the same. */
  readonly sorted: Record<DefinitionKind, readonly string[]>;
}

export function emptyDefinitionCache(): DefinitionCache {
  return {
    parsed: new Map(),
    defined: new Map(),
    listed: { node: new Map(), class: new Map() },
    sorted: { node: [], class: [] },
  };
}

/** Drops what was parsed of the definition in a file; it is parsed again if it is asked for. */
export function dropDefinition({ defined, parsed }: DefinitionCache, listed: ListedDefinition): void {
  defined.delete(listed);
  parsed.delete(parsedKey(listed));
}

export function parsedKey({ kind, name, path, blob }: ListedDefinition): string {
  return `${kind}\0${name}\0${path}\0${blob}`;
}

/** Files by the name of what they define. */
export interface NamedFiles {
  has(name: string): boolean;
  get(name: string): ListedDefinition | undefined;
}

/** What definitions are listed from. */
export interface ListingSource {
  readonly blobs: FileIds;
  readonly settings: Settings;
  readonly definitions: DefinitionCache;
}

/** Files by the names that they define: of two with one name the first path counts. */
export class FoundFiles {
  readonly files: Map<string, ListedDefinition> = new Map();
  /** The others of the same names. */
  readonly others: ListedDefinition[] = [];

  add(listed: ListedDefinition | undefined): void {
    if (listed === undefined) return;
    const other = this.files.get(listed.name);
    const isFirst = other === undefined || compareText(listed.path, other.path) < 0;
    if (isFirst) this.files.set(listed.name, listed);
    if (other !== undefined) this.others.push(isFirst ? other : listed);
  }
}

interface ListedFile {
  readonly path: string;
  readonly blob: string;
  /** The path below the folder of nodes or of classes. */
  readonly relative: string;
}

/** The definition that a file holds, in the object that the last listing had for it; undefined for a file that defines nothing. */
export function listedAs(
  { path, blob, relative }: ListedFile,
  kind: DefinitionKind,
  { definitions, settings }: Omit<ListingSource, "blobs">,
): ListedDefinition | undefined {
  const found = kind === "node" ? nodeName(relative, settings) : className(relative);
  if (found === undefined) return undefined;
  const last = definitions.listed[kind].get(found.name);
  if (last?.blob === blob && last.path === path) return last;
  return { kind, name: found.name, pathName: found.pathName, path, blob };
}

/** The names of what was found, sorted: the list of the last snapshot, if it had the same. */
export function sortedNames(
  kind: DefinitionKind,
  found: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  { sorted }: DefinitionCache,
): readonly string[] {
  const last = sorted[kind];
  if (last.length !== found.size || !last.every((name) => found.has(name))) sorted[kind] = sortTexts([...found.keys()]);
  return sorted[kind];
}
