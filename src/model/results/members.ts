/** Which nodes of a state have which classes and groups, to describe sets of nodes. */
export interface Members {
  readonly nodes: ReadonlySet<string>;
  /** By the name of the class, in no order that means anything. */
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}
