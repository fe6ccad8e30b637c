import type { Inventory } from "../model/inventory/inventory.ts";
import { type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import { mapDigest } from "../source/git/object-id.ts";
import { type OutputCache, outputKey } from "./outputs.ts";
import { NumberedTexts, TextLists, type Texts } from "./text-lists.ts";

/** What the ancestry of a node depends on; a change of anything else leaves the node as it is. */
export interface NodeDependencies {
  /** Paths of its own file, of groups and of classes, also of classes that a removal took out again. */
  readonly files: Texts;
  /** Names of classes that were looked for and are not there. */
  readonly missed: Texts;
  /** As in `ReadSet`. */
  readonly groups: string;
  /** Whether the node queries other nodes. */
  readonly asks: boolean;
}

/** A state, and the dependencies of all its nodes. */
export interface KnownState {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly table: DependencyTable;
}

/**
 * The dependencies of all nodes of states. They follow from the content of its files and the overrides. Those of the last
 * states are in memory: of states with much in common, what one knows is true of most nodes of the other.
 */
export class KnownDependencies {
  private readonly outputs: OutputCache;
  private readonly overrides: readonly string[];
  private readonly keys = new WeakMap<Snapshot, string>();
  private last: readonly KnownState[] = [];

  constructor(outputs: OutputCache, overrides: readonly string[]) {
    this.outputs = outputs;
    this.overrides = overrides;
  }

  /** The first of some states that is known; else one with the same settings as the first. */
  near(states: readonly Omit<KnownState, "table">[]): KnownState | undefined {
    for (const { snapshot } of states) {
      const last = this.last.find((each) => each.snapshot === snapshot);
      if (last !== undefined) return last;
    }
    for (const state of states) {
      const table = this.of(state.snapshot);
      if (table !== undefined) return { ...state, table };
    }
    return this.last.find(({ inventory: { settings } }) => settings === states[0]?.inventory.settings);
  }

  of(snapshot: Snapshot): DependencyTable | undefined {
    const key = this.key(snapshot);
    const last = this.last.find((each) => this.key(each.snapshot) === key);
    if (last !== undefined) return last.table;
    const kept = this.outputs.get(key);
    return kept && decoded(kept);
  }

  /** Keeps the dependencies of the states of a comparison, in place of those of the one before. */
  keep(states: readonly KnownState[]): void {
    this.last = states;
  }

  /** Caches what is in memory. */
  write(): void {
    for (const { snapshot, inventory, table } of this.last) {
      const isNew = this.outputs.takes(snapshot) && this.outputs.get(this.key(snapshot)) === undefined;
      if (isNew) this.outputs.put(this.key(snapshot), encoded(table, inventory));
    }
  }

  private key(snapshot: Snapshot): string {
    const known = this.keys.get(snapshot) ?? this.keyOf(snapshot);
    this.keys.set(snapshot, known);
    return known;
  }

  private keyOf({ blobs, place }: Snapshot): string {
    return outputKey("dependencies 1", [this.overrides, settingsBesides(place), mapDigest(blobs)]);
  }
}

/** Name, groups, `asks`, files and missed classes, texts by their numbers. */
type Row = readonly [string, number, boolean, readonly number[], readonly number[]];

interface Encoded {
  readonly texts: readonly string[];
  readonly nodes: readonly Row[];
}

function decoded(bytes: Uint8Array): DependencyTable {
  // An entry with this key and the right digest was made by `toJSON`.
  return new DependencyTable(JSON.parse(Buffer.from(bytes).toString()));
}

/** With the nodes and texts in the order of the inventory. */
function encoded(table: DependencyTable, { nodeNames }: Inventory): Uint8Array {
  const ordered = new DependencyTable();
  for (const name of nodeNames) {
    const dependencies = table.get(name);
    if (dependencies !== undefined) ordered.add(name, dependencies);
  }
  return Buffer.from(JSON.stringify(ordered));
}

/** Dependencies by the name of the node, in as little memory as {@link TextLists} take. */
export class DependencyTable {
  private readonly texts: NumberedTexts;
  private readonly files: TextLists;
  private readonly missed: TextLists;
  /** By node. */
  private readonly groups: Map<string, string>;
  /** The nodes that query others. */
  private readonly asking: Set<string>;

  /** Starts with those of another table, or with decoded ones. */
  constructor(from: DependencyTable | Encoded = { texts: [], nodes: [] }) {
    const other = from instanceof DependencyTable ? from : undefined;
    const { texts, nodes } = from instanceof DependencyTable ? { texts: [], nodes: [] } : from;
    this.texts = other?.texts ?? new NumberedTexts(texts);
    this.files = new TextLists(this.texts, other?.files);
    this.missed = new TextLists(this.texts, other?.missed);
    this.groups = new Map(other?.groups);
    this.asking = new Set(other?.asking);
    for (const [name, groups, asks, files, missed] of nodes) {
      this.groups.set(name, texts[groups] ?? "");
      if (asks) this.asking.add(name);
      this.files.setNumbers(name, files);
      this.missed.setNumbers(name, missed);
    }
  }

  get size(): number {
    return this.groups.size;
  }

  names(): Iterable<string> {
    return this.groups.keys();
  }

  has(name: string): boolean {
    return this.groups.has(name);
  }

  /** The nodes that read any of some files, or missed any of some classes. */
  *reading({ files, classes }: Readonly<Record<"files" | "classes", Iterable<string>>>): Iterable<string> {
    yield* this.files.having(files);
    yield* this.missed.having(classes);
  }

  /** The nodes that query others. */
  askers(): Iterable<string> {
    return this.asking;
  }

  get(name: string): NodeDependencies | undefined {
    const [groups, files, missed] = [this.groups.get(name), this.files.get(name), this.missed.get(name)];
    if (groups === undefined || files === undefined || missed === undefined) return undefined;
    return { files, missed, groups, asks: this.asking.has(name) };
  }

  /** Adds a node, or replaces what is known of it. */
  add(name: string, { files, missed, groups, asks }: NodeDependencies): void {
    this.groups.set(name, groups);
    if (asks) this.asking.add(name);
    else this.asking.delete(name);
    this.files.set(name, files);
    this.missed.set(name, missed);
  }

  delete(name: string): void {
    this.groups.delete(name);
    this.asking.delete(name);
    this.files.delete(name);
    this.missed.delete(name);
  }

  toJSON(): Encoded {
    const numbers = (lists: TextLists, name: string): readonly number[] => [...(lists.numbers(name) ?? [])];
    const nodes = Array.from(this.groups, ([name, groups]): Row => {
      const asks = this.asking.has(name);
      return [name, this.texts.add(groups), asks, numbers(this.files, name), numbers(this.missed, name)];
    });
    return { texts: this.texts.all, nodes };
  }
}
