import type { Span } from "./origin.ts";
import type { ListValue, MapValue, ScalarValue, SetValue } from "./value.ts";

/** A value without references. */
export type DefaultValue = ScalarValue | ListValue | MapValue | SetValue;

/**
 * The value of the text of a default (rule R10 of docs/concepts/references.md), or why it cannot be read. `origin` is
 * the place of the reference, which all parts of the value get.
 */
export type DefaultReader = (text: string, origin: Span) => DefaultValue | { readonly fault: string };
