import type { ParameterPath } from "../values/parameter-path.ts";
import type { FileCommit } from "./why.ts";

export interface BisectQuestion {
  readonly node: string;
  /** Empty for the whole node. */
  readonly path: ParameterPath;
  /** Two revisions with different values, the later one second. */
  readonly good: string;
  readonly bad: string;
  /** The value to search for, as YAML, which one of the ends has; by default the value at `bad`. */
  readonly value?: string;
}

/** The commit that introduced a value. */
export interface Bisection {
  readonly node: string;
  /** From the node object on; empty for the whole node. */
  readonly path: ParameterPath;
  /** The two ends, as they were named. */
  readonly good: string;
  readonly bad: string;
  readonly first: FileCommit;
  readonly parents: readonly string[];
  /** A parent that has the value too: the commit is a merge that took it from there. */
  readonly taken: string | undefined;
  /** The commits that lead to the later end and not to the earlier one. */
  readonly commits: number;
  /** The number of states of the node that were resolved to find it, with the two ends. */
  readonly resolutions: number;
}
