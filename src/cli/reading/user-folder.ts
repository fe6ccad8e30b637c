import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import type { Context } from "../commands/command.ts";

const DEFAULTS = { XDG_DATA_HOME: ".local/share", XDG_CONFIG_HOME: ".config" } as const;

/** A folder of the user's own, named by a variable or at its place in HOME. Throws HeirError where neither is set. */
export function userFolder(name: keyof typeof DEFAULTS, env: Context["env"]): string {
  const folder = env[name] || (env["HOME"] && join(env["HOME"], DEFAULTS[name]));
  if (!folder) throw new HeirError("environment", `neither ${name} nor HOME is set`);
  return folder;
}
