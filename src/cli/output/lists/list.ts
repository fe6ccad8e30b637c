import type { DataValue } from "../../../encoding/json.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { Value } from "../../../model/values/value.ts";
import type { Context } from "../../commands/command.ts";

/** One field of a list: text, a number, names, a value of a node, or null for what is absent. */
export type Field = string | number | readonly string[] | DataValue<Masked<Value>> | null;

/** One entry of a list: fields by the name of their column; `name` is always present. */
export type ListEntry = Readonly<Record<string, Field>> & { readonly name: string };

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
