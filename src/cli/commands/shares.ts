import type { ShareMark } from "../../encoding/document.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import type { FoundUses, Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { WrittenNodes } from "../../report/inventory/writer.ts";
import type { NodesApart } from "../../workspace/check/lints.ts";
import type { Log } from "../../workspace/log/request.ts";
import type { Divisible, WorkPart } from "../../workspace/workspace.ts";

/** The result of each command whose work can be divided, for a part of the work or for all. */
export interface DividedResults {
  readonly check: NodesApart;
  readonly diff: Masked<Comparison>;
  readonly inventory: WrittenNodes;
  readonly log: Log;
  readonly test: TestRun;
  readonly uses: readonly Masked<Uses>[];
}

/** What a command prints for `--shard`; undefined: of an inventory that cannot be read. */
export interface ShareReports {
  readonly diff: { readonly isJudged: boolean; readonly isQuiet: boolean; readonly part: Masked<Comparison> };
  readonly test: TestRun | undefined;
  readonly uses: FoundUses | undefined;
}

/** What a share is the answer to: snapshots, and texts for everything else. */
export type ReadStates = readonly (Snapshot | string)[];

/** How a run of a command divides its work: among processes by `--jobs`, among machines by `--shard`. */
export interface Shares {
  /** The part of `--shard`; absent where all is asked for. */
  readonly own: WorkPart | undefined;
  /** What the processes of `--jobs` find, joined; undefined if this process does the work alone. */
  divided<Name extends keyof DividedResults>(
    name: Name,
    work: Divisible<DividedResults[Name]>,
  ): Promise<DividedResults[Name] | undefined>;
  /** What the report of a share says at its end; undefined without `--shard`. */
  mark(read: ReadStates): Promise<ShareMark | undefined>;
  /** Prints the report of a share. */
  print<Name extends keyof ShareReports>(name: Name, data: ShareReports[Name], read: ReadStates): Promise<void>;
}

/** The shares of a command that divides nothing. */
export const noShares: Shares = {
  own: undefined,
  divided: async () => undefined,
  mark: async () => undefined,
  print: async () => undefined,
};

/** What dividing the work of a run needs of its process. */
export interface ShareHost {
  /** The command line, word by word. */
  readonly argv: readonly string[];
  /** Set in a process that does a part of the work of another one. */
  readonly serving?: Serving | undefined;
  /** Starts processes; absent where they are those of this machine. */
  readonly start?: StartShare | undefined;
}

/** The side of a process that does a part for another one. */
export interface Serving {
  readonly part: Omit<WorkPart, "own">;
  /** Sends one record: a letter for its kind, and its text. */
  send(kind: string, text: string): Promise<void>;
}

/** Starts a process that does a part of a command line, as on a terminal of this width. */
export type StartShare = (part: Serving["part"], argv: readonly string[], width: number | undefined) => ShareProcess;

export interface ShareProcess {
  /** What it writes; ends when it ends. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Why it ended, once it has. */
  readonly ended: Promise<string>;
  kill(): void;
}
