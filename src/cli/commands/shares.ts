import type { Shard } from "../../base/name-key.ts";
import type { ShareMark } from "../../encoding/json.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Comparison, ComparisonShare } from "../../model/results/comparison.ts";
import type { JoinedStretches, LogShare } from "../../model/results/log.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import type { Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { SourceFile } from "../../model/values/value.ts";
import type { Divisible, WorkPart } from "../../workspace/workspace.ts";

/** Work that other processes can do in parts, and how what they find is joined. */
export interface JoinedWork<Found, Result> extends Divisible<Found> {
  join(found: readonly Found[], joins: Joins): Result | Promise<Result>;
}

export interface Joins {
  diff(found: readonly ComparisonShare[]): Promise<Masked<Comparison>>;
  log(found: readonly LogShare[]): Promise<JoinedStretches>;
  test(found: readonly TestRun[]): Promise<TestRun>;
  uses(found: readonly (readonly Masked<Uses>[])[]): Promise<readonly Masked<Uses>[]>;
}

/** The same for an answer that is printed piece by piece, as it is found. */
export interface PiecewiseWork<Result> {
  readonly names: readonly string[];
  /** Finds one part, in a process of its own; `send` hands over pieces, none of which begins with `{`. */
  part(part: WorkPart, send: Serving["send"]): Promise<unknown>;
  join(shares: readonly DoneShare[], joins: Joins): Promise<Result>;
}

/** A part of the work as another process does it. */
export interface DoneShare {
  readonly part: WorkPart;
  /** The next piece, in the order in which they were sent; undefined after the last one. */
  piece(): Promise<Buffer | undefined>;
  /** What the part found, of the type that this very build gave it; `files` take the place of equal ones in it. */
  found<Found>(files?: Iterable<SourceFile>): Promise<Found>;
}

/** What each part found. */
export function foundByAll<Found>(all: readonly DoneShare[], files?: Iterable<SourceFile>): Promise<readonly Found[]> {
  return Promise.all(all.map((share) => share.found<Found>(files)));
}

/** What a share is the answer to: snapshots, and texts for everything else. */
export type ReadStates = readonly (Snapshot | string)[];

/** How a run of a command divides its work: among processes by `--jobs`, among machines by `--shard`. */
export interface Shares {
  /** The part of `--shard`; absent where all is asked for. */
  readonly own: WorkPart | undefined;
  /** What the processes of `--jobs` find, joined; undefined if this process does the work alone. */
  divided<Found, Result>(work: JoinedWork<Found, Result>): Promise<Result | undefined>;
  piecewise<Result>(work: PiecewiseWork<Result>): Promise<Result | undefined>;
  /** What the report of a share says at its end; undefined without `--shard`. */
  mark(read: ReadStates): Promise<ShareMark | undefined>;
  /** Prints the report of a share; undefined is found in an inventory that cannot be read. Nothing without `--shard`. */
  print(found: unknown, read: ReadStates): Promise<void>;
}

/** What dividing the work of a run needs of its process. */
export interface ShareHost {
  readonly argv: readonly string[];
  /** Set in a process that does a part of the work of another one. */
  readonly serving?: Serving | undefined;
  /** Starts processes; absent where they are those of this machine. */
  readonly start?: StartShare | undefined;
}

/** The side of a process that does a part for another one. */
export interface Serving {
  readonly part: Shard;
  /** Sends one record, which holds no zero byte. */
  send(record: string): Promise<void>;
}

/** Starts a process that does a part of a command line, as on a terminal of this width. */
export type StartShare = (part: Shard, argv: readonly string[], width: number | undefined) => ShareProcess;

export interface ShareProcess {
  /** What it writes; ends when it ends. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Why it ended, once it has. */
  readonly ended: Promise<string>;
  kill(): void;
}
