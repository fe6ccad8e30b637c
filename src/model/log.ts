import type { Comparison } from "./comparison.ts";
import type { Secrets } from "./secrets.ts";

/** A commit, as people and machines are told of it. */
export interface LoggedCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** When it was written, ISO 8601 with the author's own offset. */
  readonly date: string;
  readonly subject: string;
}

/** One commit of a log. */
export interface LogEntry {
  readonly commit: LoggedCommit;
  /** What the node is called there, if one is asked for and is there. */
  readonly node?: string;
  /** What it was called in the first parent, where that is another name. */
  readonly renamedFrom?: string;
  /** Against the first parent; absent where the commit changes nothing of what is asked for. */
  readonly comparison?: Comparison;
  /** What of the comparison must not be shown. */
  readonly secrets?: Secrets;
}
