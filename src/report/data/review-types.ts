/** The form of a review for programs; see types.ts for the rules of such forms. */

import type { DiffSummaryData, EndData, FindingData } from "./types.ts";

/** What a change does to values, and what is wrong since then. */
export interface ReviewData {
  readonly v: 1;
  readonly from: EndData;
  readonly to: EndData;
  /**
   * `fails`: a node newly fails, or an error is new. `incomplete`: of some nodes nothing is known, since neither state
   * resolves them. Anything else `passes`.
   */
  readonly status: "passes" | "fails" | "incomplete";
  /** The same in one line, with numbers. */
  readonly verdict: string;
  readonly summary: DiffSummaryData;
  /** Those that the earlier state does not have. */
  readonly findings: readonly FindingData[];
  /** The comment for a pull request, in Markdown. */
  readonly body: string;
}
