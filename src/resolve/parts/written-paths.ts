import type { Settings } from "../../model/inventory/settings.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import { trimmed } from "../../model/values/trimmed.ts";
import { isPlain, type MapEntry, type MapValue, type TemplatePart } from "../../model/values/value.ts";
import { layerAt, type Written } from "../../written/written.ts";
import { isSameScalar, isWrittenAlike } from "./written-alike.ts";

type Path = readonly string[];

/** A definition is read under one set of settings. */
const open = new WeakMap<MapValue, boolean>();

/** Whether the merge goes into a mapping key by key, each of which is there once, with or without a prefix. */
export function isOpen(map: MapValue, settings: Settings): boolean {
  let found = open.get(map);
  if (found === undefined) {
    const characters = prefixCharacters(settings);
    const keys = new Set(map.entries.map(({ key }) => bareKey(key, characters)));
    found = keys.size === map.entries.length && !keys.has("") && (map.plain || map.entries.every(isText));
    open.set(map, found);
  }
  return found;
}

function isText({ key, keyNode }: MapEntry): boolean {
  return keyNode.type === "text" && keyNode.data === key;
}

/** The key of a value that an entry of such a mapping writes. */
export function keyOf({ key }: MapEntry, settings: Settings): string {
  return bareKey(key, prefixCharacters(settings));
}

/** The entries of such a mapping by their keys. */
function entriesOf(map: MapValue, settings: Settings): ReadonlyMap<string, MapEntry> | undefined {
  return isOpen(map, settings) ? new Map(map.entries.map((entry) => [keyOf(entry, settings), entry])) : undefined;
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
  const isBare = keyOf(entry, to.settings) === entry.key;
  if (isBare && one.kind === "map" && two.kind === "map" && one.entries.length > 0 && two.entries.length > 0) {
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

function addLeaves(entry: MapEntry, { at, paths, settings }: Found): void {
  const { key, value } = entry;
  const bare = keyOf(entry, settings);
  const path = [...at, bare];
  const isMap = bare === key && value.kind === "map" && value.entries.length > 0;
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
    found = addLinks(layerAt(map), { at: [], settings, all }, true) ? trimmed(all) : "anywhere";
    links.set(map, found);
  }
  return found === "anywhere" ? undefined : found;
}

interface Linked {
  readonly at: Path;
  readonly settings: Settings;
  readonly all: Link[];
}

/** Whether all references of a value lead somewhere that is known. `isInside`: the paths of values inside count, too. */
function addLinks(part: Written, linked: Linked, isInside: boolean): boolean {
  const { value } = part;
  if (value.kind === "template") return value.parts.every((each) => addLink(each, linked));
  if (isPlain(value)) return true;
  const { at, settings } = linked;
  const areOpen = isInside && !part.isText && value.kind === "map" && isOpen(value, settings);
  return part
    .parts(settings)
    .every((each) => addLinks(each, areOpen ? { ...linked, at: [...at, each.key] } : linked, areOpen));
}

function addLink(part: TemplatePart, linked: Linked): boolean {
  if (part.kind === "text") return true;
  // Without a path of its own, nothing can be said of what refers to it.
  if (part.kind !== "reference" || linked.at.length === 0) return false;
  const [first] = part.path;
  const { keys } = referencePath(first?.kind === "text" ? first.text : "", linked.settings);
  // What is behind another reference is not known, nor the key in which that is.
  const to = part.path.length === 1 ? keys : keys.slice(0, -1);
  if (to.length === 0 || to[0] === "") return false;
  linked.all.push({ at: linked.at, to });
  return part.path.every((inner) => addLink(inner, linked));
}
