/** What a value consists of; see value.ts for the rules of such forms. */
import type { ContributionAction } from "../results/contribution-action.ts";
import type { Place } from "../values/place.ts";
import type { PlainValue } from "./value.ts";

/** The layers of a node: `globals.yml`, a group, a class, the node, heir itself (`automatic`), a directive, or a file of `properties.d` (`local`). */
export type LayerKind = "default" | "global" | "group" | "class" | "node" | "automatic" | "directive" | "local";

/** What one layer does to one value. */
export interface LayerActionData<V = PlainValue> {
  readonly action: ContributionAction;
  /** Whether it is a part of the result. */
  readonly counts: boolean;
  /** As written: references are not filled in. */
  readonly value: V;
  /** From the node object on: the path asked for, or one above it if a reference to a mapping, or its removal, is there. */
  readonly path: readonly string[];
  readonly place: Place;
  /** The items of weaker layers that its knockouts take away; absent if there are none. */
  readonly removed?: readonly V[];
}

/** What one layer does to one value, and how the node got that layer. */
export interface LayerContributionData<V = PlainValue> extends LayerActionData<V> {
  /** The position of the layer, counted from 1, weakest first. */
  readonly position: number;
  readonly layer: LayerKind;
  /** The name of the group, class or node; `globals`, or `_reclass_` for `automatic`. */
  readonly name: string;
  /** The groups and classes that lead from the node to the layer. */
  readonly through?: readonly { readonly layer: "group" | "class"; readonly name: string; readonly place: Place }[];
  /** Later routes to the same class, which have no effect; absent if there are none. */
  readonly again?: readonly NonNullable<LayerContributionData["through"]>[];
  /** The references in it and their targets, if it counts and has any. */
  readonly references?: readonly ReferenceData<V>[];
}

/** The contributions of the layers to one value, and the result. */
export interface ExplainedValueData<V = PlainValue> {
  /** From the node object on. */
  readonly path: readonly string[];
  /** Absent if there is no such value, or the node does not resolve. */
  readonly value?: V;
  readonly place?: Place;
  /** Weakest first. Empty if no layer defines the value. */
  readonly contributions: readonly LayerContributionData<V>[];
}

/** A reference as written, and what the value at its target consists of. */
export interface ReferenceData<V = PlainValue> extends ExplainedValueData<V> {
  readonly reference: string;
  /** The value is that of its default, since no layer sets the target. */
  readonly default?: true;
}

/** A contract about a value, and under their names all keys that it has: `type`, `default`, `description` and others. */
export interface ContractData<V = PlainValue> {
  readonly id: string;
  /** As the contract writes it. */
  readonly path: string;
  readonly place: Place;
  readonly [key: string]: V | string | Place;
}
