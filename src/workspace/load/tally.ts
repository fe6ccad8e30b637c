/** The work done so far by a walk along a history. */
export interface Tally {
  /** Commits read. */
  commits: number;
  /** Inventories listed. */
  snapshots: number;
  /** Nodes resolved. */
  resolved: number;
}
