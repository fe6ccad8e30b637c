/** A whole inventory; see value.ts for the rules. `M` is the type of values that are always mappings. */
import type { Place } from "../values/place.ts";
import type { PlainMap, PlainValue } from "./value.ts";

/** All nodes of one state: `heir inventory --format json`. */
export interface InventoryData<V = PlainValue, M = PlainMap> {
  readonly v: 1;
  /** By name, sorted. A node that does not resolve is in `errors` only; a partial one is in both. */
  readonly nodes: { readonly [name: string]: InventoryNode<V, M> };
  /** The first error of each node that has one; absent if there are none. */
  readonly errors?: { readonly [name: string]: NodeErrorData };
  /** The names of the nodes that have each class. */
  readonly classes?: { readonly [name: string]: readonly string[] };
  /** The names of the nodes that have each application. */
  readonly applications?: { readonly [name: string]: readonly string[] };
  /** Why the inventory as a whole cannot be read; then there are no nodes. */
  readonly error?: NodeErrorData;
}

/** What one node gets. */
export interface InventoryNode<V = PlainValue, M = PlainMap> {
  /** Ids of its groups, weakest first; absent if it is in no group. */
  readonly groups?: readonly string[];
  /** Names as written, in the order of merging. */
  readonly classes: readonly string[];
  readonly applications: readonly string[];
  readonly parameters: M;
  readonly exports: M;
  readonly environment: V;
  /** With `--all`: the facts of the node file. */
  readonly facts?: M;
  /** With `--all`: each technique that the node runs, in order, with the directives that it runs as `RULE/DIRECTIVE`. */
  readonly policies?: M;
  /** With `--all`: the variables of directives, each with its last value that stays. */
  readonly variables?: M;
  /** With `--all`: what files of `properties.d` set, by namespace and key. */
  readonly runtime?: M;
  /** Properties are left out, since groups disagree on them. */
  readonly partial?: true;
}

/** The first error of a node. */
export interface NodeErrorData {
  /** The code of a finding. */
  readonly kind: string;
  readonly message: string;
  readonly place?: Place;
}
