import type { Span } from "../values/origin.ts";
import type { MapValue, Value } from "../values/value.ts";
import type { InheritMode } from "./merge-mode.ts";

/** One property of one layer. */
export interface Property {
  readonly name: string;
  readonly nameOrigin: Span;
  /** It holds no references: text in properties is plain text (rule P7). */
  readonly value: Value;
  /** Its own mode; undefined if it inherits the mode of the layer below. */
  readonly inheritMode: InheritMode | undefined;
  /** Who may change it (rule P5). It is checked when two states are compared, not while resolving. */
  readonly provider: string | undefined;
}

/** The properties of one layer, in the order written. */
export interface PropertySet {
  readonly properties: readonly Property[];
  /** The same as a mapping of names to values, for the merge. */
  readonly values: MapValue;
}
