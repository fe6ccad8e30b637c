import { keptAt } from "../../base/remembered.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import type { MapEntry, MapValue, TemplatePart, Value } from "../../model/values/value.ts";
import { hasBareKeys } from "../merge/bare-keys.ts";
import type { Branch, Link, PathSet } from "./path-set.ts";
import { isSameScalar, isWrittenAlike } from "./written-alike.ts";

type Path = readonly string[];

/** The entries of a mapping that the merge goes into key by key. A definition is read under one set of settings. */
const known = new WeakMap<MapValue, ReadonlyMap<string, MapEntry> | "closed">();

/** The entries by their keys; undefined for a mapping that counts as a whole, as prefixes are among its keys, or a key twice. */
function entriesOf(map: MapValue, settings: Settings): ReadonlyMap<string, MapEntry> | undefined {
  let found = known.get(map);
  if (found === undefined) {
    const byKey = new Map(map.entries.map((entry) => [entry.key, entry]));
    found = byKey.size === map.entries.length && hasBareKeys(map, settings) ? byKey : "closed";
    known.set(map, found);
  }
  return found === "closed" ? undefined : found;
}

/** The last comparison of each mapping: an edited class is compared for each node that has it. */
const compared = new WeakMap<MapValue, { readonly after: MapValue; readonly paths: readonly Path[] | undefined }>();

/** The paths at which two mappings of definitions differ; undefined if they differ as a whole. */
export function differingBetween(before: MapValue, after: MapValue, settings: Settings): readonly Path[] | undefined {
  const last = compared.get(before);
  if (last?.after === after) return last.paths;
  const found: Path[] = [];
  const isFound = addDiffering(before, after, { at: [], paths: found, settings });
  const paths = isFound ? found : undefined;
  compared.set(before, { after, paths });
  return paths;
}

function addDiffering(before: MapValue, after: MapValue, to: Found): boolean {
  const { at, paths, settings } = to;
  const [old, now] = [entriesOf(before, settings), entriesOf(after, settings)];
  if (old === undefined || now === undefined || !areInSequence(old, now)) return isWrittenAlike(before, after);
  for (const [key, entry] of old) {
    const other = now.get(key);
    if (other === undefined) addLeaves(entry, to);
    else if (!isSameEntry(entry, other, to)) paths.push([...at, key]);
  }
  for (const [key, entry] of now) if (!old.has(key)) addLeaves(entry, to);
  return true;
}

/** Where paths are added. */
interface Found {
  readonly at: Path;
  readonly paths: Path[];
  readonly settings: Settings;
}

/** Whether two entries of one key differ nowhere, or at paths below it that were added. */
function isSameEntry(entry: MapEntry, other: MapEntry, { at, ...to }: Found): boolean {
  if (entry === other) return true;
  if (!isSameScalar(entry.keyNode, other.keyNode)) return false;
  const [one, two] = [entry.value, other.value];
  if (one.kind === "map" && two.kind === "map" && one.entries.length > 0 && two.entries.length > 0) {
    return addDiffering(one, two, { ...to, at: [...at, entry.key] });
  }
  return isWrittenAlike(one, two);
}

/** Whether the keys that both have come in the same sequence, which shows where a mapping becomes text. */
function areInSequence(old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>): boolean {
  const others = [...now.keys()].filter((key) => old.has(key));
  return [...old.keys()].filter((key) => now.has(key)).every((key, at) => key === others[at]);
}

/** Adds the paths of all values that a mapping writes; false if it counts as a whole. */
function addAll(map: MapValue, to: Found): boolean {
  const entries = entriesOf(map, to.settings);
  for (const entry of entries?.values() ?? []) addLeaves(entry, to);
  return entries !== undefined;
}

function addLeaves({ key, value }: MapEntry, { at, paths, settings }: Found): void {
  const path = [...at, key];
  const isOpen = value.kind === "map" && value.entries.length > 0;
  if (!isOpen || !addAll(value, { at: path, paths, settings })) paths.push(path);
}

