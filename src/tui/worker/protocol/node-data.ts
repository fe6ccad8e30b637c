import type { Row } from "../../../report/text/row.ts";

/** The status of a node: it resolves, partially (with conflicts), or fails; `gone` if only the older state has it. */
export type NodeStatus = "resolves" | "partial" | "fails" | "gone";

/** The nodes of both states of a target, and the classes and groups of the newer one. */
export interface NodeList {
  /** `comparedKey` of the target. */
  readonly key: string;
  readonly names: readonly string[];
  readonly classes: readonly string[];
  readonly groups: readonly string[];
}

/** Statuses of some nodes in the newer state of a target. */
export interface NodeStatuses {
  readonly key: string;
  readonly known: readonly (readonly [string, NodeStatus])[];
}

/** A value of a resolved node; the values inside it follow. */
export interface TreeRow {
  readonly depth: number;
  readonly key: string;
  /** The path as heir writes it; unique in the node. */
  readonly path: string;
  /** A scalar as it is, anything else as a summary. */
  readonly value: string;
  readonly place: string;
}

/** All values of a node in the newer state of a target, or in the older one if only that has the node. */
export interface NodeTree {
  readonly key: string;
  readonly node: string;
  readonly status: NodeStatus;
  /** The file of the node. */
  readonly file: string | undefined;
  /** Empty if the node does not resolve. */
  readonly rows: readonly TreeRow[];
  /** What is wrong with the node. */
  readonly problems: readonly Row[];
}

export const textTabs = ["sources", "groups", "policies", "properties"] as const;
/** The other tabs of a node. */
export type TextTab = (typeof textTabs)[number];

export interface TabRows {
  readonly key: string;
  readonly node: string;
  readonly tab: TextTab;
  readonly rows: readonly Row[];
}
