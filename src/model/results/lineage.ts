import type { InheritMode } from "../inventory/merge-mode.ts";
import type { PropertyConflict, Step } from "../inventory/resolved.ts";
import type { KeyPrefix } from "../values/key-prefix.ts";
import type { Span } from "../values/origin.ts";
import type { Value } from "../values/value.ts";

/** One property of a node or a group: every layer that says something of it, and what they come to. */
export interface PropertyLineage {
  readonly property: string;
  /** Lowest first. */
  readonly layers: readonly PropertyLayer[];
  /** Absent where the layers are in conflict. */
  readonly value: Value | undefined;
}

export interface PropertyLayer {
  readonly layer: Step["layer"];
  readonly name: string;
  /** As written, before anything is merged. */
  readonly value: Value;
  readonly origin: Span;
  /** How a property is laid over the layers below; undefined for a parameter. */
  readonly mode: InheritMode | undefined;
  /** The strongest prefix of the parameter's key; undefined without one. */
  readonly prefix: KeyPrefix | undefined;
}

/** The properties of one node or group. */
export interface PropertiesView {
  readonly kind: "node" | "group" | "global";
  readonly name: string;
  /** Ids of its groups, weakest first. */
  readonly groups: readonly string[];
  /** Sorted by name; those in conflict have no value. */
  readonly properties: readonly PropertyLineage[];
  readonly conflicts: readonly PropertyConflict[];
  readonly latent: readonly PropertyConflict[];
}

/** An edge: the second group is laid over the first. */
export interface OrderEdge {
  readonly lower: string;
  readonly higher: string;
}

/** What one chain would change if it stood in `order.yml`. */
export interface ChainEffect {
  /** Ids of groups, lowest priority first. */
  readonly chain: readonly string[];
  /** Why the chain cannot be added: it would close a loop, or contradict another. */
  readonly refused: string | undefined;
  /** Resolved values that would differ, the same value of the same parameter once. */
  readonly changes: readonly ChainChange[];
}

export interface ChainChange {
  readonly parameter: string;
  /** What it would be; undefined where it would be gone. */
  readonly value: Value | undefined;
  readonly nodes: readonly string[];
}
