import { compareText, sortTexts } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
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
  /** The last listing by name: a file that did not change since then keeps its object. */
  readonly listed: Record<DefinitionKind, ReadonlyMap<string, ListedDefinition>>;
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

/** The key of a parsed definition. */
export function parsedKey({ kind, name, path, blob }: ListedDefinition): string {
  return `${kind}\0${name}\0${path}\0${blob}`;
}

export interface Listings extends Record<DefinitionKind, ReadonlyMap<string, ListedDefinition>> {
  /** Sorted. */
  readonly nodeNames: readonly string[];
  readonly classNames: readonly string[];
  /** Files whose name is already defined by a file with an earlier path; sorted by path. */
  readonly twice: readonly { readonly first: ListedDefinition; readonly path: string }[];
}

interface ListingSource {
  readonly blobs: ReadonlyMap<string, string>;
  readonly settings: Settings;
  readonly definitions: DefinitionCache;
}

/** The files of a snapshot that define nodes and classes, by name. `roots` are their folders. Never fails. */
export function listDefinitions(source: ListingSource, roots: Readonly<Record<DefinitionKind, string>>): Listings {
  const found = { node: new Map<string, ListedDefinition>(), class: new Map<string, ListedDefinition>() };
  const others: ListedDefinition[] = [];
  const add = (kind: DefinitionKind, path: string, blob: string): void => {
    const listed = listedAs({ path, blob, relative: path.slice(roots[kind].length) }, kind, source);
    if (listed === undefined) return;
    const other = found[kind].get(listed.name);
    const isFirst = other === undefined || compareText(path, other.path) < 0;
    if (isFirst) found[kind].set(listed.name, listed);
    if (other !== undefined) others.push(isFirst ? other : listed);
  };
  const { node, class: classes } = roots;
  for (const [path, blob] of source.blobs) {
    if (path.startsWith(node)) add("node", path, blob);
    if (path.startsWith(classes)) add("class", path, blob);
  }
  Object.assign(source.definitions.listed, found);
  others.sort((one, other) => compareText(one.path, other.path));
  return {
    ...found,
    nodeNames: sortedNames("node", found.node, source.definitions),
    classNames: sortedNames("class", found.class, source.definitions),
    twice: others.map((listed) => ({ first: found[listed.kind].get(listed.name) ?? listed, path: listed.path })),
  };
}

/** Files of nodes and classes after an edit: path to blob id, undefined for a file that is gone. */
export type FileEdits = ReadonlyMap<string, string | undefined>;

/** By name; undefined for one that is gone. */
export interface EditedDefinitions extends Iterable<readonly [name: string, listed: ListedDefinition | undefined]> {
  has(name: string): boolean;
  get(name: string): ListedDefinition | undefined;
}

/** What edited files of nodes and of classes define. */
export type EditedListings = Readonly<Record<DefinitionKind, EditedDefinitions>>;

/** What edited files define. Requires unique names before and after the edits. Never fails. */
export function listEditedDefinitions(
  edits: FileEdits,
  roots: Readonly<Record<DefinitionKind, string>>,
  source: Omit<ListingSource, "blobs">,
): EditedListings {
  const found = {
    node: new Map<string, ListedDefinition | undefined>(),
    class: new Map<string, ListedDefinition | undefined>(),
  };
  for (const [path, blob] of edits) {
    for (const kind of ["node", "class"] as const) {
      if (!path.startsWith(roots[kind])) continue;
      const listed = listedAs({ path, blob: blob ?? "", relative: path.slice(roots[kind].length) }, kind, source);
      if (listed === undefined) continue;
      // A name can move from one file to another.
      if (blob !== undefined) found[kind].set(listed.name, listed);
      else if (!found[kind].has(listed.name)) found[kind].set(listed.name, undefined);
    }
  }
  return found;
}

/** Sorted names after edits; the same list if no name was added or removed. */
export function editedNames(
  names: readonly string[],
  edits: EditedDefinitions,
  isKnown: (name: string) => boolean,
): readonly string[] {
  const gone = new Set<string>();
  const added: string[] = [];
  for (const [name, listed] of edits) {
    if (listed === undefined) gone.add(name);
    else if (!isKnown(name)) added.push(name);
  }
  if (added.length === 0 && ![...gone].some(isKnown)) return names;
  return [...names.filter((name) => !gone.has(name)), ...added].sort(compareText);
}

interface ListedFile {
  readonly path: string;
  readonly blob: string;
  /** The path below the folder of nodes or of classes. */
  readonly relative: string;
}

function listedAs(
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

function sortedNames(
  kind: DefinitionKind,
  found: ReadonlyMap<string, ListedDefinition>,
  { sorted }: DefinitionCache,
): readonly string[] {
  const last = sorted[kind];
  if (last.length !== found.size || !last.every((name) => found.has(name))) {
    sorted[kind] = sortTexts([...found.keys()]);
  }
  return sorted[kind];
}
