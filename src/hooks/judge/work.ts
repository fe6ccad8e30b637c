import { HeirError } from "../../model/findings/failure.ts";
import type { Theme } from "../../report/text/theme.ts";
import { stoppedAt } from "../../workspace/check/stopping.ts";
import type { HookRepository } from "../../workspace/hook-repository.ts";
import type { Finding, Workspace } from "../../workspace/workspace.ts";
import type { HookName } from "../install/names.ts";

/** Everything that a hook works with. */
export interface HookWork {
  readonly hook: HookName;
  /** The arguments from git after the name of the hook. */
  readonly args: readonly string[];
  readonly repository: HookRepository;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly theme: Theme;
  readonly version: string;
  /** What git wrote to the hook's standard input. */
  input(): Promise<string>;
  /** Shows lines, on standard error. */
  say(text: string): void;
}

/** The result of a hook: whether git may continue. For a hook that cannot stop git, whether it found something. */
export type HookVerdict = "passed" | "refused";

/** A setting that is a number of at least `least`; undefined when it is not set. Throws HeirError for anything else. */
export function numberSetting({ repository }: HookWork, name: string, least = 0): number | undefined {
  const text = repository.settings.get(name.toLowerCase());
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  throw new HeirError("usage", `git config heir.${name} is "${text}", but takes a number`);
}

/** A setting that is one of some words, the first if it is not set. Throws HeirError for anything else. */
export function wordSetting<Word extends string>(
  { repository }: HookWork,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = repository.settings.get(name.toLowerCase());
  if (text === undefined) return words[0];
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw new HeirError("usage", `git config heir.${name} is "${text}", but takes ${words.join(" or ")}`);
}

/** Which findings stop a commit, by the settings of the repository. */
export function blockingRule(work: HookWork): (finding: Finding) => boolean {
  return stoppedAt(wordSetting(work, "failLevel", ["error", "warning"]));
}
