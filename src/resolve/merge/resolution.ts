import { trimmed } from "../../base/text-order.ts";
import {
  type ListValue,
  type MapEntry,
  type MapValue,
  nullValue,
  SharedEntry,
  type Span,
  type TemplateValue,
  type Value,
} from "../../model/values/value.ts";
import { sizeOf } from "../limits.ts";
import { isResolved, isResolvedEntry } from "./child.ts";
import type { Memo } from "./memo.ts";
import {
  asRaw,
  type MergedMap,
  type PartialEntry,
  type PartialValue,
  type Path,
  type RawMap,
} from "./partial-value.ts";
import type { ReferencingNode } from "./referencing-node.ts";

/** Resolves the values of one node with everything inside them. A mapping or list is resolved once. */
export class Resolution {
  private readonly node: ReferencingNode;
  private readonly memo: Memo | undefined;
  private readonly mappings = new Map<object, Value>();
  private readonly items = new Map<readonly Value[], readonly Value[]>();
  private readonly counted = new Set<readonly unknown[]>();

  constructor(node: ReferencingNode, memo: Memo | undefined) {
    this.node = node;
    this.memo = memo;
  }

  of(value: PartialValue, path: Path): Value {
    switch (value.kind) {
      case "scalar":
      case "set":
        return value;
      case "list":
        return value.plain ? value : this.list(value, path);
      case "merged-map":
      case "raw":
        return this.mapping(value, path);
      case "map":
        return value.plain ? value : (this.known(value) ?? this.written(value, path));
      case "alias":
        return this.of(value.target, [...value.within, value.key]);
      case "merged-list":
      case "pending":
        return this.of(this.node.follow(value, path), path);
      case "template":
        return this.known(value) ?? this.written(value, path);
    }
  }

  /** The result of a definition's value on an earlier node, if it is the same on this one. */
  private known(value: MapValue | TemplateValue): Value | undefined {
    return this.memo?.find(value, this.node.trail.depth);
  }

  private written(value: MapValue | TemplateValue, path: Path): Value {
    const { node } = this;
    const result = value.kind === "template" ? this.template(value, path) : this.mapping(node.bare(value), path);
    if (node.faults.length === 0) this.memo?.keep(value, result);
    return result;
  }

  /**
   * A mapping that contains itself through references is a loop. Few calls are between two levels, so that the deepest
   * values fit on the stack.
   */
  private mapping(map: MergedMap | MapValue | RawMap, path: Path): Value {
    const isRaw = map.kind === "raw";
    // A raw mapping can have another result than the same mapping elsewhere.
    const what = isRaw ? map.map.entries : map;
    const known = this.mappings.get(what);
    if (known !== undefined) return known;
    const { origin } = isRaw ? map.map : map;
    const place = map.kind === "merged-map" ? (map.copied?.origin ?? origin) : origin;
    if (!this.node.trail.enter(what, path, place)) return nullValue(origin);
    const entries: MapEntry[] = [];
    for (const entry of isRaw ? map.map.entries : map.entries.values()) {
      const same = isResolvedEntry(entry) ? entry : this.knownEntry(entry, isRaw);
      if (same !== undefined) {
        entries.push(same);
        continue;
      }
      const { key, keyNode } = entry;
      const value = isRaw && entry.value.kind === "map" ? asRaw(entry.value) : entry.value;
      const isWritten = value.kind === "template" || value.kind === "map";
      const at = [...path, key];
      entries.push({ key, keyNode, value: isWritten ? this.written(value, at) : this.of(value, at) });
    }
    const value: MapValue = { kind: "map", entries: trimmed(entries), origin, plain: true };
    this.node.trail.leave();
    this.mappings.set(what, value);
    return value;
  }

  /** An entry with the value of an earlier node, if it is the same on this one. */
  private knownEntry(entry: PartialEntry, isRaw: boolean): MapEntry | undefined {
    const { key, keyNode, value } = entry;
    if (value.kind !== "template" && (value.kind !== "map" || isRaw)) return undefined;
    const known = this.known(value);
    if (known === undefined) return undefined;
    return entry instanceof SharedEntry ? entry.with(known) : { key, keyNode, value: known };
  }

  private template(template: TemplateValue, path: Path): Value {
    const { node } = this;
    const { origin } = template;
    const followed = node.follow(template, path);
    if (followed.kind === "scalar") return followed;
    // On the trail, so that a loop through a mapping is reported at the reference in it.
    if (!node.trail.enter(template, path, origin)) return nullValue(origin);
    const value = this.of(followed, path);
    node.trail.leave();
    if (value.kind === "scalar" || value.kind === "template") return value;
    const isShared = isResolved(followed) || value.kind === "set";
    if (!isShared && !this.bringsIn(value, origin)) return nullValue(origin);
    return { ...value, origin, via: value.via ?? { reference: template.text, target: value.origin } };
  }

  /** Counts a value that was made from references, once for all that refer to it. False if it is too much. */
  private bringsIn(value: ListValue | MapValue, origin: Span): boolean {
    const parts = value.kind === "list" ? value.items : value.entries;
    if (this.counted.has(parts)) return true;
    this.counted.add(parts);
    return this.node.spend(sizeOf(value), origin);
  }

  private list(list: ListValue, path: Path): Value {
    let items = this.items.get(list.items);
    if (items === undefined) {
      if (!this.node.trail.enter(list.items, path, list.origin)) return nullValue(list.origin);
      const made: Value[] = [];
      for (const [index, item] of list.items.entries()) made.push(this.of(asRaw(item), [...path, String(index)]));
      this.node.trail.leave();
      this.items.set(list.items, made);
      items = made;
    }
    return { ...list, items, plain: true };
  }
}
