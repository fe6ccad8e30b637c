import type { Span } from "../values/origin.ts";
import type { MapValue, Value } from "../values/value.ts";

/** How a property is laid over one of the same name: a letter each for objects, lists and text. */
export interface InheritMode {
  /** `m`: key by key, `o`: replaced. */
  readonly objects: "m" | "o";
  /** `o`: replaced, `a`: appended, `p`: put in front. */
  readonly lists: "o" | "a" | "p";
  readonly text: "o" | "a" | "p";
}

/** Properties without a mode of their own, with none below: `moo`. */
export const defaultMode: InheritMode = { objects: "m", lists: "o", text: "o" };

/** One property as one layer gives it. */
export interface Property {
  readonly name: string;
  readonly nameOrigin: Span;
  /** Holds no references: text in properties is text. */
  readonly value: Value;
  /** Its own mode; without one that of the layer below holds. */
  readonly inheritMode: InheritMode | undefined;
  /** Who may change it; judged where an old and a new state are compared, never while resolving. */
  readonly provider: string | undefined;
}

/** The properties of one layer in the order written. */
export interface PropertySet {
  readonly properties: readonly Property[];
  /** The same as a mapping of names to values, as folding takes it. */
  readonly values: MapValue;
}
