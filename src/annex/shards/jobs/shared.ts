import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { digest } from "../../../base/digest.ts";
import type { Shard } from "../../../base/name-key.ts";
import type { Arguments, Command, Context, Options } from "../../../cli/commands/command.ts";
import {
  type DoneShare,
  foundByAll,
  type JoinedWork,
  type Joins,
  type PiecewiseWork,
  type ReadStates,
  type Serving,
  type Shares,
} from "../../../cli/commands/shares.ts";
import { version } from "../../../cli/version.ts";
import { isJson } from "../../../cli/words/options.ts";
import type { ShareMark } from "../../../encoding/json.ts";
import { packed } from "../../../encoding/packed.ts";
import { HeirError, quietly } from "../../../model/findings/failure.ts";
import { type Snapshot, settingsBesides } from "../../../model/inventory/snapshot.ts";
import type { States } from "../../../workspace/load/states.ts";
import type { WorkPart } from "../../../workspace/workspace.ts";
import { shareReport } from "../report/parts.ts";
import { engineShare } from "./shard-engines.ts";
import { partOf, type ShareEnd, startProcess, WorkDone, type Worker, workerOf } from "./worker.ts";

const shareOptions: Options = {
  shard: { kind: "text", value: "I/N", summary: "process share I of N; auto, auto/N: ask the CI" },
  jobs: { kind: "text", value: "N|auto", summary: "use N processes (default auto: as many as help)" },
};

/** How what shares found becomes one answer; loaded where shares are joined. */
const joins: Joins = {
  diff: async (found) => (await import("../compared.ts")).joinedComparison(found),
  log: async (found) => (await import("../report/joins.ts")).joinedStretches(found),
  test: async (found) => (await import("../report/joins.ts")).joinedTests(found),
  uses: async (found) => (await import("../report/joins.ts")).joinedUses(found),
};

/** A command whose work is divided: by `--shard` among machines, by `--jobs` among processes; each does a share. */
export function shared(name: string, command: Command): Command {
  return {
    ...command,
    options: { ...command.options, ...shareOptions },
    follows: (args, states, env) => {
      jobsOf(args);
      // The answer depends on the share besides the command line.
      const { index, of } = shardOf(args, env) ?? {};
      const share = of === undefined ? "" : `${index}/${of}`;
      return command.follows?.(args, states, env)?.then((read) => [...read, share]);
    },
    async run(args, context) {
      if (args.has("shard") && name !== "check" && !isJson(args)) {
        throw new HeirError("usage", "shares are joined as JSON alone", "add --json");
      }
      const shares = new RunShares(name, args, context);
      try {
        const open = () => {
          shares.begin();
          return context.open();
        };
        const code = await command.run(args, { ...context, open, shares });
        await shares.finish();
        return code;
      } finally {
        shares.kill();
      }
    },
  };
}

/** Options of lines whose work one process does, or that do more than print. */
const ALONE: ReadonlySet<string> = new Set(["fix", "host", "max-count", "new-since", "out", "write-baseline"]);

/** Commands of which several processes do a share, too. */
const DIVIDES_SHARES: ReadonlySet<string> = new Set(["check", "inventory"]);

class RunShares implements Shares {
  readonly own: WorkPart | undefined;
  private readonly command: string;
  private readonly args: Arguments;
  private readonly context: Context;
  /** What `--jobs` says; 1 where it does not matter. */
  private readonly asked: number | "auto";
  private workers: readonly Worker[] = [];
  private begun: Promise<void> | undefined;
  /** Why the first worker ended that was lost; the others are ended then. */
  private why: string | undefined;

  /** Throws HeirError for a wrong `--shard` or `--jobs`, and where there is too little memory for workers. */
  constructor(command: string, args: Arguments, context: Context) {
    this.command = command;
    this.args = args;
    this.context = context;
    const shard = shardOf(args, context.env);
    this.own = shard && partOf(shard);
    const asked = jobsOf(args);
    if (asked !== "auto" && asked > 1) requireAddresses(thisMachine());
    this.asked = shard === undefined || DIVIDES_SHARES.has(command) ? asked : 1;
  }

