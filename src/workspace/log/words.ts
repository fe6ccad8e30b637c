import { HeirError } from "../../model/findings/failure.ts";
import { isRange, revisionsIn } from "../../source/revision.ts";

/** The operands of `heir log`, and the commits to search. */
export interface LogWords {
  /** Node and path. */
  readonly words: readonly string[];
  readonly revisions: readonly string[];
  /** The commits by which they are named: the ends of a range, or the word itself. */
  readonly ends: readonly string[];
  /** The revision whose node and value are meant. */
  readonly newest: string;
}

/**
 * Separates the range of commits from node and path; `rev` is the revision given as an option, and HEAD is the default.
 * Throws HeirError for several ranges.
 */
export function logWords(operands: readonly string[], rev: string | undefined): LogWords {
  const ranges = operands.filter(isRange);
  const words = operands.filter((word) => !isRange(word));
  const [revision = "HEAD", ...more] = [...ranges, ...(rev === undefined ? [] : [rev])];
  if (more.length > 0) throw new HeirError("usage", `one range can be read, but ${more.length + 1} are named`);
  if (words.length > 2) throw new HeirError("usage", `unexpected "${words[2]}"`, "a range of commits is written A..B");
  const ends = revisionsIn(revision);
  return { words, revisions: [revision], ends, newest: ends.at(-1) ?? "HEAD" };
}
