import type { Settings } from "../../model/inventory/settings.ts";
import type { FileDifference } from "../../source/history/commit.ts";
import type { NodeState } from "./node-state.ts";

/** What is tracked, as it is in one commit. Commits share it as long as nothing that was read changes. */
export interface TrackedStates {
  /** By name. Where one node is tracked, that node alone; nothing where it is not there. */
  readonly states: ReadonlyMap<string, NodeState>;
  /** What the tracked node is called; empty when all nodes are tracked. */
  readonly name: string;
  readonly settings: Settings;
  /** Equal where the inventory as a whole is as readable as here. */
  readonly readability: string;
  /** Whether there are symbolic links. */
  readonly linked: boolean;
}

/** One child of a commit, and what it changed. */
export interface ChildLink {
  readonly commit: string;
  readonly standing: TrackedStates;
  readonly differences: readonly FileDifference[];
}

/** A commit that has not been visited, though some of its children have. */
export interface Expected {
  standing: TrackedStates | undefined;
  /** Children that were not asked yet what the commit is like, in the order of the history. */
  readonly links: ChildLink[];
}
