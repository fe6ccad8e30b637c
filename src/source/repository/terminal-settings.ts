import { quietly } from "../disk/temporary.ts";
import { gitProgram } from "../git/program/call.ts";
import type { Environment } from "../git/program/environment.ts";
import { scopedSettings } from "../git/program/process.ts";
import { findRepository } from "./find.ts";
import { mayBeSet } from "./settings.ts";

/** How git is told to print on terminals; what is not set is absent. */
export interface TerminalSettings {
  /** `color.ui` says that there are no colours. */
  readonly isColourless?: boolean;
  /** `core.pager`, of the user, the system or `git -c`: no repository names a program. */
  readonly pager?: string;
  /** `heir.hyperlinkFormat`. */
  readonly hyperlinkFormat?: string;
}

/** Lines of settings that change what is printed; `ui = auto` is common, and as if it were not there. */
const NAMES = /^\s*(?:\[[^\]\n]*\]\s*)?(?:ui(?!\s*=\s*(?:auto|true)\s*$)|pager|hyperlinkFormat)\b/im;
const NO_COLOUR = /^(?:never|false|no|off|0)$/i;

/** The settings of git in force in a folder. git is asked only where a file of settings may have one. Never fails. */
export function terminalSettings(cwd: string, env: Environment): TerminalSettings {
  if (!mayBeSet((text) => NAMES.test(text), findRepository(cwd, env), env)) return {};
  const asked = "^(color\\.ui|core\\.pager|heir\\.hyperlinkformat)$";
  let found: TerminalSettings = {};
  for (const { scope, key, value } of quietly(() => scopedSettings(gitProgram(cwd, env), asked)) ?? []) {
    if (key === "color.ui") found = { ...found, isColourless: NO_COLOUR.test(value) };
    else if (key === "heir.hyperlinkformat") found = { ...found, hyperlinkFormat: value };
    else if (scope !== "local" && scope !== "worktree") found = { ...found, pager: value };
  }
  return found;
}
