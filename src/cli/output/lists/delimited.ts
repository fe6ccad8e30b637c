import { terminalSafe } from "../../../base/terminal-text.ts";
import { DataValue, documentJson, valueJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Field, ListEntry, ListFormat } from "./list.ts";

/** A list as RFC 4180 says, the names of the columns first: lines end with CR LF, quotes are around what needs them. */
export const csvList: ListFormat = async ({ entries }, { columns = ["name"], count }, context) => {
  if (count) return context.print(String(entries.length));
  const lines = [columns, ...entries.map((entry) => columns.map((column) => fieldText(entry[column])))];
  for (const fields of lines) {
    const line = fields.map(quotedField).join(",");
    await (context.width === undefined ? context.write(`${line}\r\n`) : context.print(terminalSafe(line)));
  }
};

/**
 * A list with tabs between the fields and a line for each entry, without a head. Throws HeirError, before anything is
 * printed, for a field that holds a tab or a line end.
 */
export const tsvList: ListFormat = async ({ entries }, { columns = ["name"], count }, context) => {
  if (count) return context.print(String(entries.length));
  const lines = entries.map((entry) => columns.map((column) => plainField(entry, column)).join("\t"));
  for (const line of lines) {
    await context.print(context.width === undefined ? line : line.split("\t").map(terminalSafe).join("\t"));
  }
};

/** What is absent is empty, text is as it is, and everything else is JSON text. */
function fieldText(field: Field | undefined): string {
  if (field === undefined || field === null) return "";
  if (!(field instanceof DataValue)) return typeof field === "object" ? documentJson(field) : String(field);
  const { value } = field;
  if (value.kind === "scalar" && value.data === null) return "";
  const json = valueJson(value);
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

function quotedField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plainField(entry: ListEntry, column: string): string {
  const text = fieldText(entry[column]);
  if (!/[\t\r\n]/.test(text)) return text;
  const what = text.includes("\t") ? "a tab" : "a line end";
  throw new HeirError(
    "usage",
    `${entry.name}: ${column} holds ${what}, which tsv has no form for`,
    "--format csv does",
  );
}
