import { isOf } from "../../model/results/contribution.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
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
