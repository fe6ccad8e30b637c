import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import { isRange, revisionsIn } from "../../model/inventory/revision.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { CommitFilter, Stretches } from "../../model/results/history.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogEntry, LogShare } from "../../model/results/log.ts";
import type { SecretsOptions } from "../../model/secrets/masked.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import type { Side } from "../load/outcome.ts";

/** The work done so far by a walk along a history. */
export interface Tally {
  commits: number;
  snapshots: number;
  resolved: number;
}

export interface LogRequest {
  /** Revisions and ranges as git reads them. */
  readonly revisions: readonly string[];
  readonly firstParent?: boolean;
  /** The name of a node in the newest commits; all nodes when absent. */
  readonly node?: string;
  /** Only nodes with such a name; without `node`. */
  readonly isMeant?: (name: string) => boolean;
  /** Those of some nodes that are selected in a commit or a parent of it; without `node`. */
  readonly selects?: ((names: readonly string[], sides: readonly Side[]) => Promise<readonly string[]>) | undefined;
  readonly paths?: readonly PathFilter[];
  /** A value of that node, from the node object on. */
  readonly path?: ParameterPath;
  /** Whether the node and the value are known to exist in the newest commit, so that `seen` need not find out. */
  readonly known?: boolean;
  readonly filter?: CommitFilter;
  /** Also commits without an effect on it. */
  readonly quiet?: boolean;
  readonly causes?: boolean;
  /** Only one stretch of the commits. The history of one node, which may have had other names, is one stretch. */
  readonly share?: Stretches | undefined;
}

/** Which commits a history has, and which of them are wanted. */
export type HistoryQuestion = Pick<LogRequest, "revisions" | "firstParent" | "filter">;

export interface LogAsked extends Abortable, SecretsOptions {
  /** Called for every commit that was visited. */
  readonly progress?: (done: number) => Promise<void>;
}

export interface Log {
  readonly entries: AsyncIterable<LogEntry>;
  readonly tally: Readonly<Tally>;
  /** Whether a commit examined so far, or a parent of one, has the node, and the value if one is asked for. */
  seen(): boolean;
  leftOut(): readonly LeftOut[];
  /** Of a share, at the end of the commits. */
  share(): LogShare;
}

export interface BlameRequest {
  /** The state that is blamed, which may be the work tree, and the node in it. */
  readonly snapshot: Snapshot;
  readonly inventory: Pick<Inventory, "secrets">;
  readonly node: ResolvedNode;
  /** From the node object on; values below it are reported leaf by leaf. */
  readonly path: ParameterPath;
  readonly value: Value;
  /** Which of them; all if absent, none if empty. */
  readonly only?: readonly PathFilter[];
  /** The commit that is blamed; for the work tree undefined. */
  readonly commit: string | undefined;
  readonly causes: boolean;
}

/** The operands of `heir log`, and the commits to search. */
export interface LogWords {
  readonly words: readonly string[];
  readonly revisions: readonly string[];
  /** The commits by which they are named: the ends of a range, or the word itself. */
  readonly ends: readonly string[];
  /** The revision whose node and value are meant. */
  readonly newest: string;
}

/** Splits the range from node and path; `rev` comes from an option, else HEAD. Throws HeirError for several ranges. */
export function logWords(operands: readonly string[], rev: string | undefined): LogWords {
  const ranges = operands.filter(isRange);
  const words = operands.filter((word) => !isRange(word));
  const [revision = "HEAD", ...more] = [...ranges, ...(rev === undefined ? [] : [rev])];
  if (more.length > 0) throw new HeirError("usage", `one range can be read, but ${more.length + 1} are named`);
  if (words.length > 2) throw new HeirError("usage", `unexpected "${words[2]}"`, "a range of commits is written A..B");
  const ends = revisionsIn(revision);
  return { words, revisions: [revision], ends, newest: ends.at(-1) ?? "HEAD" };
}
