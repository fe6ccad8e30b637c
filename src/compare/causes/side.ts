import type { Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import { runtimeNodeOf } from "../../model/inventory/settings.ts";
import type { CauseEdit, CauseOwner, Sided } from "../../model/results/change.ts";
import { type Span, startOf, type Value } from "../../model/values/value.ts";
import { leavesOf } from "../../model/values/value-at.ts";
import { mappedClasses } from "../../resolve/ancestry/class-mapping.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { stepKey } from "../cause.ts";

/** One node in one of the two states that are compared. */
export class CauseSide {
  readonly name: "old" | "new";
  readonly data: NodeData;
  readonly inventory: Inventory;
  readonly node: ResolvedNode;
  private steps: ReadonlyMap<string, Step> | undefined;
  private owners: ReadonlyMap<string, CauseOwner> | undefined;

  constructor(name: "old" | "new", data: NodeData) {
    this.name = name;
    this.data = data;
    this.inventory = data.inventory;
    this.node = data.node;
  }

  get policies(): NodePolicies {
    return this.data.policies;
  }

  /** The node's layer with a key of {@link stepKey}, if it has one. */
  step(key: string): Step | undefined {
    this.steps ??= new Map(this.node.steps.map((step) => [stepKey(step), step]));
    return this.steps.get(key);
  }

  holds(group: string): boolean {
    return this.node.groups.some(({ name }) => name === group);
  }

  /** Whether an owner has a layer of the node, or lists its classes, in this state. */
  has({ layer, name }: CauseOwner): boolean {
    if (layer === "group") return this.holds(name) && this.inventory.groups.groups.get(name)?.enabled !== false;
    return layer === "class" ? this.step(`class ${name}`) !== undefined : true;
  }

  /** The owner of the file in which a mention or value is written; the settings for any other file. */
  ownerOf({ file }: Span): CauseOwner {
    this.owners ??= this.ownersByFile();
    return this.owners.get(file.path) ?? { layer: "settings", name: "settings" };
  }

  /** The classes that an owner lists, as written. */
  classesIn(owner: CauseOwner): readonly NameMention[] {
    if (owner.layer === "group") return this.inventory.groups.groups.get(owner.name)?.classes ?? [];
    if (owner.layer === "settings") return mappedClasses(this.node.definition, this.inventory.settings);
    return this.definition(owner)?.classes ?? [];
  }

  definition({ layer, name }: CauseOwner): Definition | undefined {
    if (layer === "node") return this.node.definition;
    return layer === "class" ? this.inventory.class(name) : undefined;
  }

  /** All owners whose lists of classes the walk reads for the node. */
  owning(): readonly CauseOwner[] {
    this.owners ??= this.ownersByFile();
    return [...this.owners.values()];
  }

  at(span: Span): { readonly old: Span } | { readonly new: Span } {
    return this.name === "old" ? { old: span } : { new: span };
  }

  /** What it is that this side has alone: the new side has added it, else it was removed. */
  alone<Thing extends string>(thing: Thing): `${Thing}-added` | `${Thing}-removed` {
    return this.name === "new" ? `${thing}-added` : `${thing}-removed`;
  }

  fileAlone(owner: CauseOwner, file: Span["file"]): CauseEdit {
    return { kind: this.alone("file"), in: owner, ...this.at(startOf(file)) };
  }

  private ownersByFile(): ReadonlyMap<string, CauseOwner> {
    const { node, inventory } = this;
    const owners = new Map<string, CauseOwner>([
      [inventory.groups.globals.values.origin.file.path, { layer: "global", name: "globals" }],
    ]);
    for (const { name, origin } of node.groups) owners.set(origin.file.path, { layer: "group", name });
    for (const { layer, name } of node.steps) {
      const file = layer === "class" ? inventory.class(name)?.file : undefined;
      if (file !== undefined) owners.set(file.path, { layer: "class", name });
    }
    return owners.set(node.definition.file.path, { layer: "node", name: node.name });
  }
}

export interface CauseSides {
  readonly old: CauseSide;
  readonly new: CauseSide;
}

/** The side that has a layer, group or mention, and the side that does not. */
export interface Facing {
  readonly here: CauseSide;
  readonly there: CauseSide;
}

/** The sides of what was added, and of what was removed. */
export function facings({ old, new: now }: CauseSides): { readonly added: Facing; readonly removed: Facing } {
  return { added: { here: now, there: old }, removed: { here: old, there: now } };
}

/** The owner of what a layer says. */
export function layerOwner({ layer, name }: Step): CauseOwner {
  return { layer, name };
}

/** The two sides, swapped. */
export function turned({ here, there }: Facing): Facing {
  return { here: there, there: here };
}

/** What an owner says on one side or on both; undefined if on neither. */
export function writtenEdit(owner: CauseOwner, old: Span | undefined, now: Span | undefined): CauseEdit | undefined {
  if (old === undefined && now === undefined) return undefined;
  const kind = old === undefined ? "value-added" : now === undefined ? "value-removed" : "value-edited";
  return { kind, in: owner, old, new: now };
}

/**
 * The edits of files of `properties.d` behind a change of what the agent finds. A file that is the same on both sides
 * has done nothing: its value was covered on one of them.
 */
export function runtimeEdits({ before, after }: Sided, { old, new: now }: CauseSides): readonly CauseEdit[] {
  const { settings } = now.inventory;
  const [blobs, nowBlobs] = [old, now].map(runtimeBlobs);
  const places = (value: Value | undefined): ReadonlyMap<string, Span> => {
    const edited = firstPlaces(value).filter(({ file: { path } }) => {
      return runtimeNodeOf(path, settings) !== undefined && blobs?.get(path) !== nowBlobs?.get(path);
    });
    return new Map(edited.map((place) => [place.file.path, place]));
  };
  const [from, to] = [places(before), places(after)];
  const paths = new Set([...from.keys(), ...to.keys()]);
  return [...paths].flatMap((path) => writtenEdit({ layer: "local", name: path }, from.get(path), to.get(path)) ?? []);
}

/** The blob of each file of `properties.d` of the node, by path. */
function runtimeBlobs({ inventory, node }: CauseSide): ReadonlyMap<string, string> {
  return new Map(inventory.runtimeFiles(node.name).map(({ file }) => [file.path, file.blob]));
}

/** Where the first value of each file stands, the value itself before those inside it. */
function firstPlaces(value: Value | undefined): readonly Span[] {
  const places = value === undefined ? [] : [value, ...leavesOf(value, []).map((leaf) => leaf.value)];
  return [...new Map(places.toReversed().map(({ origin }) => [origin.file.path, origin])).values()];
}
