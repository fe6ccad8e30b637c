import type { Arguments, Command, Context, Options } from "../../commands/command.ts";
import { formatOptions } from "../../words/options.ts";
import { jsonList } from "./json.ts";
import type { List, ListFormat } from "./list.ts";
import { textList } from "./text.ts";

/** What `--format` of a list takes; the first is the default. */
const FORMATS = ["text", "json"] as const;

const formats: { readonly [Name in (typeof FORMATS)[number]]: ListFormat } = { text: textList, json: jsonList };

/** The options of every list, for the columns it has. */
export function listOptions(columns: readonly string[]): Options {
  return {
    columns: {
      kind: "choice",
      choices: columns,
      list: true,
      value: "A,B",
      summary: "print these columns",
    },
    count: { kind: "flag", summary: "print only the number of entries" },
    ...formatOptions(...FORMATS),
  };
}

/** Options that do not go together in any list: a number has no columns. */
export const listExclusive: NonNullable<Command["exclusive"]> = [["count", "columns"]];

/** The columns that `--columns` names, if any. */
export function askedColumns(args: Arguments): readonly string[] | undefined {
  return args.text("columns")?.split(",");
}

/** Prints a list in the format that `--format` names. */
export async function printList(args: Arguments, context: Context, list: List): Promise<void> {
  const name = FORMATS.find((format) => format === args.text("format")) ?? FORMATS[0];
  await formats[name](list, { columns: askedColumns(args), count: args.has("count") }, context);
}