  /** Starts the workers of `--jobs N` while the command reads its state, if its work will surely be divided. */
  begin(): void {
    const { asked, args, context } = this;
    const isAlone = asked === "auto" || asked === 1 || args.given.some(([name]) => ALONE.has(name));
    if (isAlone || context.shareHost.serving !== undefined) return;
    const start = async (): Promise<void> => {
      const states = await context.states();
      if (states.source.isPartial !== true) this.start(asked, states);
    };
    // The command meets the same error.
    this.begun ??= start().catch(() => undefined);
  }

  divided<Found, Result>({ meanwhile, join, ...work }: JoinedWork<Found, Result>): Promise<Result | undefined> {
    const joined = async (shares: readonly DoneShare[]): Promise<Result> => {
      return join(await foundByAll<Found>(shares, await meanwhile?.()), joins);
    };
    return this.piecewise({ ...work, join: joined });
  }

  async piecewise<Result>(work: PiecewiseWork<Result>): Promise<Result | undefined> {
    const { serving } = this.context.shareHost;
    if (serving !== undefined) await this.serve(work, serving);
    const count = await this.count(work.names.length);
    if (count === 1) return undefined;
    await this.begun;
    if (this.workers.length === 0) this.start(count, await this.context.states());
    return work.join(this.workers, joins);
  }

  /** Does a part for the process that this one works for. Throws WorkDone. */
  private async serve(work: PiecewiseWork<unknown>, { part, send }: Serving): Promise<never> {
    const [states, workspace] = [await this.context.states(), await this.context.open()];
    const found = packed(await work.part(partOf(part), send), "texts");
    const texts = [...workspace.secretTexts].flatMap((each) => [...each.texts]);
    const end: ShareEnd = { found, read: readBy(states), texts };
    await send(JSON.stringify(end));
    throw new WorkDone();
  }

  /** How many processes do the work of `nodes` nodes. */
  private async count(nodes: number): Promise<number> {
    const { env, states } = this.context;
    // What a partial clone lacks is fetched by one process, in one request.
    if (this.asked === 1 || (await states()).source.isPartial === true) return 1;
    if (this.asked !== "auto") return this.asked;
    return isInHook(env) ? 1 : autoJobs(nodes, thisMachine());
  }

  async mark(read: ReadStates): Promise<ShareMark | undefined> {
    const { command, args, own } = this;
    if (own === undefined) return undefined;
    return { index: own.index, of: own.of, run: digestOfRun(command, args, await this.context.states(), read) };
  }

  async print(found: unknown, read: ReadStates): Promise<void> {
    const mark = await this.mark(read);
    if (mark !== undefined) await this.context.write(shareReport(this.command, found, mark));
  }

  /** Waits until the workers have written what they cache. */
  async finish(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.finish()));
  }

  kill(): void {
    for (const worker of this.workers) worker.kill();
  }

  /**
   * Each share of this run is one of a finer division: share 1 of 2 is shares 1 and 3 of 4. Where this process caches
   * nothing, although it made the folder of a cache, its workers cache nothing either.
   */
  private start(count: number, states: States): void {
    const { index, of }: Shard = this.own ?? { index: 1, of: 1 };
    const { shareHost, width, signal, progress, open } = this.context;
    signal.throwIfAborted();
    signal.addEventListener("abort", () => this.kill(), { once: true });
    const { start = startProcess } = shareHost;
    const argv = states.cache === undefined ? ["--no-cache", ...shareHost.argv] : shareHost.argv;
    const events = {
      done: async (end: { readonly read: string; readonly texts: readonly string[] }): Promise<void> => {
        progress(this.done, count, "shares");
        if (end.read !== readBy(states)) {
          throw new HeirError("environment", "files changed while they were read", "run it again");
        }
        (await open()).learn(end.texts);
      },
      lost: (why: string) => this.lost(why),
    };
    this.workers = Array.from({ length: count }, (_, at) => {
      const shard = { index: index + of * at, of: of * count };
      return workerOf(shard, start(shard, argv, width), events);
    });
  }

  private get done(): number {
    return this.workers.filter((worker) => worker.isDone()).length;
  }

  private lost(why: string): HeirError {
    this.why ??= why;
    this.kill();
    const message = `a worker ended (${this.why}): ${this.done} of ${this.workers.length} shares done`;
    return new HeirError("environment", message, "--jobs 1, or more memory");
  }
}

function readBy({ read }: Pick<States, "read">): string {
  return [...read].sort().join(" ");
}

