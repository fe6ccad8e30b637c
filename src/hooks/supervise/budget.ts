import { quietly } from "../../model/findings/failure.ts";
import type { GitProgram } from "../../source/git/program/call.ts";
import { scopedSettings } from "../../source/git/program/process.ts";
import { JUDGE_SECONDS, notTaken } from "../../workspace/gate/git-settings.ts";

/** What one judgement may use. */
export type Budget = ReturnType<typeof judgeBudget>;

/** The default of `heir.judgeMemory`. */
export const JUDGE_MEMORY = 1024;

/**
 * `heir.judgeSeconds` and `heir.judgeMemory`. Without git, or in no repository, the judgement itself reports that. Throws
 * HeirError for anything but a number.
 */
export function judgeBudget(git: GitProgram) {
  const known = quietly(() => scopedSettings(git, "^heir\\.judge")) ?? [];
  const settings = new Map(known.map(({ key, value }) => [key, value]));
  const numberOf = (name: string, standard: number, form: RegExp): number => {
    const text = settings.get(`heir.${name.toLowerCase()}`) ?? String(standard);
    if (form.test(text)) return Number(text);
    throw notTaken(name, text, "a number");
  };
  return {
    /** Seconds until it has to have a verdict; 0 for no limit. */
    seconds: numberOf("judgeSeconds", JUDGE_SECONDS, /^\d{1,9}(\.\d{1,3})?$/),
    /** Megabytes of memory for values; 0 for what Node.js takes. */
    megabytes: numberOf("judgeMemory", JUDGE_MEMORY, /^\d{1,9}$/),
  };
}
