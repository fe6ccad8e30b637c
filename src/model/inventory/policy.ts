import type { DiagnosticCode } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { MapValue, ScalarValue, SourceFile, Span, Value } from "../values/value.ts";
import type { NameMention } from "./definition.ts";

/** Techniques, directives and rules of one snapshot, each by id, sorted by code point. */
export interface Policies {
  readonly techniques: ReadonlyMap<string, Technique>;
  readonly directives: ReadonlyMap<string, Directive>;
  readonly rules: ReadonlyMap<string, Rule>;
  /** Faults in the files. They do not stop nodes from resolving. */
  readonly diagnostics: readonly Diagnostic[];
}

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
  /** What several directives become: one is kept, all are merged into one policy, or each is a policy. */
  readonly kind: "unique" | "merged" | "separated";
  readonly enabled: boolean;
}

export interface Directive {
  readonly id: string;
  readonly file: SourceFile;
  readonly name: string;
  /** Undefined if the file does not name it, which is one of its faults. */
  readonly technique: NameMention | undefined;
  /** The version of the technique; no version is a version of its own. */
  readonly version: string | undefined;
  /** Where the version is written, or the start of the file. The other origins here follow the same rule. */
  readonly versionOrigin: Span;
  /** 0 to 10; smaller is higher. */
  readonly priority: number;
  readonly priorityOrigin: Span;
  readonly enabled: boolean;
  readonly policyMode: "enforce" | "audit";
  readonly policyModeOrigin: Span;
  /** Variables in the order written. Texts in them are templates over the node's properties. */
  readonly sets: readonly Variable[];
  readonly merges: readonly VariableMerge[];
}

export interface Variable {
  readonly name: string;
  readonly keyNode: ScalarValue;
  readonly value: Value;
}

/** `variable_dict_merge_tolerant`: the agent computes it from properties.d at run time. */
export interface VariableMerge {
  readonly name: string;
  readonly first: MergeOperand;
  readonly second: MergeOperand;
  readonly origin: Span;
}

/** `node.NAMESPACE[KEY]`, with further keys for values inside it. */
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
  /** Where the name is written, or the start of the file if the id is the name. */
  readonly nameOrigin: Span;
  readonly directives: readonly NameMention[];
  readonly targets: readonly RuleTarget[];
  readonly enabled: boolean;
}

export type RuleTarget =
  | { readonly kind: "group"; readonly id: string; readonly origin: Span }
  | { readonly kind: "all" | "exceptPolicyServers" | "policyServers"; readonly origin: Span }
  | { readonly kind: "policyServer"; readonly node: string; readonly origin: Span }
  | { readonly kind: "or" | "and"; readonly targets: readonly RuleTarget[]; readonly origin: Span }
  | { readonly kind: "exclude"; readonly include: RuleTarget; readonly exclude: RuleTarget; readonly origin: Span };

/** The policies of one node, in the order in which the agent runs them. */
export interface NodePolicies {
  readonly node: string;
  readonly policies: readonly Policy[];
  /** The variables that the directives declare, in the order of values. The last declaration of a variable counts. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The merges of the agent at run time, in the order of values. The last merge of a variable counts. */
  readonly merges: readonly VariableMerge[];
  /** The variables whose last declaration is a merge. */
  readonly mergedLast: ReadonlySet<string>;
  /** Faults of this node: ties, mixed versions or modes, templates that cannot be filled in. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface RuleDirective {
  readonly rule: Rule;
  readonly directive: Directive;
}

/** `10-base/resolver.site`: the pair as values and outputs name it. */
export function pairText({ rule, directive }: RuleDirective): string {
  return `${rule.id}/${directive.id}`;
}

/** Where the rule lists the directive; without a line of its own, the name of the rule. */
export function mentionOf({ rule, directive: { id } }: RuleDirective): NameMention {
  return rule.directives.find(({ name }) => name === id) ?? { name: id, remove: false, origin: rule.nameOrigin };
}

export interface Policy {
  readonly technique: Technique;
  /** The pair that decides its position. */
  readonly place: RuleDirective;
  /** In the order of values. */
  readonly directives: readonly RuleDirective[];
  readonly overridden: readonly (RuleDirective & { readonly reason: string })[];
}

/** One file of `properties.d/NODE/`. */
export interface RuntimeFile {
  readonly file: SourceFile;
  readonly pathOnNode: string;
  /** Faults in its bytes. If there are any, its content does not count. */
  readonly faults?: readonly Diagnostic[];
}

export interface ParsedRuntimeFile extends RuntimeFile {
  /** Namespaces as written; undefined if the file is no JSON or holds no object. */
  readonly content: MapValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The values that the agent of one node has in `node.NAMESPACE[KEY]`. */
export interface RuntimeProperties {
  readonly node: string;
  /** By name, in the order in which they are first set. */
  readonly namespaces: ReadonlyMap<string, Namespace>;
  /** The files in the order read, each with the variable that holds a copy of it for debugging. */
  readonly files: readonly { readonly path: string; readonly variable: string }[];
  /** The variables that tolerant merges make. */
  readonly merged: ReadonlyMap<string, Value>;
  /** Why a file, a namespace of it or a merged variable is missing. */
  readonly errors: readonly RuntimeError[];
  readonly caseCollisions: readonly CaseCollision[];
  /** All errors and collisions as findings. */
  readonly diagnostics: readonly Diagnostic[];
}

export type Namespace = ReadonlyMap<string, RuntimeEntry>;

export interface RuntimeEntry {
  readonly value: Value;
  readonly keyOrigin: Span;
  /** The path of the last file that sets it; undefined for a property of the node. */
  readonly file: string | undefined;
}

export interface RuntimeError {
  readonly file: string;
  readonly code: DiagnosticCode;
  /** The namespace or variable; empty for the file as a whole. */
  readonly name: string;
}

/** Keys that are equal for an agent on Windows. */
export interface CaseCollision {
  readonly namespace: string;
  readonly keys: readonly string[];
}
