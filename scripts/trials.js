// Trials of other programs with heir: each is ok, failed or skipped, and prints one line.

import { rmSync } from "node:fs";
import { NotReady, seconds } from "./ready.js";

/** The program cannot be had here, so nothing is tested. */
export class Unavailable extends Error {}

/** A program did not do what it must. */
export class Failed extends NotReady {}

/**
 * `attempt` says what was found to be right, if it is worth a line, or throws one of the two.
 *
 * @typedef {{ name: string, attempt: () => string | void }} Trial
 * @typedef {{ work: string, prepare: () => void, trials: readonly Trial[] }} Trials  `work` is removed at the end
 * @typedef {"ok" | "failed" | "skipped"} Outcome
 */

/**
 * Runs all trials whose name contains one of the words, or all. Returns the exit code: 1 if any failed.
 *
 * @param {readonly Trials[]} groups
 * @param {readonly string[]} words
 */
export function runTrials(groups, words) {
  try {
    const outcomes = groups.flatMap(({ prepare, trials }) => {
      const chosen = trials.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
      if (chosen.length === 0) return [];
      const unprepared = outcome({ name: "preparation", attempt: prepare });
      return unprepared === "ok" ? chosen.map((trial) => outcome(trial)) : [unprepared];
    });
    const count = (/** @type {Outcome} */ word) => outcomes.filter((each) => each === word).length;
    console.log(`${count("ok")} ok, ${count("failed")} failed, ${count("skipped")} skipped`);
    return count("failed") === 0 ? 0 : 1;
  } finally {
    for (const { work } of groups) rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {Trial} trial
 * @returns {Outcome}
 */
function outcome({ name, attempt }) {
  const started = performance.now();
  try {
    const found = attempt();
    if (found !== undefined) console.log(`${name}: ok, ${found} (${seconds(started)})`);
    return "ok";
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof Failed)) throw error;
    const isFailed = error instanceof Failed;
    console.log(`${name}: ${isFailed ? "FAILED" : "skipped"}: ${error.message}`);
    return isFailed ? "failed" : "skipped";
  }
}
