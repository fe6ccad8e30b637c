import { keptAt } from "../base/remembered.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { SETTINGS_FILES } from "../model/inventory/settings.ts";
import { type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import { mapDigest } from "../source/git/object-id.ts";
import { type OutputCache, outputKey } from "./outputs.ts";

/** What the ancestry of a node depends on; a change of anything else leaves the node as it is. */
export interface NodeDependencies {
  /**
   * Paths of its own file, of groups and of classes, also of classes that a removal took out again; each once. A set would take
   * ten times the memory: ten thousand nodes have fifty paths each.
   */
  readonly files: readonly string[];
  /** Names of classes that were looked for and are not there. */
  readonly missed: readonly string[];
  /** As in `ReadSet`. */
  readonly groups: string;
  /** Whether the node queries other nodes. */
  readonly asks: boolean;
}

/** Dependencies by the name of the node. */
export type DependencyTable = ReadonlyMap<string, NodeDependencies>;

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
    // An entry with this key and the right digest was made by `encoded`.
    return kept && decodedTable(JSON.parse(Buffer.from(kept).toString()));
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
      if (isNew) this.outputs.put(this.key(snapshot), Buffer.from(JSON.stringify(encoded(table, inventory.nodeNames))));
    }
  }

  private key(snapshot: ListedState["snapshot"]): string {
    return keptAt(this.keys, snapshot, () => this.keyOf(snapshot));
  }

  private keyOf({ blobs, place }: ListedState["snapshot"]): string {
    return outputKey("dependencies 3", [this.overrides, settingsBesides(place), mapDigest(blobs)]);
  }
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

/** As data that JSON can write, of some nodes in their order; each text once. */
function encoded(table: DependencyTable, names: readonly string[]) {
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => keptAt(texts, text, () => texts.size);
  const nodes = names.flatMap((name) => {
    const node = table.get(name);
    if (node === undefined) return [];
    const { groups, asks, files, missed } = node;
    return [[name, numberOf(groups), asks, files.map(numberOf), missed.map(numberOf)] as const];
  });
  return { texts: [...texts.keys()], nodes } as const;
}

function decodedTable({ texts, nodes }: ReturnType<typeof encoded>): DependencyTable {
  const textAt = (number: number): string => texts[number] ?? "";
  return new Map(
    nodes.map(([name, groups, asks, files, missed]) => {
      return [name, { files: files.map(textAt), missed: missed.map(textAt), groups: textAt(groups), asks }];
    }),
  );
}
