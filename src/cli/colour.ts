import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Theme } from "../report/text/theme.ts";
import type { HostVariables } from "./commands/command.ts";

export type ColourChoice = "auto" | "always" | "never";

/**
 * Whether to use colour. First of these decides: the option; `NO_COLOR`, unless empty; `CLICOLOR_FORCE`, `FORCE_COLOR`,
 * unless empty or `0`; an output that is no terminal, or dumb; git's `color.ui` of a terminal, which may say no.
 */
export function wantsColour(
  choice: ColourChoice,
  env: HostVariables,
  { isTerminal, isColourless }: { readonly isTerminal: boolean; readonly isColourless?: boolean | undefined },
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

/** A place as rows have it: a file, a line and mostly a column. */
const PLACE = /^(\s*)([^…\s](?:[^…]*?[^…\s])?):(\d+)(?::(\d+))?$/;

const FORMAT = "file://{host}{path}#{line}";

/** Terminals that are known to show links, by the variables that they set. */
const KNOWN: Readonly<Record<string, (value: string) => boolean>> = {
  VTE_VERSION: (version) => Number(version) >= 5000,
  KONSOLE_VERSION: (version) => Number(version) >= 201200,
  WT_SESSION: () => true,
  KITTY_WINDOW_ID: () => true,
  DOMTERM: () => true,
  TERM_PROGRAM: (name) => /^(?:iTerm\.app|WezTerm|ghostty|vscode|Hyper|Tabby|rio)$/.test(name),
  TERM: (name) => /^(?:alacritty|foot|contour|xterm-kitty|xterm-ghostty)/.test(name),
};

/** Whether places are printed as links: by default on a terminal that is known to show them, and is not dumb. */
export function wantsLinks(choice: ColourChoice, env: HostVariables, isTerminal: boolean): boolean {
  if (choice !== "auto") return choice === "always";
  if (!isTerminal || env["TERM"] === "dumb") return false;
  return Object.entries(KNOWN).some(([name, isKnown]) => env[name] !== undefined && isKnown(env[name] ?? ""));
}

/** A theme with places as links (OSC 8) of `format`: `{host}`, `{path}`, `{line}`, `{column}`; `folder` is absolute. */
export function linkTheme(theme: Theme, folder: () => string | undefined, format: string = FORMAT): Theme {
  return (row) =>
    row
      .map((part) => {
        const base = folder();
        const place = part.label === "source" && base !== undefined ? PLACE.exec(part.text) : null;
        if (place === null || base === undefined) return theme([part]);
        const [, before = "", file = "", line = "1", column = "1"] = place;
        const address = addressOf(format, resolve(base, file), { line, column });
        const shown = theme([{ ...part, text: part.text.slice(before.length) }]);
        return `${before}\x1b]8;;${address}\x1b\\${shown}\x1b]8;;\x1b\\`;
      })
      .join("");
}

/** Nothing in it ends the link: it is printable ASCII without spaces. */
function addressOf(format: string, file: string, place: Readonly<Record<"line" | "column", string>>): string {
  const path = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  const values: Readonly<Record<string, string>> = { host: encodeURIComponent(hostname()), path, ...place };
  const printable = format.replace(/[^\x21-\x7e]/g, "");
  return printable.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
