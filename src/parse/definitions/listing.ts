import { keptAt } from "../../base/made-once.ts";
import type { KeyTest } from "../../base/name-key.ts";
import { compareText } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import { filesBelow, pathsBelow } from "../../model/inventory/snapshot.ts";
import type { Files } from "../forms/files.ts";
import { parseDefinition } from "./definition.ts";
import type { DefinitionKind, ListedDefinition, ListingSource, NamedFiles } from "./node-files.ts";
import { FoundFiles, listedAs, NodeFiles, parsedKey, sortedNames } from "./node-files.ts";

export interface Listings extends Readonly<Record<DefinitionKind, NamedFiles>> {
  /** Sorted. */
  readonly nodeNames: readonly string[];
  /** The names of the nodes that are meant, sorted; lists no others. */
  nodesOf(meant: KeyTest): readonly string[];
  readonly classNames: readonly string[];
  /** Files whose name is already defined by a file with an earlier path; sorted by path. */
  readonly twice: readonly { readonly first: ListedDefinition; readonly path: string }[];
}

/** The files of nodes and classes by name, below `roots`. Most classes are listed only on request. Never fails. */
export function listDefinitions(source: ListingSource, roots: Readonly<Record<DefinitionKind, string>>): Listings {
  const { class: root } = roots;
  const nodes = new NodeFiles(source, roots.node);
  const found = new FoundFiles();
  const classes = new PlainClasses(source, root);
  const compared = new Set<ListedDefinition>();
  for (const [path, blob] of filesBelow(source.blobs, root)) {
    if (isPlainClass(path, root)) continue;
    const listed = listedAs({ path, blob, relative: path.slice(root.length) }, "class", source);
    found.add(listed);
    const plain = listed && classes.get(listed.name);
    if (plain === undefined || compared.has(plain)) continue;
    found.add(plain);
    compared.add(plain);
  }
  for (const [name, listed] of found.files) source.definitions.listed.class.set(name, listed);
  let classNames: readonly string[] | undefined;
  const named = { node: nodes, class: keyed((name) => found.files.get(name) ?? classes.get(name)) };
  const others = [...nodes.others, ...found.others].sort((one, other) => compareText(one.path, other.path));
  return {
    ...named,
    get nodeNames() {
      return nodes.names;
    },
    nodesOf: (meant) => nodes.meant(meant),
    get classNames() {
      classNames ??= sortedNames("class", new Set([...found.files.keys(), ...classes.names()]), source.definitions);
      return classNames;
    },
    twice: others.map((listed) => ({ first: named[listed.kind].get(listed.name) ?? listed, path: listed.path })),
  };
}

type DefinitionSource = Pick<Files, "settings" | "file"> & Pick<ListingSource, "definitions">;

/** Looks up definitions and parses each once. */
export function definer(
  listings: Readonly<Record<DefinitionKind, Pick<NamedFiles, "get">>>,
  source: DefinitionSource,
): (kind: DefinitionKind, name: string) => Definition | undefined {
  const { defined } = source.definitions;
  return (kind, name) => {
    const listed = listings[kind].get(name);
    if (listed === undefined) return undefined;
    return keptAt(defined, listed, () => definition(listed, source));
  };
}

function definition(listed: ListedDefinition, source: DefinitionSource): Definition {
  return keptAt(source.definitions.parsed, parsedKey(listed), () => {
    const faults: Diagnostic[] = [];
    const { kind, name, pathName } = listed;
    const file = source.file(listed.path, listed.blob, (diagnostic) => faults.push(diagnostic));
    const parsed = parseDefinition(file, { kind, name, pathName }, source.settings);
    return faults.length === 0 ? parsed : { ...parsed, diagnostics: [...faults, ...parsed.diagnostics] };
  });
}

function keyed(get: NamedFiles["get"]): NamedFiles {
  return { get, has: (name) => get(name) !== undefined };
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
    for (const path of pathsBelow(this.source.blobs, [root])) {
      if (isPlainClass(path, root)) names.push(path.slice(root.length, -".yml".length).replaceAll("/", "."));
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
