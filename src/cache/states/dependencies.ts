import { keptAt } from "../../base/made-once.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { mapDigest } from "../../model/inventory/object-id.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import { kept } from "../../speed/kept.ts";
import { isOn } from "../../speed/on.ts";
import { noOutputs, type OutputCache, outputKey } from "../run-cache.ts";

/** What the ancestry of a node depends on; a change of anything else leaves the node as it is. */
export interface NodeDependencies {
  /** Paths of its file, groups and classes, also removed ones; each once. A set would take ten times the memory. */
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

export interface ListedState {
  readonly snapshot: Pick<Snapshot, "place" | "blobs" | "unstored">;
  readonly inventory: Pick<Inventory, "nodeNames">;
}

export type KnownState<State extends ListedState = ListedState> = State & { readonly table: DependencyTable };

/** What is in memory of a state that was compared: nothing that was read of it. */
interface LastState extends Pick<Inventory, "nodeNames"> {
  readonly key: string;
  readonly table: DependencyTable;
  /** Whether it may be cached. */
  readonly isTaken: boolean;
}

/** The dependencies of all nodes of states, by file content and overrides. Those of the last states are in memory. */
export class KnownDependencies {
  private readonly outputs: OutputCache;
  private readonly overrides: readonly string[];
  private readonly key = kept("dependencies", ({ blobs, place }: ListedState["snapshot"]): string =>
    outputKey("dependencies 3", [this.overrides, settingsBesides(place), mapDigest(blobs)]),
  );
  private last: readonly LastState[] = [];

  constructor(outputs: OutputCache, overrides: readonly string[]) {
    this.outputs = outputs;
    this.overrides = overrides;
  }

  /** The first of some states that is known. */
  near<State extends ListedState>(states: readonly State[]): KnownState<State> | undefined {
    for (const state of states) {
      const table = this.of(state.snapshot);
      if (table !== undefined) return { ...state, table };
    }
    return undefined;
  }

  of(snapshot: ListedState["snapshot"]): DependencyTable | undefined {
    const key = this.key(snapshot);
    const last = this.last.find((each) => each.key === key);
    if (last !== undefined) return last.table;
    const bytes = this.outputs.get(key);
    // An entry with this key and the right digest was made by `encoded`.
    return bytes && decodedTable(JSON.parse(Buffer.from(bytes).toString()));
  }

  /** Keeps the dependencies of the states of a comparison, and drops those of the one before. */
  keep(states: readonly KnownState[]): void {
    this.last = states.map(({ snapshot, inventory: { nodeNames }, table }) => {
      return { key: this.key(snapshot), nodeNames, table, isTaken: this.outputs.takes(snapshot) };
    });
  }

  write(): void {
    for (const { key, nodeNames, table, isTaken } of this.last) {
      if (!isTaken || this.outputs.get(key) !== undefined) continue;
      this.outputs.put(key, Buffer.from(JSON.stringify(encoded(table, nodeNames))));
    }
  }
}

/** What is known of the dependencies of states; undefined if no output is cached. */
export function knownDependencies(outputs: OutputCache, overrides: readonly string[]): KnownDependencies | undefined {
  return isOn("dependencies") && outputs !== noOutputs ? new KnownDependencies(outputs, overrides) : undefined;
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
