/** The verdict of a gate for programs; see types.ts for the rules of such forms. */

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
  /** What consents to losses, reach and weakened settings: `heir.allow`, or trailers. */
  readonly consent: readonly string[];
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
