import { splitList } from "../../../model/values/parameter-path.ts";
import type { Arguments, Command, Context, Options } from "../../commands/command.ts";
import { formatOptions } from "../../words/options.ts";
import { csvList, tsvList } from "./delimited.ts";
import { jsonLinesList, jsonList } from "./json.ts";
import type { List, ListFormat } from "./list.ts";
import { tableList, textList } from "./text.ts";

/** What `--format` of a list takes; the first is the default. */
const FORMATS = ["text", "table", "csv", "tsv", "json", "jsonl"] as const;

const formats: { readonly [Name in (typeof FORMATS)[number]]: ListFormat } = {
  text: textList,
  table: tableList,
  csv: csvList,
  tsv: tsvList,
  json: jsonList,
  jsonl: jsonLinesList,
};

/** The options of every list, for the columns it has; `others` says what else a column may be. */
export function listOptions(columns: readonly string[], others?: { readonly orPath: true }): Options {
  return {
    columns: {
      kind: others === undefined ? "choice" : "column",
      choices: columns,
      list: true,
      value: "A,B",
      summary: others === undefined ? "print these columns" : "print these columns, or the values at paths",
    },
    count: { kind: "flag", summary: "print only the number of entries" },
    ...formatOptions(...FORMATS),
  };
}

/** Options that do not go together in any list: a number has no columns. */
export const listExclusive: NonNullable<Command["exclusive"]> = [["count", "columns"]];

/** The columns that `--columns` names, if any. */
export function askedColumns(args: Arguments): readonly string[] | undefined {
  const given = args.text("columns");
  return given === undefined ? undefined : splitList(given);
}

/** Whether a list is printed for a program, which must not take `(secret)` for a value. */
export function isForPrograms(args: Arguments): boolean {
  return !["text", "table"].includes(args.text("format") ?? FORMATS[0]);
}

/** Prints a list in the format that `--format` names. */
export async function printList(args: Arguments, context: Context, list: List): Promise<void> {
  const name = FORMATS.find((format) => format === args.text("format")) ?? FORMATS[0];
  await formats[name](list, { columns: askedColumns(args), count: args.has("count") }, context);
}
