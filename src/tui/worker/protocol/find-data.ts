/** What a search in the values of a state has found so far. */
export interface Found {
  /** `comparedKey` of the target, of which the newer state was searched. */
  readonly key: string;
  readonly text: string;
  /** Whether the text is a test of a path. */
  readonly isTest: boolean;
  /** Paths of which a key fits, each with its values. */
  readonly paths: readonly FoundPath[];
  /** Values that fit. */
  readonly values: readonly FoundValue[];
  /** Where `PATH=VALUE` was asked for: the nodes that fit. */
  readonly nodes: readonly FoundNode[];
  /** How many there are of each; only the first are listed. */
  readonly counts: { readonly paths: number; readonly values: number; readonly nodes: number };
  readonly searched: SearchedPart;
}

/** How far a search is. */
export interface SearchedPart {
  readonly nodes: number;
  readonly of: number;
  readonly files: number;
  /** Whether it is over. */
  readonly isWhole: boolean;
}

export interface FoundPath {
  readonly path: string;
  /** How many nodes have it. */
  readonly nodes: number;
  /** The first of them. */
  readonly node: string;
  readonly values: readonly FoundValue[];
}

/** A value that nodes have from the same place. */
export interface FoundValue {
  readonly path: string;
  readonly value: string;
  readonly nodes: number;
  readonly node: string;
  /** `file:line`. */
  readonly place: string;
  /** What finds these nodes as `heir nodes --with` reads it. */
  readonly test: string;
}

/** A node, and the value that fits. */
export interface FoundNode {
  readonly node: string;
  readonly path: string;
  readonly value: string;
  readonly place: string;
}
