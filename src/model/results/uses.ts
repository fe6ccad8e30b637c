import type { Masked } from "../secrets/masked.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";
import type { LeftOut } from "./left-out.ts";

export type UsesTarget =
  | User
  /** A value of nodes; with a file, the value that this file sets. */
  | { readonly kind: "path"; readonly path: ParameterPath; readonly file?: string };

export interface Uses {
  readonly target: UsesTarget;
  readonly uses: readonly Use[];
  /** Sorted. */
  readonly nodes: readonly string[];
  /** The number of nodes that were examined. */
  readonly total: number;
  /** The nodes that do not resolve, so that their values are not known. */
  readonly unresolved: readonly string[];
}

export interface NothingFound {
  readonly operand: string;
  readonly message: string;
  readonly hint: string;
  readonly candidates: readonly string[];
  /** What it prints with `--allow-empty`. */
  readonly accepted?: string;
}

/** What was found among the nodes of one share; uses that files say are in each. */
export interface FoundUses {
  readonly found: readonly Masked<Uses>[];
  readonly leftOut: readonly LeftOut[];
  /** Set where this share finds nothing. */
  readonly nothing: NothingFound | undefined;
}

export interface Use {
  readonly how: HowUsed;
  readonly by: User;
  /** As written there: a name, a criterion, a reference; empty for a value. */
  readonly text: string;
  /** The value that is set. */
  readonly value?: Value;
  /** The path of the value that holds it; empty if no value does. */
  readonly path: ParameterPath;
  readonly origin: Span;
}

/** What a file defines: it holds a use, or is used itself. */
export interface User {
  readonly kind:
    | ("class" | "group" | "node" | "rule" | "directive" | "technique" | "settings" | "order" | "global" | "contract")
    /** What a file of `properties.d` says about a node. */
    | "runtime";
  readonly name: string;
}

export type HowUsed =
  /** A class in a list of classes, or in a mapping of the settings; an application, a directive in a rule. */
  | "lists"
  /** `~name` in a list of classes, groups or applications. */
  | "removes"
  | "parent"
  /** A group in a chain of `order.yml`. */
  | "orders"
  | "criterion"
  /** A group or node as target of a rule; a class, group or node that a contract is for. */
  | "targets"
  /** A group that a node joins, a node that a group names, a layer or node that a contract names, a technique of a directive. */
  | "names"
  | "sets"
  /** A reference, query, template, operand or criterion that reads a value. */
  | "reads";
