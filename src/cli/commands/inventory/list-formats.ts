import { terminalSafe } from "../../../base/terminal-text.ts";
import { DataValue, documentJson, valueJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { splitList } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { type Cell, inlineValue, plainText, rowColumns, tableRows } from "../../../report/text/row.ts";
import { rawText } from "../../../report/values/form.ts";
import { printRows } from "../../output/rows.ts";
import { formatOptions } from "../../words/options.ts";
import type { Arguments, Command, Context, Options } from "../command.ts";

/** A list as RFC 4180 says, the names of the columns first: lines end with CR LF, quotes are around what needs them. */
const csvList: ListFormat = async ({ entries }, columns = ["name"], context) => {
  const lines = [columns, ...entries.map((entry) => columns.map((column) => fieldText(entry[column])))];
  for (const fields of lines) {
    const line = fields.map(quotedField).join(",");
    await (context.width === undefined ? context.write(`${line}\r\n`) : context.print(terminalSafe(line)));
  }
};

/** Tab-separated, one entry a line, no head. Throws HeirError, before printing, for a field with tab or line end. */
const tsvList: ListFormat = async ({ entries }, columns = ["name"], context) => {
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
  const what = `${column} holds ${text.includes("\t") ? "a tab" : "a line end"}`;
  throw new HeirError("usage", `${entry.name}: ${what}, which tsv has no form for`, "--format csv does");
}

/** A list for people: a table, or one name a line, with what is said of it. */
const textList: ListFormat = async (list, columns, context) => {
  if (columns !== undefined) return tableList(list, columns, context);
  context.page();
  const { entries, about } = list;
  const rows = entries.map((entry) => [entry.name, ...(about === undefined ? [] : [about(entry)])].map(plainText));
  await printRows(context, rowColumns(rows.map((cells) => cells.map((cell) => [cell]))));
};

const tableList: ListFormat = async ({ entries }, columns = ["name"], context) => {
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

/** A list for programs: its document, or its entries with the columns that are named. */
const jsonList: ListFormat = async ({ kind, entries, document }, columns, context) => {
  if (columns === undefined && document !== undefined) return context.print(documentJson(document()));
  const data = entries.map((entry) => entryData(entry, columns));
  await context.print(documentJson({ v: 1, [kind]: data }, 2));
};

const jsonLinesList: ListFormat = async ({ entries }, columns, context) => {
  for (const entry of entries) await context.print(documentJson(entryData(entry, columns)));
};

/** The name of an entry and its columns; a Map keeps the order of columns that read as numbers. */
function entryData(entry: ListEntry, columns: readonly string[] = []): ReadonlyMap<string, unknown> {
  return new Map(["name", ...columns].map((column) => [column, entry[column] ?? null]));
}

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

/** Prints a list in the format that `--format` names, or only the number of its entries. */
export async function printList(args: Arguments, context: Context, list: List): Promise<void> {
  const name = FORMATS.find((format) => format === args.text("format")) ?? FORMATS[0];
  const count = list.entries.length;
  if (!args.has("count")) return formats[name](list, askedColumns(args), context);
  await context.print(name === "json" || name === "jsonl" ? documentJson({ v: 1, count }) : String(count));
}

export type Field = string | number | readonly string[] | DataValue<Masked<Value>> | null;

/** One entry of a list: fields by the name of their column; `name` is always present. */
export type ListEntry = Readonly<Record<string, Field>> & { readonly name: string };

interface List {
  readonly kind: "nodes" | "classes" | "groups" | "rules";
  readonly entries: readonly ListEntry[];
  /** The text behind each name where there are no columns. */
  readonly about?: (entry: ListEntry) => string;
  /** The data of JSON without columns; where it is absent, the data of each entry is its name. */
  readonly document?: () => object;
}

type ListFormat = (list: List, columns: readonly string[] | undefined, context: Context) => Promise<void>;
