import type { MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { Masked } from "../secrets/masked.ts";
import type { Span, Value } from "../values/value.ts";

export interface TestRun {
  /** In the order of the expectations, for each in the order of nodes. */
  readonly results: readonly TestResult[];
  /** Of a shard: the position of each result among those of all nodes. */
  readonly positions?: readonly number[];
}

/** One expectation on one node. */
export interface TestResult {
  /** The id of the contract. */
  readonly id: string;
  /** The expectation. */
  readonly span: Span;
  /** The name of the node; as written where no node has it. */
  readonly node: string;
  readonly isNode: boolean;
  /** As written. */
  readonly path: string;
  /** The value that is expected, or the keywords. */
  readonly want: Masked<Value>;
  /** Absent if there is no value, or the expectation was skipped. */
  readonly got?: Masked<Value>;
  readonly outcome: TestOutcome;
  /** What is wrong; present if it failed. */
  readonly finding?: MaskedDiagnostic;
}

export type TestOutcome = "passed" | "failed" | "skipped";
