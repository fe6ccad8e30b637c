import { type KeyTest, keyOfName, nameKey, namesWith } from "../../base/name-key.ts";
import type { PathLines } from "../../base/path-lines.ts";
import { compareText, sortTexts } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { type FileIds, filesBelow } from "../../model/inventory/snapshot.ts";
import type { Identity } from "./definition.ts";
import { className, nodeName } from "./names.ts";

/** Nodes by name. A shard lists only its own (S4 in docs/scale.md) until others are asked for. Never fails. */
export class NodeFiles implements NamedFiles {
  private readonly source: ListingSource;
  private readonly root: string;
  private share: ReadonlyMap<string, ListedDefinition> = new Map();
  private all: FoundFiles | undefined;

  /** Names that two files define are looked for at once. */
  constructor(source: ListingSource, root: string) {
    this.source = source;
    this.root = root;
    const { lines } = source.blobs;
    if (lines === undefined || !areUnique(lines, { root, settings: source.settings })) this.whole();
  }

  /** The files whose name another one defines already. */
  get others(): readonly ListedDefinition[] {
    return this.all?.others ?? [];
  }

  /** All names, sorted. */
  get names(): readonly string[] {
    return sortedNames("node", this.whole().files, this.source.definitions);
  }

  get(name: string): ListedDefinition | undefined {
    return this.share.get(name) ?? this.whole().files.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The names that are meant, sorted. */
  meant(test: KeyTest): readonly string[] {
    const { source, root } = this;
    const { blobs, settings } = source;
    if (this.all !== undefined || blobs.lines === undefined) return namesWith(this.names, test);
    const share = new Map<string, ListedDefinition>();
    eachKey(blobs.lines, { root, settings }, (key, path) => {
      if (!test(key)) return;
      const own = path();
      const file = { path: own, blob: blobs.get(own) ?? "", relative: own.slice(root.length) };
      const listed = listedAs(file, "node", source);
      if (listed !== undefined) share.set(listed.name, listed);
    });
    this.share = share;
    source.definitions.listed.node = share;
    return sortTexts([...share.keys()]);
  }

  private whole(): FoundFiles {
    if (this.all !== undefined) return this.all;
    const { source, root } = this;
    const all = new FoundFiles();
    for (const [path, blob] of filesBelow(source.blobs, root))
      all.add(listedAs({ path, blob, relative: path.slice(root.length) }, "node", source));
    source.definitions.listed.node = all.files;
    this.all = all;
    return all;
  }
}

interface Naming {
  readonly root: string;
  readonly settings: Settings;
}

/** Whether no two files define the same node; of names with the same key nothing is said. */
function areUnique(lines: PathLines, naming: Naming): boolean {
  const [from, to] = lines.range(naming.root);
  const keys = new Float64Array(to - from);
  let count = 0;
  eachKey(lines, naming, (key) => {
    keys[count] = key;
    count += 1;
  });
  keys.subarray(0, count).sort();
  for (let at = 1; at < count; at += 1) if (keys[at] === keys[at - 1]) return false;
  return true;
}

function eachKey(lines: PathLines, { root, settings }: Naming, visit: (key: number, path: () => string) => void): void {
  const { length } = new TextEncoder().encode(root);
  const [from, to] = lines.range(root);
  for (let at = from; at < to; at += 1) {
    const end = lines.pathEnd(at);
    const path = () => lines.path(at);
    const start = settings.compose_node_name ? -1 : plainStart(lines.bytes, lines.pathStart(at) + length, end);
    if (start >= 0) {
      visit(nameKey(lines.bytes, start, end - ENDING.length), path);
      continue;
    }
    const named = nodeName(path().slice(root.length), settings);
    if (named !== undefined) visit(keyOfName(named.name), path);
  }
}

const ENDING = new TextEncoder().encode(".yml");
const [DOT, SLASH, S] = [".", "/", "S"].map((each) => each.charCodeAt(0));

/** Where the name begins in a usual path: it ends in `.yml` and has no folder that may be skipped. -1 for any other. */
function plainStart(bytes: Uint8Array, from: number, end: number): number {
  let start = from;
  for (let at = from; at < end; at += 1) {
    if (bytes[at] !== SLASH) continue;
    // Folders of version control are skipped: `CVS`, `SCCS`.
    if (bytes[start] === DOT || bytes[at - 1] === S) return -1;
    start = at + 1;
  }
  const isEnding = ENDING.every((byte, at) => bytes[end - ENDING.length + at] === byte);
  return isEnding && end - start > ENDING.length ? start : -1;
}

export type DefinitionKind = Definition["kind"];

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
  const listed = { node: new Map(), class: new Map() };
  return { parsed: new Map(), defined: new Map(), listed, sorted: { node: [], class: [] } };
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
