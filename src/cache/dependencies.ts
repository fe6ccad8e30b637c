import type { Inventory } from "../model/inventory/inventory.ts";
import { SETTINGS_FILES } from "../model/inventory/settings.ts";
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

/** What is kept of a state that was compared: it does not hold what was read of it. */
export interface ListedState {
  readonly snapshot: Pick<Snapshot, "id" | "tree" | "place" | "blobs" | "unstored">;
  readonly inventory: Pick<Inventory, "settings" | "nodeNames" | "classNames"> & {
    readonly groups: Pick<Inventory["groups"], "files">;
  };
}

/** A state, and the dependencies of all its nodes. */
export interface KnownState extends ListedState {
  readonly table: DependencyTable;
}

/**
 * The dependencies of all nodes of states. They follow from the content of its files and the overrides. Those of the last
 * states are in memory: of states with much in common, what one knows is true of most nodes of the other.
 */
export class KnownDependencies {
  private readonly outputs: OutputCache;
  private readonly overrides: readonly string[];
  private readonly keys = new WeakMap<ListedState["snapshot"], string>();
  private last: readonly KnownState[];

  /** `last`: what one with the same overrides had in memory. */
  constructor(outputs: OutputCache, overrides: readonly string[], last: readonly KnownState[] = []) {
    this.outputs = outputs;
    this.overrides = overrides;
    this.last = last;
  }

  /** What is in memory of states that git has, without what reads them. */
  handOver(): readonly KnownState[] {
    return this.last.flatMap(({ snapshot, ...state }) => {
      const { tree, place, blobs, unstored } = snapshot;
      if (tree === undefined) return [];
      const listed = { id: snapshot.id, tree, place, blobs, unstored };
      return [{ ...state, snapshot: listed }];
    });
  }

  /** The first of some states that is known; else one with the same settings as the first. */
  near(states: readonly ListedState[]): KnownState | undefined {
    for (const state of states) {
      const last = this.last.find((each) => isSameState(each.snapshot, state.snapshot));
      if (last !== undefined) return { ...last, ...state };
    }
    for (const state of states) {
      const table = this.of(state.snapshot);
      if (table !== undefined) return { ...state, table };
    }
    return this.last.find((each) => haveSameSettings(each, states[0]?.snapshot));
  }

  of(snapshot: ListedState["snapshot"]): DependencyTable | undefined {
    const key = this.key(snapshot);
    const last = this.last.find((each) => this.key(each.snapshot) === key);
    if (last !== undefined) return last.table;
    const kept = this.outputs.get(key);
    // An entry with this key and the right digest was made by `toJSON`.
    return kept && new DependencyTable(JSON.parse(Buffer.from(kept).toString()));
  }

  /** Keeps the dependencies of the states of a comparison, and drops those of the one before. */
  keep(states: readonly KnownState[]): void {
    this.last = states.map(({ snapshot, inventory, table }) => {
      const { settings, nodeNames, classNames, groups } = inventory;
      return { snapshot, inventory: { settings, nodeNames, classNames, groups: { files: groups.files } }, table };
    });
  }

  /** Caches what is in memory. */
  write(): void {
    for (const { snapshot, inventory, table } of this.last) {
      const isNew = this.outputs.takes(snapshot) && this.outputs.get(this.key(snapshot)) === undefined;
      if (isNew) this.outputs.put(this.key(snapshot), encoded(table, inventory));
    }
  }

  private key(snapshot: ListedState["snapshot"]): string {
    const known = this.keys.get(snapshot) ?? this.keyOf(snapshot);
    this.keys.set(snapshot, known);
    return known;
  }

  private keyOf({ blobs, place }: ListedState["snapshot"]): string {
    return outputKey("dependencies 3", [this.overrides, settingsBesides(place), mapDigest(blobs)]);
  }
}

/** Name, groups, `asks`, files and missed classes, texts by their numbers. */
type Row = readonly [string, number, boolean, readonly number[], readonly number[]];

interface Encoded {
  readonly texts: readonly string[];
  readonly nodes: readonly Row[];
}

/** Whether two snapshots are surely of one state: not all of their files are compared. */
function isSameState(one: ListedState["snapshot"], other: ListedState["snapshot"]): boolean {
  if (one === other) return true;
  const isOfGit = one.tree !== undefined && other.tree !== undefined;
  return isOfGit && one.id === other.id && settingsBesides(one.place) === settingsBesides(other.place);
}

function haveSameSettings({ snapshot: one }: ListedState, other: ListedState["snapshot"] | undefined): boolean {
  if (other === undefined || settingsBesides(one.place) !== settingsBesides(other.place)) return false;
  return SETTINGS_FILES.every((path) => one.blobs.get(path) === other.blobs.get(path));
}

/** With the nodes and texts in the order of the inventory. */
function encoded(table: DependencyTable, { nodeNames }: Pick<Inventory, "nodeNames">): Uint8Array {
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
      const [files, missed] = [numbers(this.files, name), numbers(this.missed, name)];
      return [name, this.texts.add(groups), asks, files, missed];
    });
    return { texts: this.texts.all, nodes };
  }
}
