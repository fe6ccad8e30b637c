import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";

/** What can be asked about. */
export type UsesTarget =
  | { readonly kind: "class" | "group" | "node"; readonly name: string }
  /** A value below the parameters or exports; with a file, as that file says it. */
  | { readonly kind: "path"; readonly path: ParameterPath; readonly file?: string };

/** Everything that uses a target, and the nodes that it reaches. */
export interface Uses {
  readonly target: UsesTarget;
  readonly uses: readonly Use[];
  /** Sorted. */
  readonly nodes: readonly string[];
  /** How many nodes were asked. */
  readonly total: number;
  /** Nodes that do not resolve, so that nothing is known of their values. */
  readonly unresolved: readonly string[];
}

/** One place that uses a target. */
export interface Use {
  readonly how: HowUsed;
  readonly by: User;
  /** As written there: a name, a criterion, a reference; empty for a value. */
  readonly text: string;
  /** What is set. */
  readonly value?: Value;
  /** The value that holds it; empty where it is no value. */
  readonly path: ParameterPath;
  readonly origin: Span;
}

/** What holds a use: a definition, or the file of settings or of the order of groups. */
export interface User {
  readonly kind: "class" | "group" | "node" | "rule" | "directive" | "settings" | "order" | "global";
  readonly name: string;
}

export type HowUsed =
  /** A class in a list of classes, or in a mapping of the settings. */
  | "lists"
  /** `~name` in a list of classes or groups. */
  | "removes"
  /** A group as parent of another. */
  | "parent"
  /** A group in a chain of `order.yml`. */
  | "orders"
  /** A group in a criterion. */
  | "criterion"
  /** A group or node as target of a rule. */
  | "targets"
  /** A group that a node joins, or a node that a group names. */
  | "names"
  /** A value that a definition says. */
  | "sets"
  /** A reference, query or template that reads a value. */
  | "reads";
