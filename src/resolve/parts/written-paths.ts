import type { Settings } from "../../model/inventory/settings.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import type { MapEntry, MapValue, TemplatePart, Value } from "../../model/values/value.ts";
import { hasBareKeys, noteBareKeys } from "../merge/bare-keys.ts";
import type { Branch, PathSet } from "./path-set.ts";
import { isSameScalar, isWrittenAlike } from "./written-alike.ts";

type Path = readonly string[];

/** A definition is read under one set of settings. */
const open = new WeakMap<MapValue, boolean>();

/** Whether the merge goes into a mapping key by key; otherwise prefixes are among its keys, or one is there twice. */
function isOpen(map: MapValue, settings: Settings): boolean {
  let found = open.get(map);
  if (found === undefined) {
    found = hasBareKeys(map, settings) && new Set(map.entries.map(({ key }) => key)).size === map.entries.length;
    open.set(map, found);
  }
  return found;
}

/** The entries of such a mapping by their keys. */
function entriesOf(map: MapValue, settings: Settings): ReadonlyMap<string, MapEntry> | undefined {
  return isOpen(map, settings) ? new Map(map.entries.map((entry) => [entry.key, entry])) : undefined;
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
  if (!isOpen(map, to.settings)) return false;
  for (const entry of map.entries) addLeaves(entry, to);
  return true;
}

function addLeaves({ key, value }: MapEntry, { at, paths, settings }: Found): void {
  const path = [...at, key];
  const isMap = value.kind === "map" && value.entries.length > 0;
  if (!isMap || !addAll(value, { at: path, paths, settings })) paths.push(path);
}

/** A reference: the path of the value that has it, and the path to which it leads, or above it. */
export interface Link {
  readonly at: Path;
  readonly to: Path;
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
      const areOpen = linked.isOpen && isOpen(value, linked.settings);
      const at = (key: string): Path => (areOpen ? [...linked.at, key] : linked.at);
      return value.entries.every((entry) => addLinks(entry.value, { ...linked, isOpen: areOpen, at: at(entry.key) }));
    }
  }
}

function addLink(part: TemplatePart, linked: Linked): boolean {
  if (part.kind === "text") return true;
  // Without a path of its own, what refers to it is not found.
  if (part.kind !== "reference" || linked.at.length === 0) return false;
  const [first] = part.path;
  const { keys } = referencePath(first?.kind === "text" ? first.text : "", linked.settings);
  // What is behind another reference is not known, nor the key in which that is.
  const to = part.path.length === 1 ? keys : keys.slice(0, -1);
  if (to.length === 0 || to[0] === "") return false;
  linked.all.push({ at: linked.at, to });
  return part.path.every((inner) => addLink(inner, linked));
}

interface WithPaths {
  readonly paths: PathSet;
  readonly map: MapValue;
}

/** The last one of each mapping: most nodes that an edit reaches need the same of it. */
const parts = new WeakMap<MapValue, WithPaths>();

/** A section of a definition with the values that meet some paths. A mapping above such a path stays, if only an empty one. */
export function mapWith(map: MapValue, paths: PathSet, settings: Settings): MapValue {
  const last = parts.get(map);
  if (last?.paths === paths) return last.map;
  const part = below(map, paths.root, settings);
  parts.set(map, { paths, map: part });
  return part;
}

function below(map: MapValue, branch: Branch, settings: Settings): MapValue {
  if (branch === "whole" || !isOpen(map, settings)) return map;
  const entries: MapEntry[] = [];
  let isSame = true;
  for (const entry of map.entries) {
    const next = branch.get(entry.key);
    const { key, keyNode, value } = entry;
    const part = next !== undefined && value.kind === "map" ? below(value, next, settings) : value;
    if (next !== undefined) entries.push(part === value ? entry : { key, keyNode, value: part });
    isSame &&= next !== undefined && part === value;
  }
  if (isSame) return map;
  const part = { ...map, entries };
  noteBareKeys(part);
  return part;
}
