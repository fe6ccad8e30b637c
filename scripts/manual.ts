import { command } from "../src/base/terminal-text.ts";
import type { CommandTable, TableRow } from "../src/cli/commands/command.ts";
import { describedOptions, exitRows, type HelpSubject, optionRows, usageLine } from "../src/cli/words/help.ts";
import { globalOptions, ownOptions } from "../src/cli/words/options.ts";

/** What the head of each page says. */
export interface Release {
  readonly version: string;
  /** The day of the release, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The manual page `heir-COMMAND.1`, in the macros of man(7). */
export function commandManual(subject: HelpSubject, commands: CommandTable, release: Release): string {
  const { name, summary, see, command } = subject;
  const details = (command.details ?? []).flatMap((part) =>
    typeof part === "string" ? paragraph(part) : part.flatMap(tagged),
  );
  return page([
    head(`heir-${name}`, release),
    ...section("NAME", [`${escaped(`heir-${name}`)} \\- ${escaped(summary)}`]),
    ...section("SYNOPSIS", [escaped(usageLine(name, command))]),
    ...section("DESCRIPTION", [...paragraph(sentence(summary)), ...details]),
    ...section("OPTIONS", [
      ...describedOptions(ownOptions(command)).flatMap(tagged),
      ...paragraph("Options of every command: see heir(1)."),
    ]),
    ...section("EXAMPLES", command.examples.flatMap(tagged)),
    ...section("EXIT STATUS", exitRows(command).flatMap(tagged)),
    ...section("ENVIRONMENT", paragraph("See heir(1).")),
    ...section("FILES", paragraph("See heir(1).")),
    ...section("SEE ALSO", paragraph(["heir(1)", ...see.map((word) => seeAlso(word, commands))].join(", "))),
  ]);
}

function seeAlso(word: string, commands: CommandTable): string {
  return commands.has(word) ? `heir-${word}(1)` : command(["heir", "help", word]);
}

/** The manual page `heir.1`: the commands, and what holds for all of them. */
export function programManual(commands: CommandTable, release: Release): string {
  return page([
    head("heir", release),
    ...section("NAME", [`heir \\- ${escaped("resolved configuration of nodes, and how commits change it")}`]),
    ...section("SYNOPSIS", [escaped("heir [OPTIONS] COMMAND [...]")]),
    ...section("DESCRIPTION", [
      ...paragraph("heir shows what value each node gets, where it comes from, and what a commit changes."),
      ...paragraph("Each command has a page of its own:"),
      ...[...commands].flatMap(([name, { summary }]) => tagged([`heir-${name}(1)`, summary])),
    ]),
    ...section("OPTIONS", optionRows(globalOptions).flatMap(tagged)),
    ...section("EXIT STATUS", EXITS.flatMap(tagged)),
    ...section("ENVIRONMENT", ENVIRONMENT.flatMap(tagged)),
    ...section("FILES", FILES.flatMap(tagged)),
    ...section("SEE ALSO", paragraph([...commands.keys()].map((name) => `heir-${name}(1)`).join(", "))),
  ]);
}

const EXITS: readonly TableRow[] = [
  ["0", "done"],
  ["1", "an error, a difference or a claim that does not hold: see the command"],
  ["2", "wrong use, or a broken environment"],
  ["3", "the data asked for does not resolve, wholly or in part; what could be answered was printed"],
  ["4", "the answer holds a secret, and nothing says how to print it"],
  ["70", "a bug in heir"],
  ["130", "interrupted with Ctrl-C"],
  ["141", "the reader of the output closed it"],
];

const ENVIRONMENT: readonly TableRow[] = [
  ["COLUMNS", "columns of help, where standard output is no terminal"],
  [
    "HEIR_PAGER, GIT_PAGER, PAGER",
    "the pager, the first that is set; git's core.pager comes before PAGER; less where none is",
  ],
  ["HEIR_TRACE", "set to 1, the stack trace of a bug is printed"],
  ["NO_COLOR, FORCE_COLOR", "no colour, or colour also in pipes"],
];

const FILES: readonly TableRow[] = [
  ["heir.yml", "settings of the inventory, and where its folders are"],
  ["heir-baseline.yml", "findings that were accepted"],
  ["order.yml", "which of two groups wins, where they contradict"],
];

function head(name: string, { version, date }: Release): string {
  return `.TH ${name.toUpperCase()} 1 "${date}" "heir ${version}" "Manual of heir"`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`.SH ${title.includes(" ") ? `"${title}"` : title}`, ...lines];
}

/** A paragraph; at the beginning of a section it needs no macro, which mandoc would report as without effect. */
function paragraph(text: string): readonly string[] {
  return [PARAGRAPH, escaped(text)];
}

const PARAGRAPH = ".PP";

function tagged([tag, text]: TableRow): readonly string[] {
  return [".TP", `\\fB${escaped(tag)}\\fR`, escaped(text)];
}

function page(lines: readonly string[]): string {
  const kept = lines.filter((line, at) => line !== PARAGRAPH || !(lines[at - 1] ?? "").startsWith(".SH"));
  return `${kept.join("\n")}\n`;
}

/** Text as man(7) prints it: no escape, no macro, and a dash is a dash. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^[.']/, "\\&$&")
    .replace(
      /[^\n\x20-\x7e]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
