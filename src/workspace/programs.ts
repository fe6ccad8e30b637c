import { delimiter } from "node:path";
import { type Environment, programFolders, programIn } from "../source/git/program/program.ts";

export { type TerminalSettings, terminalSettings } from "../source/repository/settings.ts";

/** Pager and editor of a user who is in a folder: not those of the work tree around it. Never fails. */
export function userPrograms(env: Environment, cwd: string) {
  const folders = programFolders(env["PATH"] ?? env["Path"], cwd);
  return {
    /** The environment, with a PATH that no repository can put programs into. */
    env: { ...env, PATH: folders.join(delimiter) },
    /** The absolute path of a program; undefined if there is none. */
    find: (name: string) => programIn(folders, name),
  };
}
