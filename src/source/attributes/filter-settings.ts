import type { FilterChoice } from "../../model/inventory/stored-content.ts";
import type { GitProgram } from "../git/program/call.ts";
import type { Environment } from "../git/program/environment.ts";
import { gitFailure, runGitNow } from "../git/program/process.ts";
import type { HeirSettings } from "../repository/settings.ts";

/** Which filters the reader agrees to run, and which to leave out. */
export interface FilterConsent {
  choice(name: string): FilterChoice;
}

/**
 * What `heir.runFilter` and `heir.skipFilter` say (rule S17 in docs/concepts/snapshots.md). What is pushed is judged
 * without running anything.
 */
export function filterConsent(settings: HeirSettings, env: Environment): FilterConsent {
  const isPush = env["GIT_QUARANTINE_PATH"] !== undefined;
  const run = new Set(isPush ? [] : settings.get("runfilter"));
  const skip = new Set(settings.get("skipfilter"));
  return { choice: (name) => (run.has(name) ? "run" : skip.has(name) ? "skip" : "unread") };
}

/** git's answer for settings that are not there. */
const NOT_SET = 1;

/** The commands of filters, by setting: `filter.NAME.smudge`. Throws HeirError when git fails. */
export function filterCommands(program: GitProgram): ReadonlyMap<string, string> {
  const { status, stdout, stderr } = runGitNow(program, ["config", "--null", "--get-regexp", "^filter\\."], "");
  if (status !== 0 && status !== NOT_SET) throw gitFailure("config", stderr);
  const entries = stdout.toString().split("\0").slice(0, -1);
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf("\n");
      return end === -1 ? [entry, ""] : [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}
