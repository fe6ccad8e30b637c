import type { Span } from "../values/origin.ts";

/** The contract that a finding is about. */
export interface FoundContract {
  readonly id: string;
  /** As written; absent for a rule that is about no single path. */
  readonly path?: string;
  readonly span: Span;
}
