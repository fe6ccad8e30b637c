import type { Inventory } from "../../model/inventory/inventory.ts";
import { isOf } from "../../model/results/contribution.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { defaultReads } from "../uses/defaults.ts";
import { otherPath, touches, type WrittenReference } from "../uses/reading.ts";
import { writers } from "../uses/writers.ts";
import type { ReportedPaths } from "./reported-paths.ts";
import type { ReadingValue, ValueReaders } from "./value-readers.ts";

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
