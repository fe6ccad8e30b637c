import type { PropertyConflict } from "../inventory/conflicts.ts";
import type { Step } from "../inventory/inventory.ts";
import type { InheritMode } from "../inventory/settings.ts";
import type { KeyPrefix } from "../values/key-prefix.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";

/** One property of a node or a group: the layers that set it, and the result. */
export interface PropertyLineage {
  readonly property: string;
  /** Lowest first. */
  readonly layers: readonly PropertyLayer[];
  /** Undefined if the layers are in conflict. */
  readonly value: Value | undefined;
}

export interface PropertyLayer {
  readonly layer: Step["layer"];
  readonly name: string;
  /** As written, before anything is merged. */
  readonly value: Value;
  readonly origin: Span;
  /** The inherit mode of a property; undefined for a parameter. */
  readonly mode: InheritMode | undefined;
  /** The strongest prefix of a parameter's key; undefined without one. */
  readonly prefix: KeyPrefix | undefined;
}

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

/** What one chain would change if it were in `order.yml`. */
export interface ChainEffect {
  /** Ids of groups, lowest priority first. */
  readonly chain: readonly string[];
  /** Why the chain cannot be added: it would close a loop or contradict another chain. */
  readonly refused: string | undefined;
  /** Every path that would become decided or different, on every node. */
  readonly changes: readonly ChainChange[];
}

export interface ChainChange {
  readonly node: string;
  /** From the section on; empty for the whole node. */
  readonly path: ParameterPath;
  /** What it would be; undefined if there would be none. */
  readonly value: Value | undefined;
}
