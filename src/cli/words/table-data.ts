import type { Command, CommandTable, Operand, Option, Options, Word, WrittenPlace } from "../commands/command.ts";
import { globalOptions, ownOptions, placeholder, shortOf } from "./options.ts";
import { topics } from "./topics.ts";

/** The table of commands as plain data: what `heir help --json` prints. */
export interface TableData {
  readonly v: 1;
  readonly commands: readonly CommandData[];
  /** The options of every command. */
  readonly options: readonly OptionData[];
  /** The pages of docs that help prints. */
  readonly topics: readonly { readonly name: string; readonly summary: string }[];
}

export interface CommandData {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  /** What it can write; empty for nothing but a cache. */
  readonly writes: readonly WrittenPlace[];
  readonly operands: readonly OperandData[];
  /** Its own options, which hide those of every command with the same name or letter. */
  readonly options: readonly OptionData[];
  readonly examples: Command["examples"];
}

/** A kind, with the words that are of it where it has a list. */
interface KindData {
  readonly kind: string;
  readonly choices?: readonly string[];
}

export interface OperandData extends KindData {
  readonly name: string;
  readonly required: boolean;
  readonly many: boolean;
  /** Set for the words after `--`. */
  readonly rest?: true;
}

export interface OptionData extends KindData {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly multiple?: true;
  readonly summary: string;
}

/** The whole table, or that of some commands. */
export async function tableData(commands: CommandTable): Promise<TableData> {
  const loaded = [...commands].map(async ([name, { group, summary, writes = [], load }]): Promise<CommandData> => {
    const command = await load();
    const { operands, rest, examples } = command;
    return {
      name,
      group,
      summary,
      writes,
      operands: [
        ...operands.map(operandData),
        ...(rest === undefined ? [] : [{ ...operandData(rest), rest: true as const }]),
      ],
      options: optionsData(ownOptions(command)),
      examples,
    };
  });
  return {
    v: 1,
    commands: await Promise.all(loaded),
    options: optionsData(globalOptions),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
  };
}

function operandData({ name, required = false, many = false, ...word }: Operand): OperandData {
  return { name, ...kindData(word), required, many };
}

function optionsData(options: Options): readonly OptionData[] {
  return Object.entries(options).flatMap(([name, option]) =>
    option.kind === "alias" ? [] : [optionData(name, option)],
  );
}

function optionData(name: string, option: Exclude<Option, { kind: "alias" }>): OptionData {
  const short = shortOf(option);
  return {
    name,
    short,
    ...(option.kind === "flag"
      ? { kind: option.kind }
      : {
          value: placeholder(option),
          ...kindData(option),
          multiple: option.multiple === true ? (true as const) : undefined,
        }),
    summary: option.summary,
  };
}

/** A column is a path or one of the words listed; a rule is the only thing of its kind that is named. */
function kindData(word: Word): KindData {
  const kind = word.kind === "column" ? "path" : word.kind === "rule" ? "thing" : word.kind;
  return "choices" in word ? { kind, choices: word.choices } : { kind };
}
