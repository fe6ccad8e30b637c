import type { Pattern } from "../../base/pattern/pattern.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span, Value } from "../values/value.ts";
import type { ClassMention, NameMention, PropertySet } from "./definition.ts";

/** The groups of one snapshot: `groups/`, `globals.yml` and `order.yml`. */
export interface Groups {
  /** By id, sorted by code point. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly globals: PropertySet;
  readonly order: readonly OrderChain[];
  /** The files that were read: path to blob id. */
  readonly files: ReadonlyMap<string, string>;
  /** Faults in these files. If one is an error, no node resolves. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Group {
  readonly id: string;
  readonly file: SourceFile;
  /** In ascending priority: the last wins. */
  readonly parents: readonly NameMention[];
  /** How members are found. Without a match or names the group is an umbrella or a priority group. */
  readonly members:
    | { readonly kind: "match"; readonly match: Match }
    | { readonly kind: "nodes"; readonly nodes: readonly NameMention[] }
    | { readonly kind: "none" };
  readonly classes: readonly ClassMention[];
  readonly properties: PropertySet;
  /** If `false`, members stay, but properties and classes do not count, and rules that target it do not apply. */
  readonly enabled: boolean;
}

/** The `match` of a group: all or any of its criteria hold; with `not`, the opposite. */
export interface Match {
  readonly join: "all" | "any";
  readonly criteria: readonly Criterion[];
  readonly not: boolean;
  readonly policyServers: boolean;
  readonly origin: Span;
}

export type ComparisonOp = "eq" | "notEq" | "lt" | "lteq" | "gt" | "gteq" | "regex" | "notRegex";

/** One criterion of a match. `origin`: the whole mapping as written. `text`: its short form for people. */
export type Criterion = CriterionTest & { readonly origin: Span; readonly text: string };

export type CriterionTest =
  | { readonly kind: "fact"; readonly path: readonly string[]; readonly test: ValueCriterion | ExistenceTest }
  /** `name=value` of the node's own properties, as written at `subject`; a pattern must fit `name=value` as a whole. */
  | { readonly kind: "property"; readonly test: PropertyTest; readonly subject: Span }
  /** Only for membership: it makes no parent and no order. */
  | { readonly kind: "group"; readonly id: string; readonly idOrigin: Span }
  | { readonly kind: "nodeid"; readonly test: NameTest }
  /** A percentage of all names, drawn by this key. */
  | { readonly kind: "share"; readonly percent: number; readonly of: string };

export interface ValueCriterion {
  readonly op: ComparisonOp;
  readonly value: Value;
  /** The compiled pattern of `regex` and `notRegex`. It must match the whole value. */
  readonly pattern: Pattern | undefined;
}

export interface ExistenceTest {
  readonly op: "exists" | "notExists";
}

export type PropertyTest =
  | { readonly op: "eq" | "notEq"; readonly name: string; readonly value: string }
  | { readonly op: "regex" | "notRegex"; readonly pattern: Pattern }
  | { readonly op: "hasKey" | "exists" | "notExists"; readonly name: string }
  | { readonly op: "jsonSelect"; readonly name: string; readonly path: string };

export type NameTest =
  | { readonly op: "eq" | "notEq"; readonly name: string }
  | { readonly op: "regex" | "notRegex"; readonly pattern: Pattern };

/** One chain of `order.yml`: ids of groups, lowest priority first. */
export type OrderChain = readonly NameMention[];

const nowhere: Span = { file: { path: "globals.yml", blob: "", text: "" }, start: 0, end: 0 };

export const emptyGroups: Groups = {
  groups: new Map(),
  globals: { properties: [], values: { kind: "map", entries: [], origin: nowhere, plain: true } },
  order: [],
  files: new Map(),
  diagnostics: [],
};

/** The criteria of a group's match; none without a match. */
export function criteriaOf({ members }: Pick<Group, "members">): readonly Criterion[] {
  return members.kind === "match" ? members.match.criteria : [];
}

/** The key that a criterion names: `""` is the empty one. */
export const keyOf = (written: string): string => (written === '""' ? "" : written);

/** The keys of a fact: separated by colons if there is one, else by dots. Undefined if one is missing. */
export function factPath(text: string): readonly string[] | undefined {
  const written = text.split(text.includes(":") ? ":" : ".");
  return written.includes("") ? undefined : written.map(keyOf);
}

/** A value that a criterion tested. */
export interface Seen {
  readonly text: string;
  readonly origin: Span;
}

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
