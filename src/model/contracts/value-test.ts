import type { Span, Value } from "../values/value.ts";

/** A key of a path in a finding: a number for an item. */
export type FoundKey = string | number;

/** What was found at some keys, as it is seen from one key above. */
export function atKey<Found extends { readonly at: readonly FoundKey[] }>(
  key: FoundKey,
  found: readonly Found[],
): readonly Found[] {
  return found.length === 0 ? found : found.map((each) => ({ ...each, at: [key, ...each.at] }));
}

export interface ViolationReport {
  /** The keys from the tested value to the one that is looked at; grows and shrinks during a test. */
  readonly at: FoundKey[];
  /** `fault` completes the sentence "the value …". */
  add(value: Value, fault: string, hint?: string): void;
}

export interface TestContext {
  isNode(name: string): boolean;
}

/** Whether a value, as JSON, keeps a contract (K7 of docs/concepts/contracts.md). `report` gets all its faults. */
export type ValueTest = (value: Value, context: TestContext, report?: ViolationReport) => boolean;

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

export interface FactValue extends FactPart {
  /** From the node object on. */
  readonly at: readonly FoundKey[];
  readonly span: Span;
}
