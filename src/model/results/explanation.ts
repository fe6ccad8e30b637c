import type { PropertyConflict, Step } from "../inventory/resolved.ts";
import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Contribution } from "./contribution.ts";

/** How one value of a node comes about. */
export interface Explanation extends ValueExplanation {
  readonly node: string;
  /** Of a mapping its leaves, of a list its items, each on its own; empty for anything else. */
  readonly parts: readonly ValueExplanation[];
  /** Every layer of the node, weakest first. */
  readonly layers: readonly ExplainedLayer[];
  /** Whether it is known what the value comes to: the node resolves, and no conflict of groups leaves it out. */
  readonly settled: boolean;
  /** Why the property that the path leads to is left out. */
  readonly conflict: PropertyConflict | undefined;
}

/** What the layers say of one value, weakest first, and what it comes to. */
export interface ValueExplanation {
  /** From the node object on. */
  readonly path: ParameterPath;
  /** Absent where there is none, or the node does not resolve. */
  readonly value: Value | undefined;
  readonly contributions: readonly ExplainedContribution[];
}

export interface ExplainedContribution extends Contribution {
  /** Whether the value consists of it: the last that stands in the place of others, and what was joined to it. */
  readonly counts: boolean;
  /** The references in what counts, followed. */
  readonly references: readonly ExplainedReference[];
}

/** A reference in a value, and how the value behind it comes about. */
export interface ExplainedReference extends ValueExplanation {
  /** As written. */
  readonly source: string;
  /** The keys by which the value lies below what the reference names. */
  readonly below: ParameterPath;
}

/** A layer of a node, and how the node came by it. */
export interface ExplainedLayer {
  readonly step: Step;
  /** Counted from 1, weakest first. */
  readonly position: number;
  /** The groups and classes that lead from the node to the layer, which is the last; empty for the node and globals. */
  readonly through: Route;
  /** Ways to the same class that come too late: it has its place already. */
  readonly again: readonly Route[];
}

export type Route = readonly Waypoint[];

/** A group that holds the node, or a class that is listed, and where that is written. */
export interface Waypoint {
  readonly kind: "group" | "class";
  readonly name: string;
  readonly origin: Span;
}
