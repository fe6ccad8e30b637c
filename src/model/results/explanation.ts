import type { ValueContract } from "../contracts/contract.ts";
import type { Step } from "../inventory/resolved.ts";
import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Contribution } from "./contribution.ts";

/** How the layers of a node make one value. */
export interface Explanation extends ValueExplanation {
  readonly node: string;
  /** The leaves of a mapping, or the items of a list, each explained; empty for other values. */
  readonly parts: readonly ValueExplanation[];
  /** Every layer of the node, weakest first. */
  readonly layers: readonly ExplainedLayer[];
  /** What contracts of the node say about the value, in the order of their files. */
  readonly contracts: readonly ValueContract[];
  /** Whether the result is known: the node resolves, and no conflict of groups leaves the value out. */
  readonly isKnown: boolean;
  /** The conflict that leaves the property of the path out. */
  readonly conflict: ExplainedConflict | undefined;
}

/** One value and the contributions to it. */
export interface ValueExplanation {
  /** From the node object on. */
  readonly path: ParameterPath;
  /** Undefined if there is none, or the node does not resolve. */
  readonly value: Value | undefined;
  readonly contributions: readonly ExplainedContribution[];
}

export interface ExplainedContribution extends Contribution {
  /** Whether it is part of the value: the last that replaced others, and those merged onto it. */
  readonly counts: boolean;
  /** The references in it, followed, if it counts. */
  readonly references: readonly ExplainedReference[];
  /** Of a layer with knockouts: the items of weaker layers that these take away. */
  readonly removed?: readonly Value[];
  /** Of a default: what its contract says about the value, for people. */
  readonly description?: string;
}

/** A reference in a value, and how its target is made. */
export interface ExplainedReference extends ValueExplanation {
  /** As written. */
  readonly source: string;
  /** The further keys of the path, below the target of the reference. */
  readonly below: ParameterPath;
  /** The node whose export a query reads. */
  readonly node?: string;
  /** The value is that of its default, since the target is missing. */
  readonly isDefault?: true;
}

/** A layer of a node, and the route by which the node has it. */
export interface ExplainedLayer {
  readonly step: Step;
  /** Counted from 1, weakest first. */
  readonly position: number;
  /** The groups and classes that lead from the node to the layer, which is the last; empty for the node and globals. */
  readonly through: Route;
  /** Further routes to the same class, which are ignored since the first counts. */
  readonly again: readonly Route[];
}

export type Route = readonly Waypoint[];

/** A group of the node or a class on a route, and the mention of it. */
export interface Waypoint {
  readonly kind: "group" | "class";
  readonly name: string;
  readonly origin: Span;
}

/** Why there is no value: nothing orders some groups. */
export interface ExplainedConflict {
  /** Sorted ids. */
  readonly groups: readonly string[];
  /** Keys below the parameter or export, down to each value that is open; `[]` where it is all of it. */
  readonly paths: readonly ParameterPath[];
}

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
