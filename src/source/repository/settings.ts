import { type GitProgram, git, gitFailure, runGit } from "../git/program/process.ts";

/** Where a git setting comes from. */
export interface SettingOrigin {
  readonly value: string;
  /** `local`, `global`, `system`, `worktree` or `command`. */
  readonly scope: string;
  /** As git says it: `file:.git/config`. */
  readonly origin: string;
}

/** git's answer for a setting that is not there. */
const NOT_SET = 1;
/** git's answer when there is nothing to take away. */
const NOTHING_TO_UNSET = 5;

/**
 * All git settings in force whose name begins with `section.`, by the rest of their name, in lower case; of several
 * values the last counts. Throws HeirError when git fails.
 */
export async function gitSettings(program: GitProgram, section: string): Promise<ReadonlyMap<string, string>> {
  const args = ["config", "--null", "--get-regexp", `^${section}\\.`];
  const { status, stdout, stderr } = await runGit(program, args);
  if (status !== 0 && status !== NOT_SET) throw gitFailure("config", stderr);
  const entries = stdout.toString().split("\0").slice(0, -1);
  return new Map(entries.map((entry) => nameAndValue(entry.slice(section.length + 1))));
}

/** A setting and where it comes from; undefined when it is not set. Throws HeirError when git fails. */
export async function settingOrigin(program: GitProgram, name: string): Promise<SettingOrigin | undefined> {
  const args = ["config", "--null", "--show-scope", "--show-origin", "--get", name];
  const { status, stdout, stderr } = await runGit(program, args);
  if (status === NOT_SET) return undefined;
  if (status !== 0) throw gitFailure("config", stderr);
  const [scope = "", origin = "", value = ""] = stdout.toString().split("\0");
  return { scope, origin, value };
}

/** Sets a setting in the repository's own configuration. Throws HeirError when git fails. */
export async function setLocalSetting(program: GitProgram, name: string, value: string): Promise<void> {
  await git(program, ["config", "--local", "--replace-all", name, value]);
}

/** Removes a setting from the repository's own configuration, if it is there. Throws HeirError when git fails. */
export async function unsetLocalSetting(program: GitProgram, name: string): Promise<void> {
  const { status, stderr } = await runGit(program, ["config", "--local", "--unset-all", name]);
  if (status !== 0 && status !== NOTHING_TO_UNSET) throw gitFailure("config", stderr);
}

/** A name alone, without a value, is how git writes "true". */
function nameAndValue(entry: string): readonly [string, string] {
  const end = entry.indexOf("\n");
  return end === -1 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}
