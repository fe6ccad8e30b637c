/** The findings of a state and the verdict of a gate; see value.ts for the rules of such forms. */
import type { LeftOut } from "../results/left-out.ts";
import type { Place } from "../values/place.ts";

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

/** A problem in the data. `docs/checks/` explains every code. */
export interface DiagnosticData {
  /** Stable, such as `class-not-found`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** Absent where no file holds the fault. */
  readonly place?: Place;
  /** Other places that are involved, each with its role. */
  readonly related: readonly { readonly place: Place; readonly caption: string }[];
  /** A fact that helps to understand it. */
  readonly note?: string;
  /** One thing to do about it. */
  readonly hint?: string;
  /** Where a contract is broken: the keys from the top of the node, numbers for items; and the contract. */
  readonly path?: readonly (string | number)[];
  readonly contract?: { readonly id: string; readonly path?: string; readonly place: Place };
}

/** A diagnostic and all nodes that have it. */
export interface FindingData extends DiagnosticData {
  /** Sorted; empty when it is about a file that no node uses, or about the inventory as a whole. */
  readonly nodes: readonly string[];
  /** The finding without which this one would not be there; it comes before this one. */
  readonly follows?: { readonly code: string; readonly file?: string; readonly line?: number };
}

/** Why a node no longer resolves. */
export type ErrorData = Pick<DiagnosticData, "code" | "severity" | "message" | "place">;
