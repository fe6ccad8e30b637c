// Parts of results that documents and the library have as they are, so this file imports nothing.

/** One of the two snapshots, with its names for people and programs. */
export interface ComparisonEnd {
  /** `HEAD~1 5c0ffee`, `index`, `work tree`. */
  readonly title: string;
  /** Equal ids mean equal content. */
  readonly id: string;
  /** The first line of the commit's message, if the snapshot is a commit. */
  readonly subject?: string;
}

/** A node that only the second side has. */
export interface NewNode {
  readonly name: string;
  /** The classes that it lists itself. */
  readonly classes: readonly string[];
  readonly groups: readonly string[];
  /** How many values its parameters have, but for those of `_reclass_`; a list is one. */
  readonly values: number;
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** A node that has another name on the second side. */
export interface NodeRename extends Rename {
  /** Set where it resolves on both sides, and more differs than what reclass itself says of its name. */
  readonly differs?: true;
}

/** An owner of edited files, of the files of changing nodes, or of values by contract, and the nodes. */
export interface Owner {
  readonly owner: string;
  readonly because: readonly ("edit" | "node" | "value")[];
  readonly nodes: readonly string[];
}
