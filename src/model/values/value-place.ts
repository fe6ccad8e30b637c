import type { FileEdit } from "../results/file-edit.ts";
import type { ParameterPath } from "./parameter-path.ts";
import type { Place } from "./place.ts";

/** What a file of values is for the nodes that it reaches. */
export interface ValueLayer {
  readonly layer: "global" | "group" | "class" | "node" | "directive";
  readonly name: string;
  /** From the inventory folder. */
  readonly file: string;
}

/** A line that says a value, and the layer that it is in. */
export type DecidingLine = Pick<Place, "file" | "line"> & Partial<Pick<ValueLayer, "layer" | "name">>;

/** A wanted node that does not get the value, and what wins there; undefined if nothing does. */
export interface MissedNode {
  readonly node: string;
  readonly by: DecidingLine | undefined;
  /** Present where nothing decides between groups, so that the node has no value. */
  readonly open?: OpenOrder;
}

/** Groups that nothing orders, and the edges that would let the place win: the group that it edits over each other one. */
export interface OpenOrder {
  readonly groups: readonly string[];
  readonly edges: readonly (readonly [below: string, above: string])[];
}

/** What is at a place now: the line, a mapping for its key, or neither. */
export type PlaceKind = "line" | "key" | "mapping";

/** Where a value could be written, and what that does (rule X10 of docs/concepts/edits.md). */
export interface ValuePlace {
  readonly layers: readonly ValueLayer[];
  readonly kind: PlaceKind;
  readonly edits: readonly FileEdit[];
  /** Wanted nodes that get the value. */
  readonly hit: readonly string[];
  readonly missed: readonly MissedNode[];
  /** Other nodes that change in anything. */
  readonly also: readonly string[];
}

/** All places found for a value, the best first. */
export interface ValuePlaces {
  readonly path: ParameterPath;
  /** The wanted nodes, in the order of the inventory. */
  readonly nodes: readonly string[];
  readonly places: readonly ValuePlace[];
}

/** Whether a place reaches all that is wanted, and nothing else. */
export function isExact({ missed, also }: ValuePlace): boolean {
  return missed.length === 0 && also.length === 0;
}
