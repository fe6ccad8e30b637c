import type { Span } from "../values/origin.ts";
import type { Group } from "./group.ts";

/** What a criterion looked at. */
export interface Seen {
  readonly text: string;
  readonly origin: Span;
}

/** Why a node is in a group, or why not. */
export interface MembershipReason {
  readonly node: string;
  readonly group: Group;
  readonly isMember: boolean;
  readonly by: MembershipCause;
  /** Its parents as written. */
  readonly parents: readonly ParentReason[];
  /** The lines of its match; empty without one. */
  readonly criteria: readonly CriterionReason[];
}

/** What decides. */
export type MembershipCause =
  /** The node joins the group, or the group names the node. */
  | { readonly kind: "joins" | "named"; readonly origin: Span }
  /** The node leaves this group, which is the one asked about or above it. */
  | { readonly kind: "leaves"; readonly id: string; readonly origin: Span }
  /** An umbrella, and those of its children that hold the node. */
  | { readonly kind: "children"; readonly ids: readonly string[] }
  /** A group that holds whoever is in all its parents. */
  | { readonly kind: "parents" }
  /** Its match, inside its parents. `not`: of what its criteria say the opposite counts. */
  | { readonly kind: "match"; readonly join: "all" | "any"; readonly not: boolean; readonly origin: Span }
  /** Its match does not find policy servers, of which the node is one. */
  | { readonly kind: "policyServer"; readonly origin: Span }
  /** It lists its nodes, and not this one. */
  | { readonly kind: "unnamed" };

export interface ParentReason {
  readonly id: string;
  readonly origin: Span;
  readonly isMember: boolean;
  /** Of an umbrella the groups that are asked in its place. */
  readonly instead: readonly { readonly id: string; readonly isMember: boolean }[] | undefined;
}

export interface CriterionReason {
  readonly text: string;
  readonly origin: Span;
  readonly holds: boolean;
  /** The values that it was judged by; none where the node has none. */
  readonly seen: readonly Seen[];
}
