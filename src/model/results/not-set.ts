import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Route } from "./explanation.ts";

/** A value that a node does not have, and why. */
export interface Unset {
  readonly node: string;
  /** From the node object on. */
  readonly path: ParameterPath;
  /** The beginning of the path, as far as the node has it. */
  readonly there: ParameterPath;
  /** The definitions that set it and are no layers of this node, other nodes last. */
  readonly bringers: readonly Bringer[];
  /** Similar paths of the node, nearest first. */
  readonly near: readonly ParameterPath[];
}

/** A definition that sets a value at a path, or a reference that may bring one in. */
export interface Bringer {
  readonly kind: "class" | "group" | "node";
  readonly name: string;
  /** The path that it sets: the path asked for, or one above it with a reference or list. */
  readonly path: ParameterPath;
  readonly value: Value;
  /** Why it is no layer of the node. */
  readonly absence: Absence;
}

export type Absence =
  /** A class that the node does not get; `places`: where others list it. */
  | { readonly kind: "unlisted"; readonly places: readonly Span[] }
  /** A class that a removal keeps out, and the route of the removed mention. */
  | { readonly kind: "removed"; readonly by: Span; readonly route: Route }
  /** A group that the node is not in, or that is disabled. */
  | { readonly kind: "not-held" | "disabled" }
  /** Only another node sets it. */
  | { readonly kind: "own" };
