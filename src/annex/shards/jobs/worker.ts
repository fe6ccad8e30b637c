import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { namesOfShard, type Shard } from "../../../base/name-key.ts";
import type { DoneShare, ShareProcess, StartShare } from "../../../cli/commands/shares.ts";
import { type Packed, unpacked } from "../../../encoding/packed.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { SourceFile } from "../../../model/values/value.ts";
import type { WorkPart } from "../../../workspace/workspace.ts";
import { WORK, type WorkOrder } from "./worker-line.ts";

/** This much of what a worker writes to standard error shows why it ended. */
const MOST_TRACE = 65_536;

const OUT_OF_MEMORY = /out of memory|allocation fail|virtual memory|bad_alloc|cannot allocate|ENOMEM|EAGAIN/i;

/** The most bytes of all workers that may wait to be read; those of later shares do, while the first one is printed. */
const MOST_WAITING = 32 * 2 ** 20;

/** Ends a command that runs in a worker: its part is done. */
export class WorkDone extends Error {}

/** The last record of a worker. */
export type ShareEnd = EndOfPart | { readonly error: KeptError };

interface EndOfPart {
  readonly found: Packed;
  /** The states that it has read. */
  readonly read: string;
  /** The secret texts in them. */
  readonly texts: readonly string[];
}

type KeptError = Pick<HeirError, "message" | "hint" | "details"> & Partial<Pick<HeirError, "kind">>;

interface WorkerEvents {
  /** Takes what it says of the states that it has read, when its part is done; may throw. */
  done(end: EndOfPart): Promise<void>;
  /** Called when it ends otherwise than it should; makes the error of that. */
  lost(why: string): Error;
}

export const FINISHED = "status 0";

/** With what the last record begins, and no piece of an answer. */
const LAST = "{".charCodeAt(0);

export interface Worker extends DoneShare {
  /** Whether its last record was read. */
  isDone(): boolean;
  /** Waits until it has written what it caches, if its part is done. */
  finish(): Promise<void>;
  kill(): void;
}

/** A process at work. What it gives throws HeirError if it ends too early, and what its work throws. */
export function workerOf(shard: Shard, process: ShareProcess, events: WorkerEvents): Worker {
  const records = recordsIn(process.bytes);
  let end: EndOfPart | undefined;
  void process.ended.then((why) => why === FINISHED || events.lost(why));
  const piece = async (): Promise<Buffer | undefined> => {
    if (end !== undefined) return undefined;
    const { value: record, done } = await records.next();
    if (done === true) throw events.lost(await process.ended);
    if (record[0] !== LAST) return record;
    // What a process of this very build wrote.
    const last: ShareEnd = JSON.parse(record.toString());
    if ("error" in last) throw errorOf(last.error);
    end = last;
    await events.done(last);
    return undefined;
  };
  return {
    part: partOf(shard),
    piece,
    async found<Found>(files?: Iterable<SourceFile>): Promise<Found> {
      while (end === undefined) await piece();
      return unpacked<Found>(end.found, files);
    },
    isDone: () => end !== undefined,
    finish: async () => void (end && (await process.ended)),
    kill: process.kill,
  };
}

export function partOf(shard: Shard): WorkPart {
  return { ...shard, own: namesOfShard(shard) };
}

/** Whole records: what no text of JSON or YAML holds ends each. */
export async function* recordsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]);
      pieces = [];
      from = end + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  }
}

/** The last record for work that fails; of a bug, its message. */
export function failureEnd(error: unknown): ShareEnd {
  if (!(error instanceof HeirError)) return { error: { message: String(error), hint: undefined, details: {} } };
  const { kind, message, hint, details } = error;
  return { error: { kind, message, hint, details } };
}

function errorOf({ kind, message, hint, details }: KeptError): Error {
  return kind === undefined ? new Error(message) : new HeirError(kind, message, hint, details);
}

/** Starts another heir with the same command line, which does one part of it and ends with this process. */
export const startProcess: StartShare = (part, argv, width) => {
  const order: WorkOrder = { part, width };
  const line = [...process.execArgv, process.argv[1] ?? "", WORK, JSON.stringify(order), ...argv];
  const child = spawn(process.execPath, line, { stdio: ["ignore", "pipe", "pipe", "pipe"], windowsHide: true });
  let trace = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (trace.length < MOST_TRACE) trace += chunk.toString("latin1");
  });
  const bytes = new PassThrough({ highWaterMark: Math.ceil(MOST_WAITING / part.of) });
  child.stdout?.pipe(bytes);
  const ended = new Promise<string>((resolve) => {
    const end = (why: string): void => resolve(OUT_OF_MEMORY.test(trace + why) ? "memory" : why);
    child.on("error", (error) => {
      bytes.end();
      end(error.message);
    });
    child.on("close", (status, signal) => end(signal ?? `status ${status}`));
  });
  return { bytes, ended, kill: () => child.kill("SIGKILL") };
};
