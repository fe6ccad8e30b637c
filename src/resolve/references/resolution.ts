import { SharedEntry } from "../../model/values/shared-entry.ts";
import {
  type ListValue,
  type MapEntry,
  type MapValue,
  nullValue,
  type TemplateValue,
  type Value,
} from "../../model/values/value.ts";
import { expandedSize, limitFault, MAX_EXPANDED } from "../limits.ts";
import { isResolvedEntry } from "../merge/child.ts";
import { asRaw, type MergedMap, type PartialEntry, type PartialValue, type RawMap } from "../merge/partial-value.ts";
import type { Memo } from "./memo.ts";
import type { ReferencingNode } from "./referencing-node.ts";

type Path = readonly string[];

/** Resolves the values of one node with everything inside them. A mapping or list is resolved once. */
export class Resolution {
  private readonly node: ReferencingNode;
  private readonly memo: Memo | undefined;
  private readonly mappings = new Map<object, Value>();
  private readonly items = new Map<readonly Value[], readonly Value[]>();

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
        return this.of(value.target, value.path);
      case "merged-list":
      case "pending":
        return this.of(this.node.follow(value, path), path);
      case "template":
        return this.known(value) ?? this.written(value, path);
    }
  }

  /** The result of a definition's value on an earlier node, if it is the same on this one. */
  private known(value: MapValue | TemplateValue): Value | undefined {
    return this.memo?.find(value, this.node.trail.length);
  }

  private written(value: MapValue | TemplateValue, path: Path): Value {
    const { node } = this;
    const result = value.kind === "template" ? this.template(value, path) : this.mapping(node.bare(value), path);
    if (node.faults.length === 0) this.memo?.keep(value, result);
    return result;
  }

  /** A mapping that contains itself through references is a loop. */
  private mapping(map: AnyMap, path: Path): Value {
    // A raw mapping can have another result than the same mapping elsewhere.
    const what = map.kind === "raw" ? map.map.entries : map;
    const known = this.mappings.get(what);
    if (known !== undefined) return known;
    const { origin } = map.kind === "raw" ? map.map : map;
    if (!this.node.trail.enter(what, path, origin)) return nullValue(origin);
    const value: MapValue = { kind: "map", entries: this.entries(map, path), origin, plain: true };
    this.node.trail.leave();
    this.mappings.set(what, value);
    return value;
  }

  private entries(map: AnyMap, path: Path): readonly MapEntry[] {
    const entries: MapEntry[] = [];
    for (const entry of map.kind === "raw" ? map.map.entries : map.entries.values()) {
      entries.push(isResolvedEntry(entry) ? entry : this.entry(entry, path, map.kind === "raw"));
    }
    return entries;
  }

  private entry(entry: PartialEntry, path: Path, isRaw: boolean): MapEntry {
    const { key, keyNode } = entry;
    const value = isRaw && entry.value.kind === "map" ? asRaw(entry.value) : entry.value;
    if (value.kind !== "template" && value.kind !== "map")
      return { key, keyNode, value: this.of(value, [...path, key]) };
    const known = this.known(value);
    if (known === undefined) return { key, keyNode, value: this.written(value, [...path, key]) };
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
    if (expandedSize(value) > MAX_EXPANDED) {
      node.fault(limitFault("a reference brings in more than two million values", origin));
      return nullValue(origin);
    }
    return { ...value, origin, via: value.via ?? { reference: template.text, target: value.origin } };
  }

  private list(list: ListValue, path: Path): Value {
    let items = this.items.get(list.items);
    if (items === undefined) {
      if (!this.node.trail.enter(list.items, path, list.origin)) return nullValue(list.origin);
      items = list.items.map((item, index) => this.of(asRaw(item), [...path, String(index)]));
      this.node.trail.leave();
      this.items.set(list.items, items);
    }
    return { ...list, items, plain: true };
  }
}

type AnyMap = MergedMap | MapValue | RawMap;
