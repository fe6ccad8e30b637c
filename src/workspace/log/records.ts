import type { Settings } from "../../model/inventory/settings.ts";
import type { FileDifference } from "../../source/history/commit.ts";
import type { NodeState } from "./node-state.ts";

/** The tracked states in one commit. Commits share them as long as nothing that was read changes. */
export interface TrackedStates {
  /** By name. Where one node is tracked, that node alone; empty where it does not exist. */
  readonly states: ReadonlyMap<string, NodeState>;
  /** The name of the tracked node; empty when all nodes are tracked. */
  readonly name: string;
  readonly settings: Settings;
  /** Equal where the inventory as a whole is equally readable. */
  readonly readability: string;
  /** Whether there are symbolic links. */
  readonly linked: boolean;
}

/** One child of a commit, and what it changed. */
export interface ChildLink {
  readonly commit: string;
  readonly tracked: TrackedStates;
  readonly differences: readonly FileDifference[];
}

/** A commit that has not been visited, though some of its children have. */
export interface Expected {
  tracked: TrackedStates | undefined;
  /** Children from which the commit's state was not derived yet, in the order of the history. */
  readonly links: ChildLink[];
}
