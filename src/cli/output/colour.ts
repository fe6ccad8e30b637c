import type { HostVariables } from "../start/host.ts";

export type ColourChoice = "auto" | "always" | "never";

/**
 * Whether to colour: the flag first, then `NO_COLOR` (any text but none), then `CLICOLOR_FORCE` and `FORCE_COLOR`
 * (anything but empty and `0`), then whether there is a terminal that is not dumb.
 */
export function wantsColour(choice: ColourChoice, env: HostVariables, isTerminal: boolean): boolean {
  if (choice !== "auto") return choice === "always";
  if (env["NO_COLOR"]) return false;
  if (forces(env["CLICOLOR_FORCE"]) || forces(env["FORCE_COLOR"])) return true;
  if (env["FORCE_COLOR"] === "0" || env["CLICOLOR"] === "0") return false;
  return isTerminal && env["TERM"] !== "dumb";
}

function forces(setting: string | undefined): boolean {
  return setting !== undefined && setting !== "" && setting !== "0" && setting !== "false";
}
