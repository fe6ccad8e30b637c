import type { Step } from "../inventory/resolved.ts";
import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { User } from "./uses.ts";

/** Where an edit would be made. */
export type ImpactTarget =
  /** A file, or one line of it; `of` is what the file defines. */
  | { readonly kind: "file"; readonly file: string; readonly of: Defined; readonly line?: number }
  /** Every place that writes a value, one below it, or something that holds it. */
  | { readonly kind: "path"; readonly path: ParameterPath };

/** What a file defines. */
export type Defined = User | { readonly kind: "technique"; readonly name: string };

/** What would feel an edit: every written value in question, and the nodes that use what writes it. */
export interface Impact {
  readonly target: ImpactTarget;
  /** In the order of the files and of what they say. */
  readonly values: readonly ValueImpact[];
  /** Names of the nodes that have a layer in question; sorted. */
  readonly nodes: readonly string[];
  /** How many nodes were asked. */
  readonly total: number;
  /** Those among the nodes that do not resolve, so that nothing is known of their values. */
  readonly unresolved: readonly string[];
}

/** One value as a file writes it: a scalar, a text, a list as a whole, or a mapping without keys. */
export interface WrittenValue {
  readonly by: User;
  /** From the node object on. */
  readonly path: ParameterPath;
  /** Where its key is written. */
  readonly key: Span;
  readonly value: Value;
}

/** What becomes of a written value in the nodes that have it. */
export interface ValueImpact extends WrittenValue {
  /** Nodes whose value consists of it, wholly or in part. */
  readonly wins: readonly string[];
  /** Those among them whose value consists of others, too. */
  readonly joined: readonly string[];
  /** Nodes where it does not count, by what stands there instead; most nodes first. */
  readonly overridden: readonly Overriding[];
  /** Values that are made from it by references, also through others; most nodes first. */
  readonly feeds: readonly Fed[];
}

/** What takes the place of a written value. */
export interface Overriding {
  /** Absent where groups are in conflict, so that nothing stands there. */
  readonly by: Pick<Step, "layer" | "name"> | undefined;
  readonly origin: Span | undefined;
  readonly nodes: readonly string[];
}

/** A value that a reference makes from another one. */
export interface Fed {
  /** From the node object on; `["classes"]` where it is the name of a class. */
  readonly path: ParameterPath;
  /** Where the text with the reference is written. */
  readonly origin: Span;
  readonly nodes: readonly string[];
}
