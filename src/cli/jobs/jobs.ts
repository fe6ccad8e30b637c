import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { HeirError, quietly } from "../../model/findings/failure.ts";
import type { Arguments, Context } from "../commands/command.ts";

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
export function isInHook(env: Context["env"]): boolean {
  return ["GIT_DIR", "GIT_INDEX_FILE", "GIT_QUARANTINE_PATH"].some((name) => env[name] !== undefined);
}

/** The facts of a machine that decide the number of processes. */
interface Machine {
  readonly cores: number;
  /** In bytes. */
  readonly free: number;
  /** How many addresses one process may have, in bytes: `ulimit -v`. */
  readonly addresses: number;
}

/** This machine; of its memory what the container of this process may have. */
export function thisMachine(): Machine {
  return { cores: availableParallelism(), free: process.availableMemory(), addresses: addressLimit() };
}

/** Infinity where there is no limit, or none that is known. */
function addressLimit(): number {
  const limits = quietly(() => readFileSync("/proc/self/limits", "latin1")) ?? "";
  return Number(/^Max address space\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
}
