import { CommanderError, Command as Parser, Option as ParserOption } from "commander";
import { didYouMean, similar } from "../../base/similar.ts";
import { command } from "../../base/terminal-text.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { Arguments, Command, Operand, Option, Options, ValueOption, Word } from "../commands/command.ts";
import { allOptions, placeholder, spellings } from "./options.ts";

export type Syntax = Pick<Command, "operands" | "options" | "rest" | "exclusive"> &
  Partial<Pick<Command, "examples">> & { readonly name: string };

/** Parses strictly: unknown options, bad values, extra operands are usage errors. Options go anywhere before `--`. */
export function parseWords(command: Syntax, words: readonly string[]): Arguments {
  const options: Options = allOptions(command);
  const dashes = words.indexOf("--");
  const head = dashes === -1 ? words : words.slice(0, dashes);
  const tail = dashes === -1 ? [] : words.slice(dashes + 1);
  const implied = head.map((word) => withImplied(options, withNumber(options, withName(options, word))));
  const parser = buildParser(command, options);
  try {
    parser.parse(implied, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? usageError({ command, options, error, words }) : error;
  }
  const lacking = command.operands.filter(({ required }) => required).length - parser.args.length;
  const unchecked = command.rest === undefined ? tail : tail.slice(0, Math.max(0, lacking));
  const { node, ...others } = parser.opts();
  const given = { ...others, node: [...texts(node), ...tail.slice(unchecked.length)] };
  const args = argumentsOf(options, given, [...parser.args, ...unchecked]);
  if (args.has("help") || args.has("version")) return args;
  checkOperands(command, args.operands, unchecked.length);
  checkOptions({ command, options, args });
  return args;
}

/** The word of an option that is spelt otherwise. */
function withName(options: Options, word: string): string {
  const [name] = Object.entries(options).find(([, { also }]) => also !== undefined && word === `--${also}`) ?? [];
  return name === undefined ? word : `--${name}`;
}

/** `-5` is `-n 5` where there is such an option, as in git. */
function withNumber(options: Options, word: string): string {
  const counts = Object.values(options).some((option) => option.kind === "number" && option.short === "n");
  return counts && /^-[1-9]\d*$/.test(word) ? `-n${word.slice(1)}` : word;
}

function withImplied(options: Options, word: string): string {
  const option = word.startsWith("--") ? options[word.slice(2)] : undefined;
  return option !== undefined && "implied" in option ? `${word}=${option.implied}` : word;
}

function buildParser(command: Syntax, options: Options): Parser {
  const parser = new Parser(command.name).helpOption(false).helpCommand(false).showSuggestionAfterError(false);
  parser.exitOverride().configureOutput({ writeErr: () => {} });
  parser.argument("[operands...]");
  const written = Object.entries(options).flatMap(([name, option]) => spellings(name, option));
  const known = new Set(["--", ...written.map((word) => withImplied(options, word))]);
  for (const [name, option] of Object.entries(options)) parser.addOption(parserOption(name, option, known));
  return parser.action(() => {});
}

function parserOption(name: string, option: Option, known: ReadonlySet<string>): ParserOption {
  const flags = spellings(name, option).join(", ");
  if (option.kind === "flag") return new ParserOption(flags);
  return new ParserOption(`${flags} <value>`).argParser((value: string, before: unknown) => {
    if (known.has(value)) throw missingValue(`--${name}`);
    return option.multiple ? [...texts(before), value] : value;
  });
}

interface Refused extends Pick<Given, "command" | "options"> {
  readonly words: readonly string[];
  readonly error: CommanderError;
}

function usageError({ command, options, error, words }: Refused): HeirError {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  switch (error.code) {
    case "commander.unknownOption":
      return unknownOption(quoted.replace(/=.*$/s, ""), { command, options, words });
    case "commander.optionMissingArgument":
      return missingValue(quoted.replace(/ <value>$/, "").replace(/^-\w, /, ""));
    default:
      return new HeirError("usage", error.message.replace(/^error: /, ""));
  }
}

function missingValue(option: string): HeirError {
  const message = `option ${option.replace(/^--(.)$/, "-$1")} needs a value`;
  return new HeirError("usage", message, undefined, { code: "missing-operand" });
}

function unknownOption(typed: string, { command: asked, options, words }: Omit<Refused, "error">): HeirError {
  const near = typed.startsWith("--") ? similar(typed.slice(2), Object.keys(options)) : [];
  const candidates = near.map((name) => `--${name}`);
  const rest = words.filter((word) => word !== typed);
  const isNode = asked.operands[0]?.kind === "node" && NODE_OPTIONS.has(typed) && rest.length > 0;
  const hint = isNode
    ? command(["heir", asked.name, ...rest])
    : (didYouMean(candidates) ?? foreignOption(typed) ?? seeHelp(asked.name));
  return new HeirError("usage", `unknown option ${typed}`, hint, { code: "unknown-option", candidates });
}

/** Options of other tools that name the node. */
const NODE_OPTIONS: ReadonlySet<string> = new Set(["-n", "--node", "--nodeinfo", "--host"]);

interface Given {
  readonly command: Syntax;
  readonly options: Options;
  readonly args: Arguments;
}

function checkOptions(given: Given): void {
  const { command, options, args } = given;
  for (const [name, option] of Object.entries(options)) {
    if (option.kind !== "flag") checkOption(name, option, given);
  }
  for (const group of command.exclusive ?? []) {
    const names = group.filter((name) => args.has(name));
    if (names.length > 1) throw together(names.map((name) => flagsFor(name, given)[0]?.flag ?? dashed(name)));
  }
}

function checkOption(name: string, option: ValueOption, given: Given): void {
  const { command, args } = given;
  if (option.required && !args.has(name)) {
    const wanted = `${dashed(name)} ${placeholder(option)}`;
    const hint = `${wanted}: ${option.summary}`;
    throw new HeirError("usage", `${command.name} needs ${wanted}`, hint, { code: "missing-operand" });
  }
  const values = [...new Set(args.list(name))];
  for (const word of option.list ? values.flatMap((value) => value.split(",")) : values) {
    checkWord(dashed(name), option, word);
  }
  const flags = flagsFor(name, given);
  if (flags.length === 0 || values.length < 2) return;
  throw together(values.map((each) => flags.find(({ value }) => value === each)?.flag ?? `${dashed(name)} ${each}`));
}

/** The given options that are short for a value of this option. */
function flagsFor(name: string, { options, args }: Given) {
  return Object.entries(options).flatMap(([flag, { means }]) =>
    means?.option === name && args.has(flag) ? [{ flag: dashed(flag), value: means.value }] : [],
  );
}

function together(options: readonly string[]): HeirError {
  const message = `${options.join(" and ")} do not go together`;
  return new HeirError("usage", message, undefined, { code: "conflicting-options" });
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function checkOperands(syntax: Syntax, given: readonly string[], unchecked: number): void {
  const { name, operands } = syntax;
  const required = operands.filter((operand) => operand.required);
  if (given.length < required.length) {
    // A text behind them may be left out, but seldom is.
    const missing = operands.filter((each) => each.required || each.kind === "text").slice(given.length);
    const details = { code: "missing-operand" } as const;
    throw new HeirError("usage", `${name} needs ${joined(missing.map(inWords))}`, exampleOf(syntax), details);
  }
  const most = operands.length;
  const excess = given[most];
  if (excess !== undefined && !operands.at(-1)?.many) {
    const limit = most === 0 ? "takes no operand" : `takes at most ${most} operand${most === 1 ? "" : "s"}`;
    const details = { code: "extra-operand", word: excess } as const;
    const path = [...given.slice(0, most - 1), given.slice(most - 1).join(":")];
    const hint = operands.at(-1)?.kind === "path" ? command(["heir", name], path) : seeHelp(name);
    throw new HeirError("usage", `${name} ${limit}; "${excess}" is one too many`, hint, details);
  }
  for (const [index, word] of given.slice(0, given.length - unchecked).entries()) {
    const [operand, ...others] = operandsAt(operands, index);
    if (operand !== undefined && others.length === 0) checkWord(operand.name, operand, word);
  }
}

/** An operand as people call it. */
function inWords({ name, says, ...word }: Operand): string {
  if (says !== undefined) return says;
  if (word.kind === "thing") return `a ${word.of.slice(0, -1).join(", ")} or ${word.of.at(-1)}`;
  const [noun = ""] = name.toLowerCase().split("|");
  const such = word.kind === "choice" ? ` such as ${word.choices[0]}` : "";
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}${such}`;
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The first example of a command, to be typed. */
function exampleOf({ name, examples = [] }: Syntax): string {
  return examples.find(([line]) => line.split(" ")[1] === name)?.[0] ?? seeHelp(name);
}

function seeHelp(name: string): string {
  return `${command(["heir", ...(name === "" ? [] : [name]), "-h"])} shows how it is used`;
}

/** The operands that the word at an index can be: only optional ones before required ones may be left out. */
export function operandsAt(operands: readonly Operand[], index: number): readonly Operand[] {
  const optional = operands.findIndex(({ required }) => required);
  const last = operands.at(-1);
  if (last?.many && index >= operands.length) return [last];
  return operands.filter((_, at) => index <= at && at <= index + Math.max(0, optional));
}

/** Longer lists of choices are left out of messages. */
const LISTED = 12;

/** Throws HeirError for a word that cannot be of its kind in any inventory. */
function checkWord(name: string, word: Word, text: string): void {
  if (word.kind === "number" && !/^[1-9]\d{0,8}$/.test(text)) {
    const message = `invalid ${name} "${text}" (a whole number from 1 up)`;
    throw new HeirError("usage", message, undefined, { code: "bad-value" });
  }
  if (!("choices" in word) || word.kind === "column" || word.choices.includes(text)) return;
  const all = word.choices.length > LISTED ? "" : ` (choose ${word.choices.join(", ")})`;
  const isCode = word.kind === "code";
  const unknown = isCode ? `unknown code "${text}"` : `unknown ${word.kind} "${text}"`;
  const what = word.kind === "choice" ? `invalid ${name} "${text}"` : unknown;
  const candidates = similar(text, word.choices);
  const code = isCode ? "unknown-code" : "bad-value";
  throw new HeirError("usage", `${what}${all}`, didYouMean(candidates), { code, candidates });
}

function argumentsOf(
  options: Options,
  given: Readonly<Record<string, unknown>>,
  operands: readonly string[],
): Arguments {
  const found = new Map<string, unknown[]>(Object.keys(options).map((name) => [name, []]));
  for (const [name, { means }] of Object.entries(options)) {
    const value = given[attribute(name)];
    found.get(name)?.push(value);
    if (means !== undefined && value !== undefined) found.get(means.option)?.push(means.value);
  }
  const values = (name: string): readonly unknown[] => {
    const all = found.get(name);
    if (all === undefined) throw new InvariantError(`option ${name} is declared`);
    return all;
  };
  const list = (name: string): readonly string[] => values(name).flatMap(texts);
  const text = (name: string): string | undefined => {
    const option = options[name];
    return list(name).at(-1) ?? (option !== undefined && "default" in option ? option.default : undefined);
  };
  const has = (name: string): boolean =>
    values(name).some((value) => value === !name.startsWith("no-") || texts(value).length > 0);
  return {
    operands,
    get given() {
      return Object.keys(options).flatMap((name) => (has(name) ? [[name, list(name)] as const] : []));
    },
    has,
    text,
    list,
    number(name) {
      const given = text(name);
      return given === undefined ? undefined : Number(given);
    },
  };
}

/** commander's name of an option. */
function attribute(name: string): string {
  return name.replace(/^no-/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** What commands of other tools are here; a space at the end is for their operands. */
const HERE: readonly (readonly [here: string, words: readonly string[]])[] = [
  ["heir show ", ["lookup", "nodeinfo", "get", "node", "cat", "resolve", "vars", "host"]],
  ["heir explain ", ["describe"]],
  ["heir nodes", ["list", "ls"]],
  ["heir uses ", ["class"]],
  ["heir grep ", ["search", "find"]],
  ["heir log ", ["history"]],
  ["heir diff", ["status", "plan"]],
  ["heir check", ["validate", "lint", "doctor"]],
  ["heir check --fix --dry-run", ["fix"]],
  ["heir inventory", ["compile", "render", "reclass"]],
  ["heir inventory --format salt-pillar --host ", ["pillar"]],
  ["heir graph ", ["tree"]],
  ["heir init --dry-run", ["import"]],
  ["heir help settings", ["config"]],
  ["heir help tui", ["ui"]],
  ["heir help set", ["edit"]],
  ["heir help names", ["new", "add"]],
];

const COMMANDS: ReadonlyMap<string, string> = new Map(
  HERE.flatMap(([here, words]) => words.map((word) => [word, here] as const)),
);

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ["--nodeinfo", "heir show NODE"],
  ["--inventory", "heir inventory"],
  ["--host", "heir inventory --host NODE"],
  ["--nodes-only", "heir nodes"],
  ["--class", "heir nodes --with classes=CLASS"],
  ["--graph", "heir graph"],
  ["--porcelain", "--json"],
  ["-z", "--json"],
  ["--jsonata", "--json and jq"],
  ["-b", "-C DIR is the folder of the inventory"],
]);

/** What a command of another tool is here, with the operands that were given; undefined for a word of none. */
export function foreignCommand(word: string, operands: readonly string[]): string | undefined {
  const [first, ...more] = operands;
  if (word === "facts") return first === undefined ? "heir nodes" : command(["heir", "show", ...operands, "--facts"]);
  const inner = first === "add" || first === "new" ? COMMANDS.get(first) : undefined;
  const text = inner ?? COMMANDS.get(word);
  if (text?.endsWith(" ") !== true) return text;
  // A lookup names a value, and no node.
  if (word === "lookup" && first !== undefined && more.length === 0)
    return command(["heir", "nodes", "--columns"], [`name,${first}`]);
  if (operands.length > 0) return command([...text.trim().split(" "), ...operands]);
  return word === "tree" ? "heir graph" : command(["heir", "help"], text.split(" ").slice(1, 2));
}

/** What an option of another tool, or of an earlier heir, is here, for the node that was given; undefined for an option of none. */
export function foreignOption(word: string, node = "NODE"): string | undefined {
  const words = OPTIONS.get(word.replace(/=.*$/s, ""))?.split(" ");
  return words && command(words.map((each) => (each === "NODE" ? node : each)));
}
