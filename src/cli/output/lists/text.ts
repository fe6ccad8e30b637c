import { terminalSafe } from "../../../base/terminal-text.ts";
import { DataValue } from "../../../encoding/json.ts";
import { inlineValue } from "../../../report/text/inline.ts";
import { type Cell, tableRows } from "../../../report/text/table.ts";
import { rawText } from "../../../report/values/form.ts";
import { printRows } from "../rows.ts";
import type { Field, ListFormat } from "./list.ts";

/** A list for people: a number, a table, or one name a line. */
export const textList: ListFormat = async (list, request, context) => {
  if (request.columns !== undefined || request.count) return tableList(list, request, context);
  context.page();
  for (const { name } of list.entries) await context.print(terminalSafe(name));
};

/** A list for people: a number, or a table with a heading. */
export const tableList: ListFormat = async ({ entries }, { columns = ["name"], count }, context) => {
  if (count) return context.print(String(entries.length));
  context.page();
  const cells = entries.map((entry) => columns.map((column) => cellOf(entry[column])));
  await printRows(context, tableRows(columns, cells));
};

const MOST = 60;

/** What is absent is `-`; long lists and mappings are counted. */
function cellOf(field: Field | undefined): Cell {
  if (field === undefined || field === null) return "-";
  if (field instanceof DataValue) {
    const { value } = field;
    const isLeaf = value.kind === "scalar" || value.kind === "template";
    return isLeaf ? (rawText(value, false) ?? "").trimEnd() : inlineValue(value, MOST);
  }
  return typeof field === "object" ? field.join(",") || "-" : field;
}
