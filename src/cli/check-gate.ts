import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { cutVerb } from "./verb.ts";

/**
 * `heir check NEW --new-since OLD` as a gate that judges in a process of its own, with the words that can be the revision that
 * it judges; undefined for any other command line. Never fails.
 */
export function askedCheckGate(argv: readonly string[]) {
  const { verb, rest } = cutVerb(argv);
  const since = rest.findIndex((word) => /^--new-since(?:=|$)/.test(word));
  if (verb !== "check" || since === -1) return undefined;
  const at = rest.indexOf("-C");
  const isValue = (place: number): boolean => rest[place - 1] === "-C" || rest[place - 1] === "--new-since";
  const states = rest.filter((word, place) => !word.startsWith("-") && !isValue(place));
  // The judgement leads a group of its own, which a pager cannot.
  const unpaged = process.stdout.isTTY === true ? rest.toSpliced(since, 0, "--no-pager") : rest;
  const dir = resolve(at === -1 ? "." : (rest[at + 1] ?? "."));
  return { name: verb, argv: [verb, ...unpaged], dir, isHook: false, readsRefs: false, states };
}

/** The first word of the command line of a judgement: then come the process id of its supervisor and what is run. */
export const JUDGE = "__judge";

const DESCRIPTOR = 3;

const WATCH_MS = 250;

/** Ends this judgement, with all that it started, soon after its supervisor: one that is killed cannot do that itself. */
export function endAfter(supervisor: number): void {
  const watch = (): void => {
    if (process.ppid !== supervisor) process.kill(-process.pid, "SIGKILL");
  };
  setInterval(watch, WATCH_MS).unref();
}

/** Reports the status of a finished judgement to the supervisor; returns it. */
export function reportVerdict(status: number): number {
  writeSync(DESCRIPTOR, `${status}\n`);
  return status;
}
