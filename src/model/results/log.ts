import type { Masked } from "../secrets/masked.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Cause } from "./cause.ts";
import type { Comparison } from "./comparison.ts";

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
  readonly comparison?: Masked<Comparison>;
}

/** A value of a node, since when it is so, and who wrote it. */
export interface BlamedLeaf {
  readonly path: ParameterPath;
  readonly value: Value;
  /** The newest commit since which it has this value; undefined when that is not committed yet. */
  readonly since: LoggedCommit | undefined;
  /** Why that commit made it so, against its first parent. */
  readonly cause?: Cause;
  /** The commit that wrote the line of the value; undefined where git does not know, or it is not committed yet. */
  readonly line: Omit<LoggedCommit, "parents"> | undefined;
}

/** Every value of a node below a path, in its order. */
export interface Blame {
  readonly node: string;
  readonly leaves: readonly BlamedLeaf[];
}
