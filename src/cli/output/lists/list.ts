import type { Cell } from "../../../report/text/table.ts";
import type { Context } from "../../commands/command.ts";

/** One entry of a list: values by the name of their column; `name` is always present. */
export type ListEntry = Readonly<Record<string, Cell>> & { readonly name: string };

/** A list that a command prints. */
export interface List {
  readonly kind: "nodes" | "classes" | "groups" | "rules";
  readonly entries: readonly ListEntry[];
  /** The data of JSON without columns; where it is absent, the data of each entry is its name. */
  readonly document?: () => object;
}

/** How a list is asked for. */
export interface ListRequest {
  /** Absent where no columns are named. */
  readonly columns: readonly string[] | undefined;
  /** Only the number of entries. */
  readonly count: boolean;
}

/** Prints a list in one format. */
export type ListFormat = (list: List, request: ListRequest, context: Context) => Promise<void>;
