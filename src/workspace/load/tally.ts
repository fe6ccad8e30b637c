/** How much work a walk along a history has done so far. */
export interface Tally {
  /** Commits read. */
  commits: number;
  /** Inventories listed. */
  snapshots: number;
  /** Nodes resolved. */
  resolved: number;
}
