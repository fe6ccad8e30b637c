import type { ClassMention, Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Absence, Bringer, Unset } from "../../model/results/explanation.ts";
import { NearPaths } from "../../model/values/near-path.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { exactFilter } from "../../model/values/path-filter.ts";
import { type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { type Linearisation, linearise } from "../../resolve/ancestry/linearise.ts";
import { WalkTrace } from "../../resolve/ancestry/walk-trace.ts";
import { type WrittenAt, writtenAt } from "../../written/written-at.ts";
import { Routes } from "./layers.ts";

/**
 * Why a node has no value at a path below its parameters or exports: the classes, groups and other nodes that set one
 * and are no layers of the node, and similar paths of the node. Classes are listed with the places that mention them.
 * Never fails. `resolved` is undefined if the node does not resolve.
 */
export function whyUnset(
  inventory: Inventory,
  node: Definition,
  { path, resolved }: { readonly path: ParameterPath; readonly resolved: ResolvedNode | undefined },
): Unset {
  const trace = new WalkTrace();
  const ancestry = linearise(inventory, node, { observer: trace });
  const search = new Search({ inventory, node, ancestry, trace, path });
  const [section = "", ...keys] = path;
  const top = section === "parameters" || section === "exports" ? resolved?.[section] : undefined;
  return {
    node: node.name,
    path,
    there: top === undefined ? [] : [section, ...partThere(top, keys)],
    bringers: [...search.classes(), ...search.groups(), ...search.nodes()],
    near: top === undefined ? [] : nearPaths(top, path),
  };
}

interface SearchParts {
  readonly inventory: Inventory;
  readonly node: Definition;
  readonly ancestry: Linearisation;
  readonly trace: WalkTrace;
  readonly path: ParameterPath;
}

/** Searches for definitions that set the value and are no layers of the node. */
class Search {
  private readonly parts: SearchParts;
  private readonly placed: ReadonlySet<string>;

  constructor(parts: SearchParts) {
    this.parts = parts;
    this.placed = new Set(parts.ancestry.steps.flatMap(({ layer, name }) => (layer === "class" ? [name] : [])));
  }

  classes(): readonly Bringer[] {
    const { inventory } = this.parts;
    const found = inventory.classNames.flatMap((name) => {
      const definition = this.placed.has(name) ? undefined : inventory.class(name);
      const written = definition && this.written(definition);
      return written === undefined ? [] : [{ name, written }];
    });
    const places = found.length === 0 ? new Map<string, readonly Span[]>() : mentionsOf(inventory);
    return found.map(({ name, written }) => {
      const unlisted: Absence = { kind: "unlisted", places: places.get(name) ?? [] };
      return { kind: "class", name, ...written, absence: this.removed(name) ?? unlisted };
    });
  }

  groups(): readonly Bringer[] {
    const { inventory, ancestry } = this.parts;
    const memberOf = new Set(ancestry.held.groups.map(({ id }) => id));
    return [...inventory.groups.groups.values()].flatMap((group): readonly Bringer[] => {
      if (memberOf.has(group.id) && group.enabled) return [];
      const written = this.property(group.properties.values);
      const kind = memberOf.has(group.id) ? "disabled" : "not-held";
      return written === undefined ? [] : [{ kind: "group", name: group.id, ...written, absence: { kind } }];
    });
  }

  nodes(): readonly Bringer[] {
    const { inventory, node } = this.parts;
    return inventory.nodeNames.flatMap((name): readonly Bringer[] => {
      const other = name === node.name ? undefined : inventory.node(name);
      const written = other && (this.written(other) ?? (other.own && this.property(other.own.properties.values)));
      return written === undefined ? [] : [{ kind: "node", name, ...written, absence: { kind: "own" } }];
    });
  }

  private written(definition: Definition): WrittenAt | undefined {
    const [section] = this.parts.path;
    return section === "exports" ? this.below(definition.exports) : this.below(definition.parameters);
  }

  private property(values: MapValue): WrittenAt | undefined {
    return this.parts.path[0] === "parameters" ? this.below(values) : undefined;
  }

  private below(map: MapValue): WrittenAt | undefined {
    const [section = "", ...keys] = this.parts.path;
    const written = writtenAt(map, keys, this.parts.inventory.settings);
    return written && { ...written, path: [section, ...written.path] };
  }

  /** The removal that keeps a class out, if there is one. */
  private removed(name: string): Absence | undefined {
    const { trace, inventory, node } = this.parts;
    const passed = trace.passedOver.find(({ chain, why }) => why === "removed" && chain.at(-1)?.name === name);
    const mention = passed?.chain.at(-1)?.mention;
    const removal = trace.removals.find(({ earlier }) => earlier.some((each) => each === mention))?.removal;
    if (passed === undefined || removal === undefined) return undefined;
    return { kind: "removed", by: removal.origin, route: new Routes(inventory, node).along(passed.chain) };
  }
}

/** The mentions of each class in classes, groups and nodes, except names with references. */
function mentionsOf(inventory: Inventory): ReadonlyMap<string, readonly Span[]> {
  const found = new Map<string, Span[]>();
  const add = (mentions: readonly ClassMention[] = []): void => {
    for (const { name, remove, template, origin } of mentions) {
      if (!remove && template === undefined) found.set(name, [...(found.get(name) ?? []), origin]);
    }
  };
  for (const name of inventory.classNames) add(inventory.class(name)?.classes);
  for (const { classes } of inventory.groups.groups.values()) add(classes);
  for (const name of inventory.nodeNames) add(inventory.node(name)?.classes);
  return found;
}

/** The first keys, as many as lead to a value. */
function partThere(top: Value, keys: readonly string[]): readonly string[] {
  let depth = keys.length;
  while (depth > 0 && valueAt(top, keys.slice(0, depth)) === undefined) depth -= 1;
  return keys.slice(0, depth);
}

const MOST = 5;

/** Paths similar to the one asked for; at most five. */
function nearPaths(top: MapValue, path: ParameterPath): readonly ParameterPath[] {
  const near = new NearPaths(exactFilter(path).keys);
  const [section = ""] = path;
  const { origin } = top;
  near.add({
    kind: "map",
    entries: [{ key: section, keyNode: textValue(section, origin), value: top }],
    origin,
    plain: true,
  });
  return near.whole(MOST).map((path) => path.map(({ text }) => text));
}
