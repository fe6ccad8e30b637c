import type { Report } from "../model/diagnostic.ts";
import type { Settings } from "../model/settings.ts";
import type { MapEntry, MapValue, ScalarValue, Value } from "../model/value.ts";
import { type Cell, type MergedMap, originOf, type Part, type Stack } from "./cell.ts";

/** What folding needs to know: the two key prefixes, and where faults in keys go. */
export interface FoldContext {
  readonly settings: Pick<Settings, "dict_key_override_prefix" | "dict_key_constant_prefix">;
  readonly report: Report;
  readonly watch?: Watch;
}

/** Where every contribution is kept as a part of its own, so that `explain.ts` can tell what each of them does. */
export interface Watch {
  /** Keys from the map at hand on; the first of them is the key to watch. */
  readonly path: readonly string[];
  /** The layer being laid, counted from the weakest. */
  readonly layer: number | undefined;
}

/**
 * Lays maps over one another, weakest first: rules M1 to M9 of docs/concepts/merge.md, without references.
 *
 * Mappings merge key by key, lists join, scalars replace. Whatever a reference, a prefix or a change of kind could
 * still decide is kept as a stack of contributions. The result belongs to the caller; the maps stay as they were.
 */
export function fold(maps: Iterable<MapValue>, context: FoldContext): MergedMap {
  let root: MergedMap | undefined;
  let layer = 0;
  for (const map of maps) {
    root ??= { kind: "merged-map", entries: new Map(), origin: map.origin };
    layMap(root, map, context.watch === undefined ? context : { ...context, watch: { ...context.watch, layer } });
    layer += 1;
  }
  return root ?? { kind: "merged-map", entries: new Map(), origin: originless };
}

const originless = { file: { path: "", blob: "", text: "" }, start: 0, end: 0 };

/** A definition's map as a folded one of its own: prefixes read, keys turned into text. */
export function ownedMap(map: MapValue, context: FoldContext): MergedMap {
  const owned: MergedMap = { kind: "merged-map", entries: new Map(), origin: map.origin };
  layMap(owned, map, context);
  return owned;
}

/** Lays the entries of a definition's map over a folded one, in place. */
export function layMap(below: MergedMap, above: MapValue, context: FoldContext): void {
  if (above.entries.length > 0) below.origin = above.origin;
  for (const entry of above.entries) {
    const written = above.plain ? { key: entry.key, overwrite: false, constant: false } : readKey(entry, context);
    if (written === undefined) continue;
    const { key } = written;
    const isText = entry.keyNode.type === "text" && entry.keyNode.data === key;
    const keyNode = isText ? entry.keyNode : textKey(key, entry.keyNode);
    const flagged = written.overwrite || written.constant;
    const cell = flagged ? rawOf(entry.value) : entry.value;
    const over: Part | Cell =
      flagged || isWatched(key, context)
        ? { ...written, cell, origin: entry.value.origin, layer: context.watch?.layer }
        : cell;
    below.entries.set(key, { keyNode, cell: lay(below.entries.get(key)?.cell, over, context) });
  }
}

/** One more contribution over what a key holds so far. Owned cells below are changed in place. */
function lay(below: Cell | undefined, above: Cell | Part, context: FoldContext): Cell {
  if (!("kind" in above)) return onStack(below, [above]);
  if (below === undefined) return above;
  if (above.kind === "stack") return onStack(below, above.parts);
  if (above.kind === "scalar" && below.kind === "scalar") return above;
  if (above.kind === "map" && (below.kind === "map" || below.kind === "merged-map")) {
    const owned = below.kind === "map" ? ownedMap(below, context) : below;
    layMap(owned, above, context);
    return owned;
  }
  if (above.kind === "merged-map" && (below.kind === "map" || below.kind === "merged-map")) {
    const owned = below.kind === "map" ? ownedMap(below, context) : below;
    layMerged(owned, above, context);
    return owned;
  }
  if (above.kind === "list" && (below.kind === "list" || below.kind === "merged-list")) return joined(below, above);
  return onStack(below, [unflagged(above)]);
}

/** Lays a folded map over another, in place. */
export function layMerged(below: MergedMap, above: MergedMap, context: FoldContext): void {
  below.origin = above.origin;
  for (const [key, { keyNode, cell }] of above.entries) {
    const isPart = cell.kind !== "stack" && isWatched(key, context);
    const over = isPart ? { ...unflagged(cell), layer: context.watch?.layer } : cell;
    below.entries.set(key, { keyNode, cell: lay(below.entries.get(key)?.cell, over, context) });
  }
}

function isWatched(key: string, { watch }: FoldContext): boolean {
  return watch !== undefined && watch.path[0] === key;
}

type ListCell = Extract<Cell, { kind: "list" | "merged-list" }>;

function joined(below: ListCell, above: Extract<Value, { kind: "list" }>): Cell {
  if (below.kind === "list") {
    const items = [...below.items, ...above.items];
    const earlier = [below.origin];
    return { kind: "merged-list", items, earlier, plain: below.plain && above.plain, origin: above.origin };
  }
  for (const item of above.items) below.items.push(item);
  below.earlier.push(below.origin);
  below.plain &&= above.plain;
  below.origin = above.origin;
  return below;
}

function onStack(below: Cell | undefined, parts: readonly Part[]): Stack {
  if (below?.kind === "stack") {
    below.parts.push(...parts);
    return below;
  }
  return { kind: "stack", parts: below === undefined ? [...parts] : [unflagged(below), ...parts] };
}

function unflagged(cell: Cell): Part {
  return { cell, origin: originOf(cell), overwrite: false, constant: false };
}

/** The value of a prefixed key is opaque: prefixes inside it are not read. */
function rawOf(value: Value): Cell {
  return value.kind === "map" && !value.plain ? { kind: "raw", map: value } : value;
}

interface WrittenKey {
  readonly key: string;
  readonly overwrite: boolean;
  readonly constant: boolean;
}

function readKey(entry: MapEntry, { settings, report }: FoldContext): WrittenKey | undefined {
  let { key } = entry;
  let overwrite = false;
  let constant = false;
  for (; ; key = key.slice(1)) {
    const sign = key.charAt(0);
    if (sign !== "" && sign === settings.dict_key_override_prefix) overwrite = true;
    else if (sign !== "" && sign === settings.dict_key_constant_prefix) constant = true;
    else break;
  }
  if (key !== "") return { key, overwrite, constant };
  const message = entry.key === "" ? "a key is empty" : `the key "${entry.key}" is nothing but a prefix`;
  report({ code: "key-invalid", severity: "error", message, span: entry.keyNode.origin, related: [] });
  return undefined;
}

function textKey(key: string, { origin }: ScalarValue): ScalarValue {
  return { kind: "scalar", type: "text", data: key, origin };
}
