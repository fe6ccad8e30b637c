import { CommanderError, Command as Parser, Option as ParserOption } from "commander";
import { similar } from "../../base/similar.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { Arguments, Command, Option, Options } from "../commands/command.ts";
import { globalOptions } from "./options.ts";

/** What parsing needs to know of a command. */
export type Syntax = Pick<Command, "name" | "operands" | "options" | "rest">;

/**
 * Reads the words after the verb, strictly: unknown options, missing values and operands too many are usage errors.
 * Options may stand anywhere before `--`; values stay text.
 */
export function parseWords(command: Syntax, words: readonly string[]): Arguments {
  const options: Options = { ...globalOptions, ...command.options };
  const dashes = words.indexOf("--");
  const head = dashes === -1 ? words : words.slice(0, dashes);
  const tail = dashes === -1 ? [] : words.slice(dashes + 1);
  const apart = command.rest !== undefined;
  const implied = head.map((word) => withImplied(options, word));
  const parser = buildParser(command, options, implied);
  try {
    parser.parse(apart ? implied : [...implied, "--", ...tail], { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? usageError(options, error) : error;
  }
  checkChoices(options, parser.opts());
  const args = argumentsOf(options, { operands: parser.args, rest: apart ? tail : [], given: parser.opts() });
  if (!args.has("help") && !args.has("version")) checkOperands(command, args.operands);
  return args;
}

function withImplied(options: Options, word: string): string {
  const implied = word.startsWith("--") ? options[word.slice(2)]?.implied : undefined;
  return implied === undefined ? word : `${word}=${implied}`;
}

/** Of all options the parser learns those that the words can name: most command lines name few. */
function buildParser(command: Syntax, options: Options, words: readonly string[]): Parser {
  const parser = new Parser(command.name).helpOption(false).helpCommand(false).showSuggestionAfterError(false);
  parser.exitOverride().configureOutput({ writeErr: () => {} });
  parser.argument("[operands...]");
  const known = new Set(["--", ...Object.entries(options).flatMap(([name, option]) => spellings(name, option))]);
  for (const [name, option] of Object.entries(options)) {
    if (isNamed(name, option, words)) parser.addOption(parserOption(name, option, known));
  }
  return parser.action(() => {});
}

function isNamed(name: string, option: Option, words: readonly string[]): boolean {
  const short = name.length === 1 ? name : option.short;
  return words.some((word) => {
    if (word.startsWith("--")) return word === `--${name}` || word.startsWith(`--${name}=`);
    return short !== undefined && word.startsWith("-") && word.includes(short);
  });
}

function parserOption(name: string, option: Option, known: ReadonlySet<string>): ParserOption {
  const flags = spellings(name, option).join(", ");
  const built = new ParserOption(option.type === "string" ? `${flags} <value>` : flags);
  if (option.type === "boolean") return built;
  return built.argParser((value: string, before: unknown) => {
    if (known.has(value)) throw missingValue(`--${name}`);
    return option.multiple ? [...texts(before), value] : value;
  });
}

function spellings(name: string, option: Option): readonly string[] {
  if (name.length === 1) return [`-${name}`];
  return option.short === undefined ? [`--${name}`] : [`-${option.short}`, `--${name}`];
}

function usageError(options: Options, error: CommanderError): HeirError {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  switch (error.code) {
    case "commander.unknownOption":
      return unknownOption(options, quoted.replace(/=.*$/s, ""));
    case "commander.optionMissingArgument":
      return missingValue(quoted.replace(/ <value>$/, "").replace(/^-\w, /, ""));
    default:
      return new HeirError("usage", error.message.replace(/^error: /, ""));
  }
}

function checkOperands({ name, operands: wanted }: Syntax, operands: readonly string[]): void {
  const seeHelp = `${["heir", name].join(" ").trim()} -h shows how it is used`;
  const missing = wanted.find((operand, at) => operand.required && operands[at] === undefined);
  if (missing !== undefined) {
    const what = missing.name.includes(" ") ? missing.name : `a ${missing.name}`;
    throw new HeirError("usage", `${name} needs ${what}`, seeHelp);
  }
  const most = wanted.length;
  const excess = operands[most];
  if (excess === undefined || wanted.at(-1)?.many) return;
  const limit = most === 0 ? "takes no operand" : `takes at most ${most} operand${most === 1 ? "" : "s"}`;
  throw new HeirError("usage", `${name} ${limit}; "${excess}" is one too many`, seeHelp);
}

function missingValue(option: string): HeirError {
  return new HeirError("usage", `option ${option.replace(/^--(.)$/, "-$1")} needs a value`);
}

function unknownOption(options: Options, typed: string): HeirError {
  const names = Object.entries(options).flatMap(([name, option]) => (option.alias === undefined ? [`--${name}`] : []));
  const near = similar(typed, names);
  return new HeirError("usage", `unknown option ${typed}`, didYouMean(near));
}

/** `did you mean a, b or c?`, or nothing when no name is near. */
export function didYouMean(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const last = names.at(-1) ?? "";
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
  return `did you mean ${list}?`;
}

function checkChoices(options: Options, given: Readonly<Record<string, unknown>>): void {
  for (const [name, { choices }] of Object.entries(options)) {
    if (choices === undefined) continue;
    for (const value of texts(given[attribute(name)])) {
      if (!choices.includes(value)) {
        throw new HeirError("usage", `--${name} takes ${choices.join(", ")}; "${value}" is none of them`);
      }
    }
  }
}

interface Parsed {
  readonly operands: readonly string[];
  readonly rest: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
}

function argumentsOf(options: Options, { operands, rest, given }: Parsed): Arguments {
  const values = (name: string): readonly unknown[] => {
    if (options[name] === undefined) throw new InvariantError(`option ${name} is declared`);
    const aliases = Object.keys(options).filter((other) => options[other]?.alias === name);
    return [name, ...aliases].map((spelling) => given[attribute(spelling)]);
  };
  const list = (name: string): readonly string[] => values(name).flatMap(texts);
  return {
    operands,
    rest,
    has: (name) => values(name).some((value) => value === !name.startsWith("no-") || texts(value).length > 0),
    text: (name) => list(name).at(-1),
    list,
  };
}

/** The name under which commander keeps an option. */
function attribute(name: string): string {
  return name.replace(/^no-/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
