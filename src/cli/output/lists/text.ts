import { terminalSafe } from "../../../base/terminal-text.ts";
import { tableRows } from "../../../report/text/table.ts";
import { printRows } from "../rows.ts";
import type { ListFormat } from "./list.ts";

/** A list for people: a number, a table, or one name a line. */
export const textList: ListFormat = async ({ entries }, { columns, count }, context) => {
  if (count) return context.print(String(entries.length));
  context.page();
  if (columns === undefined) {
    for (const { name } of entries) await context.print(terminalSafe(name));
    return;
  }
  const cells = entries.map((entry) => columns.map((column) => entry[column] ?? ""));
  await printRows(context, tableRows(columns, cells));
};
