import type { Command, Operand, Option, Options } from "../commands/command.ts";
import { commands } from "../commands/table.ts";
import { globalOptions } from "./options.ts";

/** What `heir` alone prints: the commands of daily use. */
export function dailyHelp(): string {
  const rows = [...commands].filter(([, entry]) => entry.daily).map(([name, { summary }]) => [name, summary] as const);
  return text([
    "heir shows what value each node gets, where it comes from, and what a commit changes.",
    "",
    ...table(rows),
    "",
    "heir COMMAND -h     how to use a command",
    "heir help           all commands and common options",
  ]);
}

/** What `heir help` prints. */
export function fullHelp(): string {
  const rows = [...commands].map(([name, { summary }]) => [name, summary] as const);
  return text([
    "usage: heir [OPTIONS] COMMAND [...]",
    "",
    ...table(rows),
    "",
    "options of every command:",
    ...optionTable(globalOptions),
    "",
    "heir help COMMAND   a command, with examples",
    "heir help CODE      what a finding means, such as class-not-found",
  ]);
}

/** What `heir VERB -h` prints: examples, usage, options. */
export function shortHelp(command: Command): string {
  return text([...opening(command), "", "options of every command: heir help"]);
}

/** What `heir help VERB` prints: {@link shortHelp} with the details and the options of every command. */
export function longHelp(command: Command): string {
  const details = (command.details ?? []).flatMap((paragraph) => ["", ...wrapped(paragraph)]);
  return text([...opening(command), ...details, "", "options of every command:", ...optionTable(globalOptions)]);
}

function opening(command: Command): readonly string[] {
  const options = optionTable(command.options);
  return [
    `heir ${command.name}: ${command.summary}`,
    "",
    ...table(command.examples.map(({ line, meaning }) => [line, meaning] as const)),
    "",
    `usage: ${usage(command)}`,
    ...(options.length === 0 ? [] : ["", ...options]),
  ];
}

/** `heir show [OPTIONS] NODE [PATH]`; optional operands stand inside each other, as each needs those before it. */
function usage(command: Command): string {
  const required = command.operands.filter((operand) => operand.required).map(operandWord);
  const optional = command.operands.filter((operand) => !operand.required);
  const nested = optional.reduceRight((inner, operand) => ` [${operandWord(operand)}${inner}]`, "").trim();
  const rest = command.rest === undefined ? "" : `[-- ${command.rest}...]`;
  const words = ["heir", command.name, "[OPTIONS]", ...required, nested, rest];
  return words.filter((word) => word !== "").join(" ");
}

function operandWord({ name, many }: Operand): string {
  return many && !name.includes(" ") ? `${name}...` : name;
}

function optionTable(options: Options): readonly string[] {
  const shown = Object.entries(options).filter(([, option]) => option.alias === undefined);
  return table(shown.map(([name, option]) => [spelling(name, option), option.summary] as const));
}

/** Long options as they are typed, for completion. */
export function longFlags(options: Options): readonly string[] {
  const all = { ...options, ...globalOptions };
  return Object.keys(all).flatMap((name) => (name.length > 1 ? [`--${name}`] : []));
}

function spelling(name: string, option: Option): string {
  const word = option.value ?? "VALUE";
  const value = option.type === "boolean" ? "" : option.implied === undefined ? ` ${word}` : `[=${word}]`;
  if (name.length === 1) return `-${name}${value}`;
  return `${option.short === undefined ? "    " : `-${option.short}, `}--${name}${value}`;
}

const INDENT = "  ";
const MOST = 52;

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length).filter((length) => length <= MOST));
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [`${INDENT}${left}`, `${INDENT}${" ".repeat(width + 3)}${right}`]
      : [`${INDENT}${left.padEnd(width)}   ${right}`],
  );
}

const COLUMNS = 80;

function wrapped(paragraph: string): readonly string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
