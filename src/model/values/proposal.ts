import type { ParameterPath } from "./parameter-path.ts";

/** Where values go: a class, which can be new, or a group. */
export interface Destination {
  readonly kind: "class" | "group";
  readonly name: string;
}

/** Values that several files say with the same words, and a place for all of them: `heir extract` carries it out. */
export interface Proposal {
  readonly paths: readonly ParameterPath[];
  /** All nodes that get the values from these files, in the order of the inventory. */
  readonly nodes: readonly string[];
  /** The same nodes as NODES of a command line. */
  readonly wanted: string;
  readonly linesSaved: number;
  readonly to: Destination;
}
