import { type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import { mapDigest } from "../source/git/object-id.ts";
import { type OutputCache, outputKey } from "./outputs.ts";

/** What the ancestry of a node depends on; a change of anything else leaves the node as it is. */
export interface NodeDependencies {
  /** Paths of its own file, of groups and of classes, also of classes that a removal took out again. */
  readonly files: ReadonlySet<string>;
  /** Names of classes that were looked for and are not there. */
  readonly missed: ReadonlySet<string>;
  /** As in `ReadSet`. */
  readonly groups: string;
  /** Whether the node queries other nodes. */
  readonly asks: boolean;
}

/** Dependencies by the name of the node. */
export type Dependencies = ReadonlyMap<string, NodeDependencies>;

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

  of(snapshot: Snapshot): Dependencies | undefined {
    const kept = this.outputs.get(this.key(snapshot));
    return kept && decoded(kept);
  }

  keep(snapshot: Snapshot, dependencies: Dependencies): void {
    if (this.outputs.takes(snapshot)) this.outputs.put(this.key(snapshot), encoded(dependencies));
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

/** Each text is written once; nodes refer to it by its number. */
interface Encoded {
  readonly texts: readonly string[];
  /** Name, groups, `asks`, files and missed classes. */
  readonly nodes: readonly (readonly [string, number, boolean, readonly number[], readonly number[]])[];
}

function encoded(dependencies: Dependencies): Uint8Array {
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const nodes = [...dependencies].map(([name, { files, missed, groups, asks }]) => {
    return [name, number(groups), asks, [...files].map(number), [...missed].map(number)] as const;
  });
  const form: Encoded = { texts: [...numbers.keys()], nodes };
  return Buffer.from(JSON.stringify(form));
}

function decoded(bytes: Uint8Array): Dependencies {
  // An entry with this key and the right digest was made by `encoded`.
  const { texts, nodes }: Encoded = JSON.parse(Buffer.from(bytes).toString());
  const text = (number: number): string => texts[number] ?? "";
  return new Map(
    nodes.map(([name, groups, asks, files, missed]) => {
      return [name, { files: new Set(files.map(text)), missed: new Set(missed.map(text)), groups: text(groups), asks }];
    }),
  );
}
