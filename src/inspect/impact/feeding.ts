import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { isOf } from "../explain/counting.ts";
import type { ReportedPaths } from "../explain/reported-paths.ts";
import type { ReadingValue, ValueReaders } from "../uses/value-readers.ts";
import { isAlong } from "../uses/written-values.ts";

/** Follows references of one node the other way: from a value to those that are made from it. */
export class Feeding {
  /** Where the values stand that may be made from one of the starts. */
  readonly paths: readonly ParameterPath[];
  private readonly readers: ValueReaders;

  constructor(readers: ValueReaders, starts: readonly ParameterPath[]) {
    this.readers = readers;
    const reached = closure(starts, (path) => readers.of(path));
    this.paths = [...reached].map(({ path }) => path);
  }

  /**
   * The values that are made from the one at a path, if it counts. A class name is made from what stood there when the
   * walk came to it, which need not be what comes out.
   */
  fedBy(
    path: ParameterPath,
    { told, isCounted }: { readonly told: ReportedPaths; readonly isCounted: boolean },
  ): Iterable<ReadingValue> {
    const isReading = (reading: ReadingValue, from: ParameterPath): boolean => {
      const reads = reading.references.map((each) => told.readBy(each));
      return reads.some((each) => each !== undefined && isAlong(each, from));
    };
    const counts = (reading: ReadingValue): boolean =>
      isName(reading) || [...told.countingAt(reading.path)].some((each) => isOf(each, reading));
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
