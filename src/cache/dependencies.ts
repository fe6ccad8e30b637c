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

/** The dependencies of all nodes of a state. They follow from the content of its files and the overrides. */
export class KnownDependencies {
  private readonly outputs: OutputCache;
  private readonly overrides: readonly string[];
  private readonly keys = new WeakMap<Snapshot, string>();

  constructor(outputs: OutputCache, overrides: readonly string[]) {
    this.outputs = outputs;
    this.overrides = overrides;
  }

  knows(snapshot: Snapshot): boolean {
    return this.outputs.get(this.key(snapshot)) !== undefined;
  }

  of(snapshot: Snapshot): DependencyTable | undefined {
    const kept = this.outputs.get(this.key(snapshot));
    return kept && decoded(kept);
  }

  keep(snapshot: Snapshot, dependencies: DependencyTable): void {
    if (this.outputs.takes(snapshot)) this.outputs.put(this.key(snapshot), Buffer.from(JSON.stringify(dependencies)));
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

/** Dependencies by the name of the node, in as little memory as {@link TextLists} take. */
export class DependencyTable {
  private readonly texts: NumberedTexts;
  private readonly files: TextLists;
  private readonly missed: TextLists;
  /** By node. */
  private readonly groups = new Map<string, string>();
  private readonly asking = new Set<string>();

  constructor({ texts, nodes }: Encoded = { texts: [], nodes: [] }) {
    this.texts = new NumberedTexts(texts);
    this.files = new TextLists(this.texts);
    this.missed = new TextLists(this.texts);
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

  get(name: string): NodeDependencies | undefined {
    const [groups, files, missed] = [this.groups.get(name), this.files.get(name), this.missed.get(name)];
    if (groups === undefined || files === undefined || missed === undefined) return undefined;
    return { files, missed, groups, asks: this.asking.has(name) };
  }

  /** Adds a node. */
  add(name: string, { files, missed, groups, asks }: NodeDependencies): void {
    this.groups.set(name, groups);
    if (asks) this.asking.add(name);
    this.files.set(name, files);
    this.missed.set(name, missed);
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
