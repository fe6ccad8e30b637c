import { delimiter } from "node:path";
import { programFolders, programIn } from "../source/disk/programs.ts";
import type { Environment } from "../source/git/program/call.ts";

export { type TerminalSettings, terminalSettings } from "../source/repository/settings.ts";

/** Starts of programs of the user: pager and editor. */
export interface UserPrograms {
  /** The environment, with a PATH that no repository can put programs into. */
  readonly env: Record<string, string | undefined>;
  /** The absolute path of a program; undefined if there is none. */
  find(name: string): string | undefined;
}

/** The programs that a user who is in a folder can start: not those of the work tree around it. Never fails. */
export function userPrograms(env: Environment, cwd: string): UserPrograms {
  const folders = programFolders(env["PATH"] ?? env["Path"], cwd);
  return { env: { ...env, PATH: folders.join(delimiter) }, find: (name) => programIn(folders, name) };
}
