import { documentJson } from "../../../encoding/json.ts";
import type { ListFormat } from "./list.ts";

/** A list for programs: its number, its document, or its entries with the columns that are named. */
export const jsonList: ListFormat = async ({ kind, entries, document }, { columns, count }, context) => {
  if (count) return context.print(documentJson({ v: 1, count: entries.length }));
  if (columns === undefined && document !== undefined) return context.print(documentJson(document()));
  const data = entries.map((entry) => {
    return Object.fromEntries(["name", ...(columns ?? [])].map((column) => [column, entry[column]]));
  });
  await context.print(documentJson({ v: 1, [kind]: data }, 2));
};
