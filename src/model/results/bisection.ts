import type { ParameterPath } from "../values/parameter-path.ts";
import type { FileCommit } from "./why.ts";

export interface BisectQuestion {
  readonly node: string;
  /** Empty for the whole node. */
  readonly path: ParameterPath;
  /** Revisions: at one the value is another than at the other, which is later. */
  readonly good: string;
  readonly bad: string;
  /** The value that is looked for, as YAML; one of the ends has it. That at `bad` when absent. */
  readonly value?: string;
}

/** The commit at which a value became what it is at a later one. */
export interface Bisection {
  readonly node: string;
  /** From the node object on; empty for the whole node. */
  readonly path: ParameterPath;
  /** The ends, as they were named. */
  readonly good: string;
  readonly bad: string;
  readonly first: FileCommit;
  readonly parents: readonly string[];
  /** A parent that has the value already: the commit is a merge that took it from there. */
  readonly taken: string | undefined;
  /** Those that lead to the later end and not to the earlier one. */
  readonly commits: number;
  /** How many states of the node were resolved to find it, the ends included. */
  readonly resolutions: number;
}
