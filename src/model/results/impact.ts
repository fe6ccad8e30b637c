import type { AtPath, PathState } from "../contracts/path-state.ts";
import type { Step } from "../inventory/inventory.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";
import type { User } from "./uses.ts";

/** The place of a possible edit. */
export type ImpactTarget =
  /** A file, or one line of it; `of` is what the file defines. */
  | { readonly kind: "file"; readonly file: string; readonly of: User; readonly line?: number }
  /** Every place that writes a value, a value inside it, or a value that holds it. */
  | { readonly kind: "path"; readonly path: ParameterPath };

/** What an edit would change: the written values, and the nodes that have their layers. */
export interface Impact {
  readonly target: ImpactTarget;
  /** In the order of the files and of the values in them. */
  readonly values: readonly ValueImpact[];
  /** The names of the nodes with such a layer, sorted. */
  readonly nodes: readonly string[];
  /** The number of nodes that were examined. */
  readonly total: number;
  /** The nodes that do not resolve, so that their values are not known. */
  readonly unresolved: readonly string[];
}

/** One value as it is written: a scalar, a text, a whole list, an empty mapping, or a name in a list of names. */
export interface WrittenValue {
  readonly by: User;
  /** From the node object on. */
  readonly path: ParameterPath;
  readonly key: Span;
  readonly value: Value;
  /** Present for a default at a path with patterns, as `path` has them. */
  readonly pattern?: WrittenPattern;
}

/** The values for which a default is. */
export interface WrittenPattern {
  /** As written. */
  readonly text: string;
  /** The walk from the parameters of a node to them. */
  readonly start: PathState<AtPath>;
  /** Only values on the way to this path, or below it. */
  readonly within: ParameterPath;
}

export interface ValueImpact extends WrittenValue {
  /** Nodes in which it is the value, or part of it. */
  readonly wins: readonly string[];
  /** Those of them in which it is only part of the value. */
  readonly joined: readonly string[];
  /** Nodes in which it does not count, by the value that replaces it; most nodes first. */
  readonly overridden: readonly Overriding[];
  /** Other values that change with it, of any nodes; most nodes first. */
  readonly feeds: readonly Fed[];
}

export interface Overriding {
  /** Undefined if a conflict of groups leaves the value out. */
  readonly by: Pick<Step, "layer" | "name"> | undefined;
  readonly origin: Span | undefined;
  readonly nodes: readonly string[];
}

/** A value that follows from another one. */
export interface Fed {
  /** From the node object on; `["classes"]` for the name of a class. */
  readonly path: ParameterPath;
  /** The place where the value is written, such as the text with the reference. */
  readonly origin: Span;
  readonly nodes: readonly string[];
}
