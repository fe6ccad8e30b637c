import { HeirError } from "../../model/findings/failure.ts";
import type { Arguments, Context, Options } from "../commands/command.ts";
import type { Machine } from "./machine.ts";

/** The option of commands whose nodes or commits several processes can divide among themselves. */
export const jobsOption: Options = {
  jobs: { kind: "text", value: "N|auto", summary: "use N processes (default auto: as many as help)" },
};

const MOST_JOBS = 64;

/**
 * The number of processes of `--jobs`; of a share 1 if it is not given, since the shares are there to use the cores. Throws
 * HeirError for anything but `auto` and a number from 1 to 64.
 */
export function jobsOf(args: Arguments): number | "auto" {
  const text = args.text("jobs") ?? (args.has("shard") ? "1" : "auto");
  if (text === "auto") return text;
  if (/^[1-9]\d?$/.test(text) && Number(text) <= MOST_JOBS) return Number(text);
  throw new HeirError("usage", `--jobs takes a number from 1 to ${MOST_JOBS}, or auto`);
}

/** A command line without `--jobs`, on which no answer depends. */
export function withoutJobs(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  const isBefore = (at: number): boolean => end === -1 || at < end;
  return argv.filter((word, at) => {
    const isValue = at > 0 && argv[at - 1] === "--jobs";
    return !isBefore(at) || !(isValue || word === "--jobs" || word.startsWith("--jobs="));
  });
}

/** A process costs its start and the parsing of all classes: less work is done faster by one. */
const LEAST_EFFORT = 100_000;
/** Of two cores one process uses more than one already: two are slower with 3,000 nodes of 43 layers, faster with 10,000. */
const LEAST_EFFORT_OF_TWO_CORES = 300_000;
const EFFORT_OF_ONE = 50_000;
const MOST_AUTO = 8;
const MEGABYTE = 2 ** 20;
const MEMORY_OF_ONE = 400 * MEGABYTE;
/** Threads reserve far more addresses than memory: with 1.5 GB, Node ended workers of 30,000 nodes in the midst of their work. */
const ADDRESSES_OF_ONE = 2e9;

/**
 * How many processes `auto` is, for an effort of nodes times layers: rule J2 in docs/scale.md. The effort is asked for only if it
 * matters, since some nodes are read to know it.
 */
export async function autoJobs(
  asked: () => number | Promise<number>,
  { cores, free, addresses }: Machine,
): Promise<number> {
  if (cores < 2 || addresses < ADDRESSES_OF_ONE) return 1;
  const effort = await asked();
  const least = cores === 2 ? LEAST_EFFORT_OF_TWO_CORES : LEAST_EFFORT;
  const jobs = Math.min(cores, MOST_AUTO, Math.floor(effort / EFFORT_OF_ONE));
  return effort >= least && jobs > 1 && free >= jobs * MEMORY_OF_ONE ? jobs : 1;
}

/** Throws HeirError where a worker could not do its work: Node would end it, or this process, with a trace of its own. */
export function requireAddresses({ addresses }: Pick<Machine, "addresses">): void {
  if (addresses >= ADDRESSES_OF_ONE) return;
  const limit = Math.floor(addresses / MEGABYTE);
  const message = `there is too little memory for workers: a process may have ${limit} MB of addresses`;
  throw new HeirError("environment", message, "--jobs 1, or ulimit -v unlimited");
}

/** Whether git runs this as part of a hook, where other programs need the cores. */
export function isInHook(env: Context["env"]): boolean {
  return ["GIT_DIR", "GIT_INDEX_FILE", "GIT_QUARANTINE_PATH"].some((name) => env[name] !== undefined);
}
