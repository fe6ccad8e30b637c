import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { namesOfShard, type Shard } from "../../base/name-key.ts";
import type { ShareMark } from "../../encoding/document.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { shareReport } from "../../report/shards/parts.ts";
import type { States } from "../../workspace/load/states.ts";
import type { Divisible, WorkPart } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";
import type { DividedResults, ReadStates, Serving, ShareReports, Shares, StartShare } from "../commands/shares.ts";
import { digestOfRun, shardOf } from "../reading/shard.ts";
import { autoJobs, isInHook, jobsOf, requireAddresses, thisMachine } from "./jobs.ts";
import { type Said, WorkDone, Worker } from "./worker.ts";
import { WORK, type WorkOrder } from "./worker-line.ts";

/** This much of what a worker writes to standard error shows why it ended. */
const MOST_TRACE = 65_536;

const OUT_OF_MEMORY = /out of memory|allocation fail|virtual memory|bad_alloc|cannot allocate|ENOMEM|EAGAIN/i;

/** The most bytes of all workers that may wait to be read; those of later shares do, while the first one is printed. */
const MOST_WAITING = 32 * 2 ** 20;

/** The shares of one run: its own one of `--shard`, and those that the processes of `--jobs` do for it. */
export class RunShares implements Shares {
  readonly own: WorkPart | undefined;
  private readonly command: keyof DividedResults;
  private readonly args: Arguments;
  private readonly context: Context;
  private readonly asked: number | "auto";
  private workers: readonly Worker[] = [];
  private begun: Promise<void> | undefined;
  /** Why the first worker ended that was lost; the others are ended then. */
  private why: string | undefined;

  /** Throws HeirError for a wrong `--shard` or `--jobs`, and where there is too little memory for workers. */
  constructor(command: keyof DividedResults, args: Arguments, context: Context) {
    this.command = command;
    this.args = args;
    this.context = context;
    const shard = shardOf(args, context.env);
    this.own = shard && partOf(shard);
    this.asked = jobsOf(args);
    if (this.asked !== "auto" && this.asked > 1) requireAddresses(thisMachine());
  }

  /** Starts the workers of `--jobs N` while the command reads its state, if its work will surely be divided. */
  begin(): void {
    const { asked, args, context } = this;
    const isAlone = this.isOneOfMany(this.command) || args.given.some(([name]) => ALONE.has(name));
    if (asked === "auto" || asked === 1 || isAlone || context.shareHost.serving !== undefined) return;
    const start = async (): Promise<void> => {
      const states = await context.states();
      if (states.source.isPartial !== true) this.start(asked, states);
    };
    // The command meets the same error.
    this.begun ??= start().catch(() => undefined);
  }

  async divided<Name extends keyof DividedResults>(
    name: Name,
    work: Divisible<DividedResults[Name]>,
  ): Promise<DividedResults[Name] | undefined> {
    const { serving } = this.context.shareHost;
    const count = serving === undefined ? await this.count(name, work.names.length) : 0;
    if (count === 1) return undefined;
    const { rows } = await import("./rows.ts");
    if (serving !== undefined) {
      const part = partOf(serving.part);
      await rows[name].send(await work.part(part), await this.sender(serving), part);
      throw new WorkDone();
    }
    await this.begun;
    if (this.workers.length === 0) this.start(count, await this.context.states());
    return rows[name].join(this.workers, work);
  }

  /** How many processes do the work of `nodes` nodes. */
  private async count(name: keyof DividedResults, nodes: number): Promise<number> {
    const { env, states } = this.context;
    // What a partial clone lacks is fetched by one process, in one request.
    if (this.asked === 1 || this.isOneOfMany(name) || (await states()).source.isPartial === true) return 1;
    if (this.asked !== "auto") return this.asked;
    return isInHook(env) ? 1 : autoJobs(nodes, thisMachine());
  }

  /** Whether the run is a share that takes one process. */
  private isOneOfMany(name: keyof DividedResults): boolean {
    return this.own !== undefined && name !== "inventory" && name !== "check";
  }

  async mark(read: ReadStates): Promise<ShareMark | undefined> {
    const { command, args, own } = this;
    if (own === undefined) return undefined;
    return { index: own.index, of: own.of, run: digestOfRun(command, args, await this.context.states(), read) };
  }

  async print<Name extends keyof ShareReports>(name: Name, data: ShareReports[Name], read: ReadStates): Promise<void> {
    const mark = await this.mark(read);
    if (mark === undefined || this.own === undefined) return;
    const { found } = await import("./rows.ts");
    await this.context.write(shareReport(name, found[name](data, this.own), mark));
  }

  /** Waits until the workers have written what they cache. */
  async end(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.isDone && worker.ended));
  }

  /** Ends those that are still there. */
  kill(): void {
    for (const worker of this.workers) worker.kill();
  }

  /**
   * Each share of this run is one of a finer division: share 1 of 2 is shares 1 and 3 of 4. Where this process caches
   * nothing, although it made the folder of a cache, its workers cache nothing either.
   */
  private start(count: number, { cache }: Pick<States, "cache">): void {
    const { index, of } = this.own ?? { index: 1, of: 1 };
    const { shareHost, width, signal } = this.context;
    signal.throwIfAborted();
    signal.addEventListener("abort", () => this.kill(), { once: true });
    const { start = startProcess } = shareHost;
    const argv = cache === undefined ? ["--no-cache", ...shareHost.argv] : shareHost.argv;
    this.workers = Array.from({ length: count }, (_, at) => {
      const shard = { index: index + of * at, of: of * count };
      const lost = (why: string) => this.lost(why);
      const hear = (said: Said) => this.hear(said);
      return new Worker(partOf(shard), start(shard, argv, width), { hear, lost, done: () => this.done() });
    });
  }

  private done(): void {
    this.context.progress(this.workers.filter(({ isDone }) => isDone).length, this.workers.length, "shares");
  }

  private lost(why: string): HeirError {
    this.why ??= why;
    this.kill();
    const done = this.workers.filter(({ isDone }) => isDone).length;
    const message = `a worker ended (${this.why}): ${done} of ${this.workers.length} shares done`;
    return new HeirError("environment", message, "--jobs 1, or more memory");
  }

  /** Takes what a worker reports about the states that it has read. Throws HeirError if they are others than here. */
  private async hear({ read, texts }: Said): Promise<void> {
    if (read !== readBy(await this.context.states())) {
      throw new HeirError("environment", "files changed while they were read", "run it again");
    }
    (await this.context.open()).learn(texts);
  }

  /** Sends records to the process that this one works for: before the first one, and where more is known, what was read. */
  private async sender(serving: Serving): Promise<Serving["send"]> {
    const [states, workspace] = [await this.context.states(), await this.context.open()];
    let known = -1;
    return async (kind, text) => {
      const texts = [...workspace.secretTexts].flatMap((each) => [...each.texts]);
      if (texts.length !== known) {
        const said: Said = { read: readBy(states), texts };
        await serving.send("s", JSON.stringify(said));
      }
      known = texts.length;
      await serving.send(kind, text);
    };
  }
}

/** Options of lines whose work one process does, or that do more than print. */
const ALONE: ReadonlySet<string> = new Set(["fix", "host", "max-count", "new-since", "out", "write-baseline"]);

function partOf(shard: Shard): WorkPart {
  return { ...shard, own: namesOfShard(shard) };
}

function readBy({ read }: { readonly read: ReadonlySet<string> }): string {
  return [...read].sort().join(" ");
}

/** Starts another heir with the same command line, which does one part of it and ends with this process. */
const startProcess: StartShare = (part, argv, width) => {
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
