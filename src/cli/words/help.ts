import type { Command, CommandTable, Example, Operand, Option, Options } from "../commands/command.ts";
import { globalOptions, ownOptions, placeholder, spellings } from "./options.ts";

/** What `heir` alone prints: the commands of daily use. */
export function dailyHelp(commands: CommandTable): string {
  const rows = [...commands].filter(([, entry]) => entry.daily).map(([name, { summary }]) => [name, summary] as const);
  return text([
    "heir shows what value each node gets, where it comes from, and what a commit changes.",
    "",
    ...table(rows),
    "",
    "heir COMMAND -h     help for a command",
    "heir help           all commands and common options",
  ]);
}

/** What `heir help` prints. */
export function fullHelp(commands: CommandTable): string {
  const rows = [...commands].map(([name, { summary }]) => [name, summary] as const);
  return text([
    "usage: heir [OPTIONS] COMMAND [...]",
    "",
    ...table(rows),
    "",
    "options of every command:",
    ...optionTable(globalOptions),
    "",
    "heir help COMMAND   help for a command, with examples",
    "heir help CODE      help for a finding, such as class-not-found",
  ]);
}

/** A command as help shows it. */
export interface HelpSubject {
  readonly name: string;
  readonly summary: string;
  readonly command: Command;
}

/** What `heir COMMAND -h` prints: examples, usage, options. */
export function shortHelp(subject: HelpSubject): string {
  return text([...opening(subject), "", "options of every command: heir help"]);
}

/** What `heir help COMMAND` prints: {@link shortHelp} with the details and the options of every command. */
export function longHelp(subject: HelpSubject): string {
  const details = (subject.command.details ?? []).flatMap((part) => {
    return ["", ...(typeof part === "string" ? wrapped(part) : exampleTable(part))];
  });
  return text([...opening(subject), ...details, "", "options of every command:", ...optionTable(globalOptions)]);
}

function opening({ name, summary, command }: HelpSubject): readonly string[] {
  const options = optionTable(ownOptions(command));
  return [
    `heir ${name}: ${summary}`,
    "",
    ...exampleTable(command.examples),
    "",
    `usage: ${usageLine(name, command)}`,
    ...(options.length === 0 ? [] : ["", ...options]),
  ];
}

function exampleTable(examples: readonly Example[]): readonly string[] {
  return table(examples.map(({ line, meaning }) => [line, meaning] as const));
}

/** `heir show [OPTIONS] NODE [PATH]`; optional operands are nested, because each needs those before it. */
export function usageLine(name: string, { operands, options, rest }: Command): string {
  const first = operands.findIndex(({ required }) => required);
  const groups = [operands.slice(0, Math.max(0, first)), operands.slice(Math.max(0, first))];
  const needed = Object.entries(options).filter(([, option]) => "required" in option && option.required);
  const words = [
    `heir ${name} [OPTIONS]`,
    ...needed.map(([each, option]) => spelling(each, option)),
    ...groups.map(nested),
    rest === undefined ? "" : `[-- ${operandWord(rest)}]`,
  ];
  return words.filter((word) => word !== "").join(" ");
}

function nested(operands: readonly Operand[]): string {
  const required = operands.filter((operand) => operand.required).map(operandWord);
  const optional = operands.filter((operand) => !operand.required);
  const inner = optional.reduceRight((rest, operand) => ` [${operandWord(operand)}${rest}]`, "").trim();
  return [...required, inner].filter((word) => word !== "").join(" ");
}

/** Longer lists of choices have a name in the usage line. */
const MOST_CHOICES = 5;

function operandWord(operand: Operand): string {
  const choices = "choices" in operand ? operand.choices : [];
  const word = choices.length === 0 || choices.length > MOST_CHOICES ? operand.name : choices.join("|");
  return operand.many ? `${word}...` : word;
}

function optionTable(options: Options): readonly string[] {
  return table(optionRows(options).map(([flags, meaning]) => [flags.replace(/^--/, "    --"), meaning]));
}

type TableRow = readonly [string, string];

/** Each option as it is written, such as `-r, --rev REV`, and its meaning. */
export function optionRows(options: Options): readonly TableRow[] {
  return Object.entries(options).flatMap(([name, option]): readonly TableRow[] =>
    option.kind === "alias" ? [] : [[spelling(name, option), option.summary + choicesOf(option)]],
  );
}

/** `: text (default), json or jsonl`, where there is a choice. */
function choicesOf(option: Option): string {
  if ((option.kind !== "choice" && option.kind !== "column") || option.choices.length < 2) return "";
  const words = option.choices.map((choice) => (choice === option.default ? `${choice} (default)` : choice));
  const last = option.list ? "" : ` or ${words.pop()}`;
  return `: ${words.join(", ")}${last}`;
}

function spelling(name: string, option: Option): string {
  const flags = spellings(name, option).join(", ");
  if (option.kind === "flag" || option.kind === "alias") return flags;
  const word = placeholder(option);
  return option.implied === undefined ? `${flags} ${word}` : `${flags}[=${word}]`;
}

const INDENT = "  ";
const GAP = "   ";
const MOST = 52;
const TABLE_COLUMNS = 110;

function table(rows: readonly TableRow[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length).filter((length) => length <= MOST));
  return rows.flatMap(([left, right]) => {
    const [first = "", ...more] = wrapped(right, TABLE_COLUMNS - INDENT.length - width - GAP.length);
    const below = (line: string) => `${INDENT}${" ".repeat(width)}${GAP}${line}`;
    if (left.length > width) return [`${INDENT}${left}`, below(first), ...more.map(below)];
    return [`${INDENT}${left.padEnd(width)}${GAP}${first}`, ...more.map(below)];
  });
}

const COLUMNS = 80;

function wrapped(paragraph: string, columns = COLUMNS): readonly string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