/** Options without influence on what shares have in common. */
const OF_ONE_SHARE: ReadonlySet<string> = new Set(["shard", "jobs", "no-cache", "C"]);

/** The share of `--shard`. Throws HeirError for anything but I/N with 1 <= I <= N, auto and auto/N. */
function shardOf(args: Arguments, env: Context["env"]): Shard | undefined {
  const text = args.text("shard");
  if (text === undefined) return undefined;
  const [, index, of] = /^(auto|[1-9]\d{0,4})(?:\/([1-9]\d{0,4}))?$/.exec(text) ?? [];
  if (index === "auto") return engineShare(env, of === undefined ? undefined : Number(of));
  if (index !== undefined && of !== undefined && Number(index) <= Number(of)) {
    return { index: Number(index), of: Number(of) };
  }
  throw new HeirError("usage", `invalid --shard "${text}"`, "write 1/4 for the first of four shares, or auto");
}

/** The digest of a run of which all shares are: build, command line, settings and state (rule S2 in docs/scale.md). */
function digestOfRun(command: string, args: Arguments, { source }: Pick<States, "source">, read: ReadStates): string {
  const words = args.given.filter(([name]) => !OF_ONE_SHARE.has(name));
  return digest(JSON.stringify([version, command, args.operands, words, [...source.settings], read.map(factOf)]));
}

function factOf(each: Snapshot | string): unknown {
  if (typeof each === "string") return each;
  const { id, place } = each;
  return [id, place.folder, settingsBesides(place)];
}

const MOST_JOBS = 64;

/** `--jobs`, for a share 1 by default, as shares use the cores. Throws HeirError for all but `auto` and 1 to 64. */
function jobsOf(args: Arguments): number | "auto" {
  const text = args.text("jobs") ?? (args.has("shard") ? "1" : "auto");
  if (text === "auto") return text;
  if (/^[1-9]\d?$/.test(text) && Number(text) <= MOST_JOBS) return Number(text);
  throw new HeirError("usage", `--jobs takes a number from 1 to ${MOST_JOBS}, or auto`);
}

/** A process costs its start, a listing and the parsing of all classes: fewer nodes are done faster by one. */
const LEAST_NODES = 5000;
const NODES_OF_ONE = 1250;
const MOST_AUTO = 8;
const MEGABYTE = 2 ** 20;
const MEMORY_OF_ONE = 400 * MEGABYTE;
/** Threads reserve far more addresses than memory: with 1.5 GB, Node ended workers of 30,000 nodes in the midst of their work. */
const ADDRESSES_OF_ONE = 2e9;

/** How many processes `auto` is for a number of nodes: rule J2 in docs/scale.md. */
export function autoJobs(nodes: number, { cores, free, addresses }: Machine): number {
  if (nodes < LEAST_NODES || addresses < ADDRESSES_OF_ONE) return 1;
  const jobs = Math.min(cores, MOST_AUTO, Math.floor(nodes / NODES_OF_ONE));
  return free >= jobs * MEMORY_OF_ONE ? jobs : 1;
}

/** Throws HeirError where a worker could not do its work: Node would end it, or this process, with a trace of its own. */
export function requireAddresses({ addresses }: Pick<Machine, "addresses">): void {
  if (addresses >= ADDRESSES_OF_ONE) return;
  const limit = Math.floor(addresses / MEGABYTE);
  const message = `there is too little memory for workers: a process may have ${limit} MB of addresses`;
  throw new HeirError("environment", message, "--jobs 1, or ulimit -v unlimited");
}

/** Whether git runs this as part of a hook, where other programs need the cores. */
function isInHook(env: Context["env"]): boolean {
  return ["GIT_DIR", "GIT_INDEX_FILE", "GIT_QUARANTINE_PATH"].some((name) => env[name] !== undefined);
}

interface Machine {
  readonly cores: number;
  /** In bytes. */
  readonly free: number;
  /** How many addresses one process may have, in bytes: `ulimit -v`. */
  readonly addresses: number;
}

/** This machine; of its memory what the container of this process may have. */
function thisMachine(): Machine {
  return { cores: availableParallelism(), free: process.availableMemory(), addresses: addressLimit() };
}

/** Infinity where there is no limit, or none that is known. */
function addressLimit(): number {
  const limits = quietly(() => readFileSync("/proc/self/limits", "latin1")) ?? "";
  return Number(/^Max address space\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
}
