import { join, resolve } from "node:path";
import { regularFileText } from "../disk/read-files.ts";
import { configValues } from "./find.ts";

/** The modes of what heir writes into a git directory. */
export interface SharedModes {
  readonly file: number;
  readonly folder: number;
}

/** For the user alone, whatever the umask. */
export const OWN: SharedModes = { file: 0o600, folder: 0o700 };
const GROUP: SharedModes = { file: 0o660, folder: 0o2770 };
const ALL: SharedModes = { file: 0o664, folder: 0o2775 };

/** Readers of a file may also enter its folder. */
const READ = 0o444;
const ENTER_SHIFT = 2;
const OWNER = 0o600;
const SET_GROUP = 0o2000;

/** For the user alone, whatever the umask, unless the repository's file sets `core.sharedRepository`. Never fails. */
export function sharedModes(gitDir: string): SharedModes {
  const commonDir = resolve(gitDir, regularFileText(join(gitDir, "commondir"))?.trim() ?? "");
  const setting = configValues(regularFileText(join(commonDir, "config")) ?? "").get("core.sharedrepository");
  const name = setting?.toLowerCase() ?? "umask";
  if (/^(?:group|true|yes|on|1)$/.test(name)) return GROUP;
  if (/^(?:all|world|everybody|2)$/.test(name)) return ALL;
  // What is left is a mode, or a word for the user alone: `umask`, `false`, `no`, `off`, `0`.
  return /^0?[0-7]{3}$/.test(name) ? modesOf(Number.parseInt(name, 8)) : OWN;
}

/** An octal number is the mode of files; git refuses one that shuts the owner out. */
function modesOf(mode: number): SharedModes {
  const file = mode & 0o666;
  if ((file & OWNER) !== OWNER) return OWN;
  return { file, folder: file | ((file & READ) >> ENTER_SHIFT) | SET_GROUP };
}
