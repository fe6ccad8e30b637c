import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Route } from "./explanation.ts";

/** A value that a node does not have, and what there is instead. */
export interface Unset {
  readonly node: string;
  /** From the node object on. */
  readonly path: ParameterPath;
  /** What of the path is there, from the top. */
  readonly there: ParameterPath;
  /** What says it and is not laid into this node, other nodes last. */
  readonly bringers: readonly Bringer[];
  /** Paths of the node that look alike, nearest first. */
  readonly near: readonly ParameterPath[];
}

/** A definition that says a value at a path, or a reference behind which it may lie. */
export interface Bringer {
  readonly kind: "class" | "group" | "node";
  readonly name: string;
  /** Where it says it: the path asked for, or one above it that a reference or list fills. */
  readonly path: ParameterPath;
  readonly value: Value;
  /** Why it is not laid into the node. */
  readonly absence: Absence;
}

export type Absence =
  /** A class that the node does not get; `places` are where others list it. */
  | { readonly kind: "unlisted"; readonly places: readonly Span[] }
  /** A class that a removal keeps out, and the mention that it took away. */
  | { readonly kind: "removed"; readonly by: Span; readonly route: Route }
  /** A group that does not hold the node, or that is disabled. */
  | { readonly kind: "not-held" | "disabled" }
  /** Only that node says it. */
  | { readonly kind: "own" };
