import type { Row } from "../../../report/text/row.ts";

/** How a node stands: it resolves, all but properties in conflict, or not; or only the older state has it. */
export type NodeStatus = "resolves" | "partial" | "fails" | "gone";

/** The nodes of both states of a target, and the classes of the newer one. */
export interface NodeList {
  /** `targetKey` of the target. */
  readonly key: string;
  readonly names: readonly string[];
  readonly classes: readonly string[];
}

/** Some nodes and how they stand in the newer state of a target. */
export interface NodeStatuses {
  readonly key: string;
  readonly known: readonly (readonly [string, NodeStatus])[];
}

/** One value of a resolved node: each is followed by what it holds. */
export interface TreeRow {
  readonly depth: number;
  readonly key: string;
  /** From the node on, as heir writes it; no two rows have the same. */
  readonly path: string;
  /** A leaf as it is, of anything else how much it holds. */
  readonly value: string;
  readonly place: string;
}

/** All values of a node in the newer state of a target, or in the older one when only that has it. */
export interface NodeTree {
  readonly key: string;
  readonly node: string;
  readonly status: NodeStatus;
  /** Empty where the node does not resolve. */
  readonly rows: readonly TreeRow[];
  /** What is wrong with the node. */
  readonly problems: readonly Row[];
}

export const textTabs = ["sources", "groups", "policies", "properties"] as const;
/** What else there is to say of a node. */
export type TextTab = (typeof textTabs)[number];

export interface TabRows {
  readonly key: string;
  readonly node: string;
  readonly tab: TextTab;
  readonly rows: readonly Row[];
}
