import type { Command, Flag, ValueOption } from "../../../cli/commands/command.ts";
import { ownOptions } from "../../../cli/words/options.ts";
import { textYaml } from "../../../report/values/value.ts";
import { type OperandName, operandMeanings, type Tool } from "./tools.ts";

/** Options of no tool: how an answer is printed or divided and secrets are shown, and what stages, or writes in a command that reads. */
const WITHHELD = [
  ...["format", "depth", "block", "lines", "link", "max-bytes", "quiet", "exit-code", "shard", "jobs"],
  ...["allow-empty", "secrets", "show-secrets", "fix", "write-baseline", "stage"],
];

/** Options of tools that write: heir check has them for --fix. */
const WRITING = ["dry-run", "allow-unresolved"];

/** What a tool is called with. */
export type Given = Readonly<Record<string, unknown>>;

/** One argument of a tool, and how a command line says it. */
export interface ToolArgument {
  readonly name: string;
  readonly schema: object;
  readonly isRequired?: boolean;
  readonly isOperand: boolean;
  words(value: unknown): readonly string[];
}

/** The arguments of a tool, made from the operands and options of its command. */
export function toolArguments(tool: Tool, command: Command): readonly ToolArgument[] {
  const operands = tool.operands.map((name, at) => operandArgument(name, at, tool, command));
  // What is refused together with a format says how an answer is printed.
  const printing = (command.exclusive ?? []).filter((group) => group.includes("format")).flat();
  const withheld = new Set([...WITHHELD, ...printing, ...(tool.writes === undefined ? WRITING : [])]);
  const options = Object.entries(ownOptions(command)).flatMap(([name, option]) =>
    withheld.has(name) || option.means ? [] : [optionArgument(name, option)],
  );
  return [...operands, ...options];
}

type InputSchema = { type: "object"; properties: Record<string, object>; required: string[]; [key: string]: unknown };

export function inputSchema(args: readonly ToolArgument[]): InputSchema {
  return {
    type: "object",
    properties: Object.fromEntries(args.map(({ name, schema }) => [name, schema])),
    required: args.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
    additionalProperties: false,
  };
}

/** The words of a command line after its command, for arguments that fit the schema. */
export function lineWords(command: Command, args: readonly ToolArgument[], given: Given): readonly string[] {
  const said = (isOperand: boolean) =>
    args.flatMap((each) =>
      each.isOperand === isOperand && given[each.name] !== undefined ? each.words(given[each.name]) : [],
    );
  return [...said(false), ...(standsBehind(command) ? ["--"] : []), ...said(true)];
}

/** Whether operands may stand behind `--`, so that none is taken for an option. Where nodes stand there, only needed operands may. */
function standsBehind({ rest, operands }: Command): boolean {
  return rest === undefined || operands.every(({ required }) => required);
}

const text = { type: "string" };
const anything = { type: ["string", "number", "boolean", "null", "array", "object"], items: {} };
const texts = { type: "array", items: text, minItems: 1 };

function operandArgument(name: OperandName, at: number, tool: Tool, command: Command): ToolArgument {
  const one = standsBehind(command) ? text : { ...text, pattern: "^[^-]" };
  const meaning = operandMeanings[name];
  const description = name === "target" ? `${command.operands[at]?.name}: ${meaning}` : meaning;
  return {
    name,
    schema: { ...(name === "nodes" ? texts : name === "value" ? anything : one), description },
    isRequired: command.operands[at]?.required === true || name === tool.requires,
    isOperand: true,
    // YAML that reads back as the value: no text of it means anything else to the command.
    words: (value) => [
      name !== "value" ? String(value) : typeof value === "string" ? textYaml(value) : JSON.stringify(value),
    ],
  };
}

/** An option under its name as JSON has names, in the plural for globs and selectors. A value is attached, so that it is never taken for an option. */
function optionArgument(name: string, option: Flag | ValueOption): ToolArgument {
  const isFlag = option.kind === "flag";
  const joined = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    name: !isFlag && option.multiple && /-glob$|^selector$/.test(option.kind) ? `${joined}s` : joined,
    schema: { ...optionForm(option), description: option.summary },
    isOperand: false,
    words(value) {
      if (isFlag) return value === true ? [`--${name}`] : [];
      return (option.multiple && Array.isArray(value) ? value : [value]).map((each) => `--${name}=${each}`);
    },
  };
}

function optionForm(option: Flag | ValueOption): object {
  if (option.kind === "flag") return { type: "boolean" };
  if (option.multiple || option.list) return texts;
  if (option.kind === "number") return { type: "integer", minimum: 1 };
  return option.kind === "choice" ? { ...text, enum: option.choices } : text;
}
