import { command } from "../../base/terminal-text.ts";
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

/** A setting that is a boolean, false if it is not set. Throws HeirError for anything else. */
export function booleanIn(settings: GitSettings, name: string): boolean {
  const words = ["false", "true", "no", "yes", "off", "on", "0", "1"] as const;
  return words.indexOf(wordIn(settings, name, words)) % 2 === 1;
}

/** `heir.strictMerge`: whether what neither side has written refuses a merge. Throws HeirError for anything but a boolean. */
export function isStrictMerge(settings: GitSettings): boolean {
  return booleanIn(settings, "strictMerge");
}

/** Whether there is time for one more thing: half of `heir.judgeSeconds` from now on, as the rest takes time, too. */
export function timeFor(settings: GitSettings): () => boolean {
  const seconds = Number(settings.get("judgeseconds") ?? JUDGE_SECONDS);
  const end = seconds === 0 ? Number.POSITIVE_INFINITY : performance.now() + seconds * 500;
  return () => performance.now() < end;
}

export const JUDGE_SECONDS = 30;

/** The full name of `heir.policyRef`, else the usual one; a short one is a branch: git would look for a tag first. */
export function policyRefIn(settings: GitSettings, usual: string): string {
  const set = settings.get("policyref");
  if (set === undefined || set === "HEAD" || set.startsWith("refs/")) return set ?? usual;
  return `refs/heads/${set}`;
}

/** `heir.maxLost` (10% if unset) of so many nodes, at least 1; a number as it is. Throws HeirError for anything else. */
export function lossAllowance(settings: GitSettings): (all: number) => number {
  const text = settings.get("maxlost") ?? "10%";
  const [, digits, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  if (digits === undefined) throw notTaken("maxLost", text, "a number, or one with %");
  const number = Number(digits);
  return sign === "" ? () => number : (all) => Math.max(1, Math.floor((all * number) / 100));
}

/** The error for a text of a setting of heir that does not have the form that is wanted. */
export function notTaken(name: string, text: string, wanted: string): HeirError {
  return new HeirError("usage", `${command(["git", "config", `heir.${name}`])} is "${text}", but takes ${wanted}`);
}
