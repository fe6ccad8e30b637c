import { topics } from "../../words/help.ts";
import { globalOptions, ownOptions, placeholder } from "../../words/options.ts";
import type { CommandTable, Operand, Options, Word } from "../command.ts";

/** The table of commands, or of some, as plain data: what `heir help --json` prints. Its topics are the pages of docs that help prints. */
export async function tableData(commands: CommandTable) {
  const loaded = [...commands].map(async ([name, { group, summary, writes = [], load }]) => {
    const command = await load();
    const { operands, rest, examples } = command;
    return {
      name,
      group,
      summary,
      writes,
      operands: [
        ...operands.map(operandData),
        // The words after `--`.
        ...(rest === undefined ? [] : [{ ...operandData(rest), rest: true }]),
      ],
      options: optionsData(ownOptions(command)),
      examples: examples.map(([line, meaning]) => ({ line, meaning })),
    };
  });
  return {
    v: 1,
    commands: await Promise.all(loaded),
    options: optionsData(globalOptions),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
  };
}

function operandData({ name, required = false, many = false, ...word }: Operand) {
  return { name, ...kindData(word), required, many };
}

function optionsData(options: Options) {
  return Object.entries(options).map(([name, option]) => ({
    name,
    short: option.short,
    ...(option.kind === "flag"
      ? { kind: option.kind }
      : {
          value: placeholder(option),
          ...kindData(option),
          multiple: option.multiple === true ? true : undefined,
        }),
    summary: option.summary,
  }));
}

/** A column is a path or one of the words listed; a rule is the only thing of its kind that is named. */
function kindData(word: Word) {
  const kind = word.kind === "column" ? "path" : word.kind === "rule" ? "thing" : word.kind;
  return "choices" in word ? { kind, choices: word.choices } : { kind };
}
