import type { Span } from "../values/origin.ts";
import type { Group } from "./group.ts";

/** A value that a criterion tested. */
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
  /** Its parents, as written. */
  readonly parents: readonly ParentReason[];
  /** The criteria of its match; empty without a match. */
  readonly criteria: readonly CriterionReason[];
}

/** What decides the membership. */
export type MembershipCause =
  /** The node joins the group, or the group names the node. */
  | { readonly kind: "joins" | "named"; readonly origin: Span }
  /** The node leaves this group, which is the group asked about or one above it. */
  | { readonly kind: "leaves"; readonly id: string; readonly origin: Span }
  /** An umbrella, and its children that the node is in. */
  | { readonly kind: "children"; readonly ids: readonly string[] }
  /** A group of all nodes that are in all its parents. */
  | { readonly kind: "parents" }
  /** Its match, among the members of its parents. `not`: the opposite of its criteria counts. */
  | { readonly kind: "match"; readonly join: "all" | "any"; readonly not: boolean; readonly origin: Span }
  /** The node is a policy server, which its match does not find. */
  | { readonly kind: "policyServer"; readonly origin: Span }
  /** It lists its nodes, but not this one. */
  | { readonly kind: "unnamed" };

export interface ParentReason {
  readonly id: string;
  readonly origin: Span;
  readonly isMember: boolean;
  /** For an umbrella, the groups that are tested in its place. */
  readonly instead: readonly { readonly id: string; readonly isMember: boolean }[] | undefined;
}

export interface CriterionReason {
  readonly text: string;
  readonly origin: Span;
  readonly holds: boolean;
  /** The values that it was tested against; empty if the node has none. */
  readonly seen: readonly Seen[];
}
