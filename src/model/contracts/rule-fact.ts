import type { Span } from "../values/origin.ts";
import type { FoundKey } from "./value-test.ts";

/** What a rule over nodes needs to know of one node. */
export interface RuleFact {
  /** The place of the rule among all rules. */
  readonly rule: number;
  /** The value at `per`; absent for a rule without. */
  readonly part?: FactPart;
  /** The values that the rule compares, or those that make the node count. */
  readonly values: readonly FactValue[];
}

/** The part of a rule with `per` that a node is in. */
export interface FactPart {
  /** Equal for equal values. */
  readonly identity: string;
  /** The value in few words, masked. */
  readonly shown: string;
}

/** A value that a rule over nodes looks at. */
export interface FactValue extends FactPart {
  /** From the node object on. */
  readonly at: readonly FoundKey[];
  readonly span: Span;
}
