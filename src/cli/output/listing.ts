import { terminalSafe } from "../../base/terminal-text.ts";
import { type Cell, tableRows } from "../../report/text/table.ts";
import type { Arguments, Context, Options } from "../commands/command.ts";
import { formatOptions, isJson } from "../words/options.ts";

/** One entry of a listing: values by the name of their column; `name` is always present. */
export type Listed = Readonly<Record<string, Cell>> & { readonly name: string };

/** The options of every listing, for the columns it has. */
export function listingOptions(columns: readonly string[]): Options {
  return {
    columns: {
      kind: "choice",
      choices: columns,
      list: true,
      value: "A,B",
      summary: "print these columns",
    },
    count: { kind: "flag", summary: "print only the number of entries" },
    ...formatOptions("text", "json"),
  };
}

/** The columns that `--columns` asks for, or `name` alone. */
export function askedColumns(args: Arguments): readonly string[] {
  return args.text("columns")?.split(",") ?? ["name"];
}

/** How to print a listing: `{"v":1, KIND: [{...}]}` for programs. */
export interface Listing {
  readonly kind: "nodes" | "classes" | "groups" | "rules";
  readonly columns: readonly string[];
  readonly items: readonly Listed[];
}

/** Prints a listing: a number, JSON, a table, or one name per line. */
export async function printListing(args: Arguments, context: Context, listing: Listing): Promise<void> {
  const { kind, columns, items } = listing;
  if (args.has("count")) return context.print(String(items.length));
  if (isJson(args)) {
    const shapes = items.map((item) =>
      Object.fromEntries([["name", item.name], ...columns.map((key) => [key, item[key]])]),
    );
    return context.print(JSON.stringify({ v: 1, [kind]: shapes }, undefined, 2));
  }
  context.page();
  if (!args.has("columns")) {
    for (const { name } of items) await context.print(context.width === undefined ? name : terminalSafe(name));
    return;
  }
  const lines = items.map((item) => columns.map((column) => item[column] ?? ""));
  for (const row of tableRows(columns, lines)) await context.print(context.theme(row));
}
