import type { NameMention } from "../inventory/definition.ts";
import type { RuleDirective, RuleTarget, Technique } from "../inventory/policy.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { ExplainedReference } from "./explanation.ts";

/** How a node gets the policies of one technique, or one variable that directives declare. */
export interface PolicyExplanation {
  /** `["policies", TECHNIQUE]` or `["variables", NAME]`. */
  readonly path: ParameterPath;
  readonly technique: Technique | undefined;
  /** The value of a variable, if it has one. */
  readonly value: Value | undefined;
  /** In the order in which they run, those that lost behind the winner; last those that do not reach the node. */
  readonly pairs: readonly ExplainedPair[];
}

/** What a directive declares for a variable: a value, or the operands of a merge as texts. */
export interface DeclaredValue {
  readonly value: Value;
  /** The properties and run-time keys that it uses. */
  readonly references: readonly ExplainedReference[];
  readonly isMerge: boolean;
}

export interface ExplainedPair extends RuleDirective {
  readonly technique: Technique | undefined;
  /** The position of the policy among those of the node, counted from 1 in the order in which they run. */
  readonly position: number | undefined;
  /**
   * `counts`: it makes the policy or is part of it, or its variable counts; `later`: a later directive declares it
   * again; `lost`: it reaches the node, but another one is kept; `absent`: it does not reach the node.
   */
  readonly fate: "counts" | "later" | "lost" | "absent";
  /** Why it does not count. */
  readonly reason: string | undefined;
  /** Where the rule lists the directive. */
  readonly mention: NameMention;
  /** The targets of the rule that include the node. */
  readonly targets: readonly RuleTarget[];
  readonly declared: DeclaredValue | undefined;
}
