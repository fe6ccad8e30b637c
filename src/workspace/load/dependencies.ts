import { type OutputCache, outputKey } from "../../cache/outputs.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { readsOf } from "../../resolve/node.ts";
import { mapDigest } from "../../source/git/object-id.ts";

/** What decides whether a change reaches a node: all that was looked at to find its ancestry. */
export interface NodeDependencies {
  /** Paths of its own file and of those of groups and classes, also of classes that a removal took out again. */
  readonly files: ReadonlySet<string>;
  /** Names of classes that were looked for and are not there. */
  readonly missed: ReadonlySet<string>;
  /** As in `ReadSet`. */
  readonly groups: string;
  /** Whether it asks about other nodes. */
  readonly asks: boolean;
}

/** Node names to what each reached. */
export type Dependencies = ReadonlyMap<string, NodeDependencies>;

/** Finds out what nodes of an inventory reach, by walking the ancestry of each. Throws as `readsOf` does. */
export function dependencyReader(inventory: Inventory): (name: string) => NodeDependencies {
  let [files, missed] = [new Set<string>(), new Set<string>()];
  const watched: Inventory = {
    ...inventory,
    class(name) {
      const definition = inventory.class(name);
      if (definition === undefined) missed.add(name);
      else files.add(definition.file.path);
      return definition;
    },
  };
  return (name) => {
    [files, missed] = [new Set(), new Set()];
    const reads = readsOf(watched, name);
    for (const path of reads.files.keys()) files.add(path);
    return { files, missed, groups: reads.groups, asks: reads.queries.length > 0 };
  };
}

/** The reach of all nodes of a state, kept as an answer: it follows from the content of its files and the overrides. */
export class KnownDependencies {
  private readonly answers: OutputCache;
  private readonly overrides: readonly string[];
  private readonly keys = new WeakMap<Snapshot, string>();

  constructor(answers: OutputCache, overrides: readonly string[]) {
    this.answers = answers;
    this.overrides = overrides;
  }

  knows(snapshot: Snapshot): boolean {
    return this.answers.get(this.key(snapshot)) !== undefined;
  }

  of(snapshot: Snapshot): Dependencies | undefined {
    const kept = this.answers.get(this.key(snapshot));
    return kept && decoded(kept);
  }

  keep(snapshot: Snapshot, reach: Dependencies): void {
    this.answers.put(this.key(snapshot), encoded(reach));
  }

  private key(snapshot: Snapshot): string {
    const known = this.keys.get(snapshot) ?? outputKey("reach 1", [this.overrides, mapDigest(snapshot.blobs)]);
    this.keys.set(snapshot, known);
    return known;
  }
}

/** Each text once; nodes name them by their number. */
interface Encoded {
  readonly texts: readonly string[];
  /** Name, groups, whether it asks, files and missed classes. */
  readonly nodes: readonly (readonly [string, number, boolean, readonly number[], readonly number[]])[];
}

function encoded(reach: Dependencies): Uint8Array {
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const nodes = [...reach].map(([name, { files, missed, groups, asks }]) => {
    return [name, number(groups), asks, [...files].map(number), [...missed].map(number)] as const;
  });
  const form: Encoded = { texts: [...numbers.keys()], nodes };
  return Buffer.from(JSON.stringify(form));
}

function decoded(bytes: Uint8Array): Dependencies {
  // Under this key and with the right digest it is what `encoded` has made.
  const { texts, nodes }: Encoded = JSON.parse(Buffer.from(bytes).toString());
  const text = (number: number): string => texts[number] ?? "";
  return new Map(
    nodes.map(([name, groups, asks, files, missed]) => {
      return [name, { files: new Set(files.map(text)), missed: new Set(missed.map(text)), groups: text(groups), asks }];
    }),
  );
}
