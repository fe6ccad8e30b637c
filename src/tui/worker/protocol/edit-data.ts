import type { Row } from "../../../report/text/row.ts";

/** A value for a node of the work tree, as it was typed. */
export interface TypedValue {
  readonly node: string;
  /** The path as heir writes it. */
  readonly path: string;
  /** YAML. */
  readonly value: string;
}

/** How a value would be written. */
export interface SetPlan extends TypedValue {
  /** The patch and what is proved, or why nothing can be written. */
  readonly rows: readonly Row[];
  /** The number of the plan; undefined if nothing can be written. */
  readonly number: number | undefined;
}
