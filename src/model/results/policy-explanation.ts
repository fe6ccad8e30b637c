import type { NameMention } from "../inventory/mention.ts";
import type { RuleDirective, RuleTarget, Technique } from "../inventory/policy.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { ExplainedReference } from "./explanation.ts";

/** How the policies of one technique, or one variable that directives declare, come about on a node. */
export interface PolicyExplanation {
  /** `["policies", TECHNIQUE]` or `["variables", NAME]`. */
  readonly path: ParameterPath;
  readonly technique: Technique | undefined;
  /** Of a variable, if it has one. */
  readonly value: Value | undefined;
  /** In the order in which they run; those that lost stand behind the one they lost to, those that do not reach last. */
  readonly pairs: readonly ExplainedPair[];
}

/** A rule and a directive that it lists, and what becomes of them on the node. */
export interface ExplainedPair extends RuleDirective {
  readonly technique: Technique | undefined;
  /** Of the policy among those of the node, counted from 1 in the order in which they run. */
  readonly position: number | undefined;
  /**
   * - `counts`: it makes the policy or, of several, has a part in it; its variable stays;
   * - `later`: a directive that follows declares the variable again;
   * - `lost`: it reaches the node, and another one is kept;
   * - `absent`: it does not reach the node.
   */
  readonly fate: "counts" | "later" | "lost" | "absent";
  /** Why it does not count. */
  readonly reason: string | undefined;
  /** Where the rule lists the directive. */
  readonly mention: NameMention;
  /** The targets of the rule that hold the node. */
  readonly targets: readonly RuleTarget[];
  /** The value that it declares for the variable, and the properties that it calls. */
  readonly declared: { readonly value: Value; readonly references: readonly ExplainedReference[] } | undefined;
}
