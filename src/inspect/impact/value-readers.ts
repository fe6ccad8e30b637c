import { addTo } from "../../base/grouped.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";
import { referencesAt, referencesInNames, type WrittenReference } from "../uses/reading.ts";
import { writtenValues } from "../uses/written-values.ts";

/** A written value that holds references. */
export interface ReadingValue {
  /** From the node object on; `["classes"]` for the name of a class. */
  readonly path: ParameterPath;
  readonly value: Value;
  readonly references: readonly WrittenReference[];
}

/** The values in one node's layers that hold references, by the paths that they may read. */
export class ValueReaders {
  /** By each beginning of a path that they read, of up to three keys. */
  private readonly byStart = new Map<string, ReadingValue[]>();
  /** By the whole path that they read, if it has less than three keys. */
  private readonly byShortPath = new Map<string, ReadingValue[]>();

  constructor(inventory: Inventory, { steps, definition }: Pick<ResolvedNode, "steps" | "definition">) {
    for (const step of steps) {
      for (const section of ["parameters", "exports"] as const) this.add(readingIn(step[section], section, inventory));
      this.add(readingNames(classesOf(step, inventory), inventory));
    }
    this.add(readingNames(definition.classes, inventory));
  }

  /** The written values that may read the value at a path. */
  of(path: ParameterPath): ReadonlySet<ReadingValue> {
    const found = new Set<ReadingValue>();
    const above = [1, 2].filter((length) => length < path.length).map((length) => path.slice(0, length));
    const some = [this.byStart.get(startOf(path)), ...above.map((each) => this.byShortPath.get(startOf(each)))];
    for (const reading of some.flatMap((each) => each ?? [])) {
      if (reading.references.some(({ reads }) => isAlong(knownPart(reads), path))) found.add(reading);
    }
    return found;
  }

  private add(all: readonly ReadingValue[]): void {
    for (const reading of all) {
      const paths = reading.references.map(({ reads }) => knownPart(reads));
      const starts = paths.flatMap((path) => [1, 2, INDEXED_KEYS].map((length) => startOf(path.slice(0, length))));
      const short = paths.filter(({ length }) => length < INDEXED_KEYS).map(startOf);
      for (const start of new Set(starts)) addTo(this.byStart, start, reading);
      for (const path of new Set(short)) addTo(this.byShortPath, path, reading);
    }
  }
}

const INDEXED_KEYS = 3;

/** The beginning of a reference's path, up to the first key that another reference gives. */
function knownPart(reads: WrittenReference["reads"]): ParameterPath {
  const unknown = reads.indexOf(undefined);
  return (unknown === -1 ? reads : reads.slice(0, unknown)).filter((key) => key !== undefined);
}

function startOf(path: ParameterPath): string {
  return JSON.stringify(path.slice(0, INDEXED_KEYS));
}

const readingIn = kept("shared", (map: MapValue, section: string, inventory: Inventory): readonly ReadingValue[] => {
  if (map.plain) return [];
  const { settings } = inventory;
  const by = { kind: "node", name: "" } as const;
  return writtenValues(by, { section, map, settings }).flatMap(({ path, value }) => {
    const references = referencesAt(value, path, inventory);
    return references.length === 0 ? [] : [{ path, value, references }];
  });
});

function readingNames(classes: readonly ClassMention[], inventory: Inventory): readonly ReadingValue[] {
  return classes.flatMap((mention) => {
    const { template } = mention;
    return template === undefined
      ? []
      : [{ path: ["classes"], value: template, references: referencesInNames([mention], inventory) }];
  });
}

function classesOf({ layer, name }: Step, { groups, class: named }: Inventory): readonly ClassMention[] {
  if (layer === "class") return named(name)?.classes ?? [];
  return layer === "group" ? (groups.groups.get(name)?.classes ?? []) : [];
}
