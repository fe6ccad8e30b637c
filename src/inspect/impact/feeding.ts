import { addTo } from "../../base/grouped.ts";
import { keptAt } from "../../base/remembered.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import { type Contribution, countingOf, isOf } from "../../model/results/contribution.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { rulesOfNode } from "../../resolve/contracts/rules.ts";
import { kept } from "../../speed/kept.ts";
import { Explainer } from "../explain/explain.ts";
import { defaultReads } from "../uses/defaults.ts";
import { otherPath, referencesAt, referencesInNames, touches, type WrittenReference } from "../uses/reading.ts";
import { writers } from "../uses/writers.ts";
import { writtenValues } from "../uses/written-values.ts";

/** Follows the references of one node backwards: from a value to the values that are made from it. */
export class Feeding {
  /** The paths of values that may be made from one of the starts. */
  readonly paths: readonly ParameterPath[];
  private readonly readers: ValueReaders;

  constructor(readers: ValueReaders, starts: readonly ParameterPath[]) {
    this.readers = readers;
    const reached = closure(starts, (path) => readers.of(path));
    this.paths = [...reached].map(({ path }) => path);
  }

  /**
   * The values that are made from the value at a path, if it counts. A class name is made from the value that the path
   * had when the walk reached the name, which may differ from the result.
   */
  fedBy(
    path: ParameterPath,
    { reported, isCounted }: { readonly reported: ReportedPaths; readonly isCounted: boolean },
  ): Iterable<ReadingValue> {
    const isReading = (reading: ReadingValue, from: ParameterPath): boolean => {
      const reads = reading.references.map((each) => reported.readBy(each));
      return reads.some((each) => each !== undefined && isAlong(each, from));
    };
    const counts = (reading: ReadingValue): boolean =>
      isName(reading) || [...reported.countingAt(reading.path)].some((each) => isOf(each, reading));
    return closure([path], (from) =>
      [...this.readers.of(from)].filter((reading) => {
        const isWanted = isName(reading) || isCounted;
        return isWanted && counts(reading) && isReading(reading, from);
      }),
    );
  }
}

function isName({ path }: ReadingValue): boolean {
  return path[0] === "classes";
}

function closure(
  starts: readonly ParameterPath[],
  next: (path: ParameterPath) => Iterable<ReadingValue>,
): ReadonlySet<ReadingValue> {
  const found = new Set<ReadingValue>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const reading of next(path)) {
      if (found.has(reading)) continue;
      found.add(reading);
      if (!isName(reading)) waiting.push(reading.path);
    }
  }
  return found;
}

/** What can follow from a value: itself with all that is made of it, or anything, where it decides the layers of nodes. */
type Followed = readonly ParameterPath[] | "anything";

/** Of what it is made. */
const MADE: ReadonlySet<string | undefined> = new Set(["parameters", "exports", "variables"]);

/** What follows from the values of an inventory. */
export class Followers {
  /** Whether a node can change with what other nodes export. */
  readonly asksOthers: boolean;
  private readonly reads: readonly WrittenReference[];

  constructor(inventory: Inventory) {
    this.reads = [...writers(inventory).flatMap((each) => each.reads()), ...defaultReads(inventory)];
    this.asksOthers = this.reads.some(({ reads }) => reads[0] === "exports");
  }

  /**
   * What can follow from the value at a path; undefined if that is nothing but parameters and exports of the same node:
   * no layers, as from names and facts, nothing that directives and merges make, or queries of other nodes find.
   */
  of(path: ParameterPath): Followed | undefined {
    if (path[0] === "classes" || path[0] === "groups" || path[0] === "environment") return "anything";
    const found = new Set<WrittenReference>();
    const other = otherPath(path);
    const reached = other === undefined ? [path] : [path, other];
    for (const at of reached) {
      for (const reading of this.reads) {
        if (found.has(reading) || !touches(reading, at)) continue;
        if (!MADE.has(reading.path[0])) return "anything";
        found.add(reading);
        reached.push(reading.path);
      }
    }
    return [...found].some(({ path: [section], reads }) => section === "variables" || reads[0] === "exports")
      ? reached
      : undefined;
  }
}

type Contributions = (path: ParameterPath) => readonly Contribution[];

/** The contributions to some values of a resolved node. Each section is merged at most once. */
export class ReportedPaths {
  private readonly explainer: Explainer;
  private readonly paths: readonly ParameterPath[];
  private readonly sections = new Map<string, Contributions>();
  private readonly counting = new Map<string, ReadonlySet<Contribution>>();

  constructor(inventory: Inventory, node: ResolvedNode, paths: readonly ParameterPath[]) {
    this.explainer = new Explainer(inventory, { ...node, rules: rulesOfNode(inventory, node) }, node);
    this.paths = paths;
  }

  at([section, ...keys]: ParameterPath): readonly Contribution[] {
    return section === "parameters" || section === "exports" ? this.section(section)(keys) : [];
  }

  /** The contributions that a value consists of. */
  countingAt(path: ParameterPath): ReadonlySet<Contribution> {
    const key = JSON.stringify(path);
    return keptAt(this.counting, key, () => countingOf(this.at(path)));
  }

  /** The path that a reference reads; undefined if it cannot be known. */
  readBy({ reads, open, origin }: WrittenReference): ParameterPath | undefined {
    if (open === undefined) return reads.filter((key) => key !== undefined);
    const asked = this.explainer.askedBy(open, origin);
    return asked && ["parameters", ...asked.keys];
  }

  private section(section: "parameters" | "exports"): Contributions {
    return keptAt(this.sections, section, () => {
      const own = this.paths.filter(([first]) => first === section);
      return this.explainer.watching(
        section,
        own.map((path) => path.slice(1)),
      );
    });
  }
}

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
