import { command } from "../../base/command.ts";
import { HeirError } from "../../model/findings/failure.ts";

/** Settings `heir.*` of git by their name without `heir.`, in lower case; the strongest of several. */
export type GitSettings = ReadonlyMap<string, string>;

/** A setting that is a number of at least `least`; undefined when it is not set. Throws HeirError for anything else. */
export function numberIn(settings: GitSettings, name: string, least = 0): number | undefined {
  const text = settings.get(name.toLowerCase());
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  throw notTaken(name, text, "a number");
}

/** A setting that is one of some words, the first if it is not set. Throws HeirError for anything else. */
export function wordIn<Word extends string>(
  settings: GitSettings,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = settings.get(name.toLowerCase());
  if (text === undefined) return words[0];
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw notTaken(name, text, words.join(" or "));
}

/** How many of some things may be lost: a number, or a part of all in percent. */
export type Allowance = (all: number) => number;

/** The default of `heir.maxLost`, in percent. */
const MOST_LOST = 10;

/** `heir.maxLost`: `10%` of the nodes, and at least 1; a number as it is. Throws HeirError for anything else. */
export function lossAllowance(settings: GitSettings): Allowance {
  const text = settings.get("maxlost") ?? `${MOST_LOST}%`;
  const [, digits, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  if (digits === undefined) throw notTaken("maxLost", text, "a number, or one with %");
  const number = Number(digits);
  return sign === "" ? () => number : (all) => Math.max(1, Math.floor((all * number) / 100));
}

/** The error for a text of a setting of heir that does not have the form that is wanted. */
export function notTaken(name: string, text: string, wanted: string): HeirError {
  return new HeirError("usage", `${command(["git", "config", `heir.${name}`])} is "${text}", but takes ${wanted}`);
}
