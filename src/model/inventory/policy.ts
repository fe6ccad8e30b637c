import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span } from "../values/origin.ts";
import type { ScalarValue, Value } from "../values/value.ts";
import type { NameMention } from "./mention.ts";

/** Techniques, directives and rules of one snapshot, each by id, sorted by code point. */
export interface Policies {
  readonly techniques: ReadonlyMap<string, Technique>;
  readonly directives: ReadonlyMap<string, Directive>;
  readonly rules: ReadonlyMap<string, Rule>;
  /** Faults in the files; they stop no node from resolving. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Policies of a snapshot that has none. */
export const emptyPolicies: Policies = {
  techniques: new Map(),
  directives: new Map(),
  rules: new Map(),
  diagnostics: [],
};

export interface Technique {
  readonly id: string;
  readonly file: SourceFile;
  readonly name: string;
  /** What becomes of several directives: one is kept, all are merged into one policy, or each is a policy. */
  readonly kind: "unique" | "merged" | "separated";
  readonly enabled: boolean;
}

export interface Directive {
  readonly id: string;
  readonly file: SourceFile;
  readonly name: string;
  /** Absent where the file does not say it, which its faults tell. */
  readonly technique: NameMention | undefined;
  /** Of the technique; none is a version of its own. */
  readonly version: string | undefined;
  /** Where the version is written; the start of the file where it is not. So for the other origins here. */
  readonly versionOrigin: Span;
  /** 0 to 10; smaller is higher. */
  readonly priority: number;
  readonly priorityOrigin: Span;
  readonly enabled: boolean;
  readonly policyMode: "enforce" | "audit";
  readonly policyModeOrigin: Span;
  /** Variables in the order written; text in them is a template over the node's properties. */
  readonly sets: readonly Variable[];
  readonly merges: readonly VariableMerge[];
}

export interface Variable {
  readonly name: string;
  readonly keyNode: ScalarValue;
  readonly value: Value;
}

/** `variable_dict_merge_tolerant`: worked out by the agent, from what properties.d holds then. */
export interface VariableMerge {
  readonly name: string;
  readonly first: MergeOperand;
  readonly second: MergeOperand;
  readonly origin: Span;
}

/** `node.NAMESPACE[KEY]`, with further keys for deeper ones. */
export interface MergeOperand {
  readonly text: string;
  readonly namespace: string;
  readonly keys: readonly string[];
  readonly origin: Span;
}

export interface Rule {
  readonly id: string;
  readonly file: SourceFile;
  readonly name: string;
  /** Where the name is written; the start of the file where the id stands in for it. */
  readonly nameOrigin: Span;
  readonly directives: readonly NameMention[];
  readonly targets: readonly RuleTarget[];
  readonly enabled: boolean;
}

/** The nodes that a rule means. */
export type RuleTarget =
  | { readonly kind: "group"; readonly id: string; readonly origin: Span }
  | { readonly kind: "all"; readonly origin: Span }
  | { readonly kind: "exceptPolicyServers"; readonly origin: Span }
  | { readonly kind: "policyServers"; readonly origin: Span }
  | { readonly kind: "policyServer"; readonly node: string; readonly origin: Span }
  | { readonly kind: "or" | "and"; readonly targets: readonly RuleTarget[]; readonly origin: Span }
  | { readonly kind: "exclude"; readonly include: RuleTarget; readonly exclude: RuleTarget; readonly origin: Span };

/** What the policies of one node come to, in the order in which the agent runs them. */
export interface NodePolicies {
  readonly node: string;
  readonly policies: readonly Policy[];
  /** Variables that the directives declare, in the order of values; the last one stays. */
  readonly variables: ReadonlyMap<string, Value>;
  /** What the agent merges at run time, in the order of values; of one variable the last one stays. */
  readonly merges: readonly VariableMerge[];
  /** Faults of this node: ties, mixed versions or modes, templates that cannot be filled in. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A rule and one of its directives. */
export interface RuleDirective {
  readonly rule: Rule;
  readonly directive: Directive;
}

export interface Policy {
  readonly technique: Technique;
  /** The pair that places it. */
  readonly place: RuleDirective;
  /** In the order of values. */
  readonly directives: readonly RuleDirective[];
  readonly overridden: readonly (RuleDirective & { readonly reason: string })[];
}

/** One file of `properties.d/NODE/`. */
export interface RuntimeFile {
  readonly file: SourceFile;
  /** Where it lies on the node. */
  readonly pathOnNode: string;
  /** Faults in its bytes; with any, nothing in it counts. */
  readonly faults?: readonly Diagnostic[];
}
