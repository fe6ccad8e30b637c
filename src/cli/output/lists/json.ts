import { documentJson } from "../../../encoding/json.ts";
import type { ListEntry, ListFormat } from "./list.ts";

/** A list for programs: its number, its document, or its entries with the columns that are named. */
export const jsonList: ListFormat = async ({ kind, entries, document }, { columns, count }, context) => {
  if (count) return context.print(countJson(entries));
  if (columns === undefined && document !== undefined) return context.print(documentJson(document()));
  const data = entries.map((entry) => entryData(entry, columns));
  await context.print(documentJson({ v: 1, [kind]: data }, 2));
};

/** One JSON object per line and entry. */
export const jsonLinesList: ListFormat = async ({ entries }, { columns, count }, context) => {
  if (count) return context.print(countJson(entries));
  for (const entry of entries) await context.print(documentJson(entryData(entry, columns)));
};

function countJson(entries: readonly ListEntry[]): string {
  return documentJson({ v: 1, count: entries.length });
}

/** The name of an entry and its columns; a Map keeps the order of columns that read as numbers. */
function entryData(entry: ListEntry, columns: readonly string[] = []): ReadonlyMap<string, unknown> {
  return new Map(["name", ...columns].map((column) => [column, entry[column] ?? null]));
}