const links = new WeakMap<MapValue, readonly Link[] | "anywhere">();

/** The references in a mapping of a definition; undefined if one can lead anywhere. Never fails. */
export function linksIn(map: MapValue, settings: Settings): readonly Link[] | undefined {
  let found = links.get(map);
  if (found === undefined) {
    const all: Link[] = [];
    found = addLinks(map, { at: [], isOpen: true, settings, all }) ? all : "anywhere";
    links.set(map, found);
  }
  return found === "anywhere" ? undefined : found;
}

interface Linked {
  readonly at: Path;
  /** Whether the paths of values inside count, too: not those in lists. */
  readonly isOpen: boolean;
  readonly settings: Settings;
  readonly all: Link[];
}

/** Whether all references of a value lead somewhere that is known. */
function addLinks(value: Value, linked: Linked): boolean {
  switch (value.kind) {
    case "scalar":
    case "set":
      return true;
    case "template":
      return value.parts.every((part) => addLink(part, linked));
    case "list":
      return value.plain || value.items.every((item) => addLinks(item, { ...linked, isOpen: false }));
    case "map": {
      if (value.plain) return true;
      const isOpen = linked.isOpen && entriesOf(value, linked.settings) !== undefined;
      const at = (key: string): Path => (isOpen ? [...linked.at, key] : linked.at);
      return value.entries.every((entry) => addLinks(entry.value, { ...linked, isOpen, at: at(entry.key) }));
    }
  }
}

function addLink(part: TemplatePart, linked: Linked): boolean {
  if (part.kind === "text") return true;
  if (part.kind !== "reference") return false;
  const [first] = part.path;
  const { keys } = referencePath(first?.kind === "text" ? first.text : "", linked.settings);
  // What is behind another reference is not known, nor the key in which that is.
  const to = part.path.length === 1 ? keys : keys.slice(0, -1);
  if (to.length === 0 || to[0] === "") return false;
  linked.all.push({ at: linked.at, to });
  return part.path.every((inner) => addLink(inner, linked));
}

/** The references to any of some paths. */
export function linksTo(map: MapValue, paths: PathSet, settings: Settings): readonly Link[] {
  return keptAt(paths.to, map, () => linksIn(map, settings)?.filter(({ to }) => paths.meets(to)) ?? []);
}

/** The references from values at any of some paths. */
export function linksFrom(map: MapValue, paths: PathSet, settings: Settings): readonly Link[] {
  return keptAt(paths.from, map, () => linksIn(map, settings)?.filter(({ at }) => paths.meets(at)) ?? []);
}

interface WithBranch {
  readonly branch: Branch;
  readonly map: MapValue;
}

/** The last one of each mapping: most nodes that an edit reaches need the same of it. */
const parts = new WeakMap<MapValue, WithBranch>();

/** A mapping of a definition with the values that meet some paths. A mapping above such a path stays, if only an empty one. */
export function mapWith(map: MapValue, branch: Branch, settings: Settings): MapValue {
  if (branch === "whole") return map;
  const last = parts.get(map);
  if (last?.branch === branch) return last.map;
  const isClosed = entriesOf(map, settings) === undefined;
  const entries = isClosed ? map.entries : map.entries.flatMap((entry) => entryWith(entry, branch, settings));
  const isSame = entries.length === map.entries.length && entries.every((entry, at) => entry === map.entries[at]);
  const part = isSame ? map : { ...map, entries };
  parts.set(map, { branch, map: part });
  return part;
}

function entryWith(entry: MapEntry, branch: Exclude<Branch, "whole">, settings: Settings): readonly MapEntry[] {
  const below = branch.get(entry.key);
  if (below === undefined) return [];
  const { key, keyNode, value } = entry;
  const part = value.kind === "map" ? mapWith(value, below, settings) : value;
  return [part === value ? entry : { key, keyNode, value: part }];
}
