import type { Span } from "../values/origin.ts";
import type { MapValue, Value } from "../values/value.ts";
import type { InheritMode } from "./merge-mode.ts";

/** One property as one layer gives it. */
export interface Property {
  readonly name: string;
  readonly nameOrigin: Span;
  /** Holds no references: text in properties is text. */
  readonly value: Value;
  /** Its own mode; undefined if it takes over the mode of the layer below. */
  readonly inheritMode: InheritMode | undefined;
  /** Who may change it; judged where an old and a new state are compared, never while resolving. */
  readonly provider: string | undefined;
}

/** The properties of one layer in the order written. */
export interface PropertySet {
  readonly properties: readonly Property[];
  /** The same as a mapping of names to values, for the merge. */
  readonly values: MapValue;
}
