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

/** The key of a parsed definition. */
export function parsedKey({ kind, name, path, blob }: ListedDefinition): string {
  return `${kind}\0${name}\0${path}\0${blob}`;
}

/** Files by the name of what they define. */
export interface NamedFiles {
  has(name: string): boolean;
  get(name: string): ListedDefinition | undefined;
}

export interface Listings extends Readonly<Record<DefinitionKind, NamedFiles>> {
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

/**
 * The files of a snapshot that define nodes and classes, by name. `roots` are their folders. There are far more classes
 * than most commands need, so the name of a class leads to its file where the path says nothing else. Never fails.
 */
export function listDefinitions(source: ListingSource, roots: Readonly<Record<DefinitionKind, string>>): Listings {
  const found = { node: new Map<string, ListedDefinition>(), class: new Map<string, ListedDefinition>() };
  const others: ListedDefinition[] = [];
  const add = (listed: ListedDefinition | undefined): void => {
    if (listed === undefined) return;
    const other = found[listed.kind].get(listed.name);
    const isFirst = other === undefined || compareText(listed.path, other.path) < 0;
    if (isFirst) found[listed.kind].set(listed.name, listed);
    if (other !== undefined) others.push(isFirst ? other : listed);
  };
  const { node, class: root } = roots;
  const classes = new PlainClasses(source, root);
  const compared = new Set<ListedDefinition>();
  for (const [path, blob] of source.blobs) {
    if (path.startsWith(node)) add(listedAs({ path, blob, relative: path.slice(node.length) }, "node", source));
    if (!path.startsWith(root) || isPlainClass(path, root)) continue;
    const listed = listedAs({ path, blob, relative: path.slice(root.length) }, "class", source);
    add(listed);
    const plain = listed && classes.get(listed.name);
    if (plain === undefined || compared.has(plain)) continue;
    add(plain);
    compared.add(plain);
  }
  source.definitions.listed.node = found.node;
  for (const [name, listed] of found.class) source.definitions.listed.class.set(name, listed);
  others.sort((one, other) => compareText(one.path, other.path));
  let classNames: readonly string[] | undefined;
  const classOf = (name: string) => found.class.get(name) ?? classes.get(name);
  return {
    node: found.node,
    class: { get: classOf, has: (name) => classOf(name) !== undefined },
    nodeNames: sortedNames("node", found.node, source.definitions),
    get classNames() {
      classNames ??= sortedNames("class", new Set([...found.class.keys(), ...classes.names()]), source.definitions);
      return classNames;
    },
    twice: others.map((listed) => ({ first: found[listed.kind].get(listed.name) ?? listed, path: listed.path })),
  };
}

/** Whether a file in the folder of classes defines the class that its path spells: no two such files define the same one. */
function isPlainClass(path: string, root: string): boolean {
  const isOnlyEnding = path.endsWith(".yml") && path.indexOf(".", root.length) === path.length - ".yml".length;
  // Folders of version control are skipped: `CVS`, `SCCS`.
  return isOnlyEnding && !path.endsWith("/init.yml") && !path.includes("S/", root.length);
}

/** The classes of a snapshot whose paths spell their names, listed when they are asked for. */
class PlainClasses {
  private readonly source: ListingSource;
  private readonly root: string;
  private readonly known = new Map<string, ListedDefinition | undefined>();

  constructor(source: ListingSource, root: string) {
    this.source = source;
    this.root = root;
  }

  get(name: string): ListedDefinition | undefined {
    const known = this.known.get(name);
    if (known !== undefined || this.known.has(name)) return known;
    const listed = this.listed(name);
    this.known.set(name, listed);
    return listed;
  }

  names(): readonly string[] {
    const { root } = this;
    const names: string[] = [];
    for (const path of this.source.blobs.keys()) {
      if (path.startsWith(root) && isPlainClass(path, root)) {
        names.push(path.slice(root.length, -".yml".length).replaceAll("/", "."));
      }
    }
    return names;
  }

  private listed(name: string): ListedDefinition | undefined {
    const { source, root } = this;
    const relative = `${name.replaceAll(".", "/")}.yml`;
    const path = root + relative;
    const blob = source.blobs.get(path);
    if (blob === undefined || !isPlainClass(path, root)) return undefined;
    const listed = listedAs({ path, blob, relative }, "class", source);
    // A slash in a name is no separator.
    if (listed?.name !== name) return undefined;
    source.definitions.listed.class.set(name, listed);
    return listed;
  }
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
  found: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  { sorted }: DefinitionCache,
): readonly string[] {
  const last = sorted[kind];
  if (last.length !== found.size || !last.every((name) => found.has(name))) {
    sorted[kind] = sortTexts([...found.keys()]);
  }
  return sorted[kind];
}
