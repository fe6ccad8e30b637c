/** The findings of a state and the verdict of a gate for programs; see types.ts for the rules of such forms. */
import type { LeftOut } from "../../model/results/left-out.ts";
import type { ComparisonEnd } from "../../model/results/printed-parts.ts";
import type { DiffSummaryData, FindingData } from "./types.ts";

/** All findings in one state: `heir check --format json`. */
export interface CheckData {
  readonly v: 1;
  /** Errors first. */
  readonly findings: readonly FindingData[];
  /**
   * How many findings of one code a file has beyond the thousand that are listed; absent if there are none. In a check
   * joined from shards it is the least that it can be.
   */
  readonly more?: readonly MoreFindingsData[];
  /** The nodes and paths that findings are narrowed to, as they were asked for; absent if to none. */
  readonly scope?: { readonly nodes: readonly string[]; readonly paths: readonly string[] };
  /** The number of findings left out because an earlier state has them; absent if no state was given. */
  readonly older?: number;
  /** The number of findings that `heir-baseline.yml` excuses; absent if there is none. */
  readonly excused?: number;
  readonly looked_at: {
    readonly nodes: number;
    readonly files: number;
    /** What the answer leaves out; empty if nothing. */
    readonly left_out: readonly LeftOut[];
  };
  /** Which share of the nodes was checked, and a digest of what the whole run depends on; absent for all nodes. */
  readonly shard?: { readonly index: number; readonly of: number; readonly run: string };
  /** The verdict of the gate; absent if no earlier state was given. */
  readonly gate?: GateData;
}

/** The verdict of a gate on the step from one state to another. */
export interface GateData {
  /** Ids of the two commits; null for the index and the work tree. */
  readonly old: string | null;
  readonly new: string | null;
  /** Whose settings judge: those of the earlier state, with the file of `heir.policyFile`, or its own. */
  readonly policyFrom: "OLD" | "FILE" | "NEW";
  /** Settings that the change makes less strict. */
  readonly weakened: readonly WeakenedData[];
  /** Nodes that are lost. */
  readonly lost: readonly string[];
  /** How many nodes differ. */
  readonly reach: number;
  /** How many errors are excused because the earlier state has them, too. */
  readonly excused: number;
  /** New commits that were made of two lines of work and have what neither has written. */
  readonly merges: readonly MeetingData[];
  /** What consents to losses, reach and weakened settings: `heir.allow`, or trailers. */
  readonly consent: readonly string[];
}

/** What a commit made of two lines of work, and neither has written; values, nodes and findings as `heir merge-check` has them. */
export interface MeetingData {
  /** Ids of commits; `base` is null where it is the merge base of the sides. */
  readonly made: string | null;
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
  readonly values: readonly object[];
  readonly nodes: object;
  readonly findings: readonly FindingData[];
}

/** A setting that a change makes less strict, with both values as text, and where it is. */
export interface WeakenedData {
  readonly key: string;
  readonly old: string;
  readonly new: string;
  readonly file?: string;
  readonly line?: number;
}

/** How many findings of one code a file has beyond those that are listed. */
export interface MoreFindingsData {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly file: string;
  readonly count: number;
}

/** The form of a review for programs; see types.ts for the rules of such forms. */

/** What a change does to values, and what is wrong since then. */
export interface ReviewData {
  readonly v: 1;
  readonly from: ComparisonEnd;
  readonly to: ComparisonEnd;
  /**
   * `fails`: a node newly fails, or an error is new. `incomplete`: some nodes resolve in neither state, so nothing is
   * known of them. Anything else `passes`.
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
