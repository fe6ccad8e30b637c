import type { HostVariables } from "../start/host.ts";

export type ColourChoice = "auto" | "always" | "never";

/** Where text is printed. */
export interface OutputScreen {
  readonly isTerminal: boolean;
  /** `color.ui` of git says that there are no colours. */
  readonly isColourless?: boolean | undefined;
}

/**
 * Whether to use colour. First of these decides: the option; `NO_COLOR`, unless empty; `CLICOLOR_FORCE` and `FORCE_COLOR`,
 * unless empty or `0`; whether the output is a terminal that is not dumb; git's `color.ui` of a terminal.
 */
export function wantsColour(
  choice: ColourChoice,
  env: HostVariables,
  { isTerminal, isColourless }: OutputScreen,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (env["NO_COLOR"]) return false;
  if (forces(env["CLICOLOR_FORCE"]) || forces(env["FORCE_COLOR"])) return true;
  if (env["FORCE_COLOR"] === "0" || env["CLICOLOR"] === "0") return false;
  return isTerminal && env["TERM"] !== "dumb" && isColourless !== true;
}

function forces(setting: string | undefined): boolean {
  return setting !== undefined && setting !== "" && setting !== "0" && setting !== "false";
}
