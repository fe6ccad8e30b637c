import { atTop, type Cursor, firstList, firstSearched, type ListState, type SearchedState } from "../list/cursor.ts";
import type { ComparedStates } from "../state/compared.ts";
import type { CommitRow } from "../worker/answers/history.ts";
import type { AnswerTo, FoundCommit, SearchHits } from "../worker/questions.ts";
import type { CommitCounts } from "../worker/rows/change-set.ts";
import type { NodeStatus } from "../worker/rows/node-tree.ts";

/** What each screen remembers. */
export interface ScreenStates {
  readonly commits: CommitsState;
  readonly changes: ChangesState;
  readonly nodes: NodesState;
  readonly staged: StagedState;
}

export type CommitSort = "time" | "nodes" | "values" | "author";

/** What a search for the filter `text` has found so far. */
export interface FoundCommits extends Pick<SearchHits, "text" | "searched"> {
  /** The newest first. */
  readonly commits: readonly FoundCommit[];
  /** How many commits there are; undefined while unknown. */
  readonly total: number | undefined;
  readonly reached: SearchHits["reached"] | "stopped";
}

/** A commit by its id, or if that is unknown by its position in the history. */
export interface CommitGoal {
  readonly at: number;
  readonly id: string | undefined;
}

/** A row of the list: a commit, or what is not committed, with the states that it stands for. */
export interface HistoryRow extends CommitRow {
  readonly target?: ComparedStates;
}

export interface CommitsState extends SearchedState<CommitSort> {
  /** The loaded part of the history, the newest first. */
  readonly all: readonly CommitRow[];
  /** The number of newer commits that are not loaded. */
  readonly offset: number;
  /** What the refs said before the first page was read, as in Trees; undefined while it is not there. */
  readonly refs: string | undefined;
  /** The newest commit, from which positions count; undefined while unknown. */
  readonly tip: string | undefined;
  readonly found: FoundCommits | undefined;
  /** Where the cursor goes once that part is loaded. */
  readonly goal: CommitGoal | undefined;
  /** What is not committed, and the commits that fit the filter, sorted. */
  readonly rows: readonly HistoryRow[];
  /** Whether the oldest commit is loaded. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  /** What is not committed, once that is known. */
  readonly files: AnswerTo<"files"> | undefined;
  /** The known counts by commit. */
  readonly counts: ReadonlyMap<string, CommitCounts>;
}

export const noCommits: CommitsState = {
  ...firstSearched<CommitSort>("time", "nodes", "values", "author"),
  all: [],
  offset: 0,
  refs: undefined,
  tip: undefined,
  found: undefined,
  goal: undefined,
  rows: [],
  isWhole: false,
  isLoading: false,
  files: undefined,
  counts: new Map(),
};

/** How many rows stand before the commits of the history. */
export function rowsInFront({ rows }: CommitsState): number {
  return rows.filter(({ target }) => target !== undefined).length;
}

export function chosenCommit({ rows, cursor }: CommitsState): HistoryRow | undefined {
  return rows[cursor.index];
}

/** What the commit at the cursor changes. */
export function chosenTarget(commits: CommitsState): ComparedStates | undefined {
  const commit = chosenCommit(commits);
  return commit && commitTarget(commit);
}

export function commitTarget(row: Pick<HistoryRow, "id" | "parent" | "isGrafted" | "target">): ComparedStates {
  const { id, parent, isGrafted, target } = row;
  return target ?? { kind: "commit", id, parent, ...(isGrafted && { isGrafted }) };
}

export const groupings = ["by edit", "by node", "by path"] as const;
export type ChangesGrouping = (typeof groupings)[number];

export const valueLayouts = ["changed lines", "whole", "side by side"] as const;

export type ChangeSort = "failures" | "name" | "kind";

export interface ChangesState extends SearchedState<ChangeSort> {
  /** Whether the cursor was never moved: it is on the first change, whichever that is. */
  readonly isAtFirst: boolean;
  /** What is shown; `TuiState.sets` has its changes once they are there. */
  readonly target: ComparedStates | undefined;
  readonly grouping: ChangesGrouping;
  /** Ids of entries that are not folded, or unfolded, as they are at first: edits are open, others are not. */
  readonly turned: ReadonlySet<string>;
  /** Options of `heir diff` that leave changes out. */
  readonly ignored: ReadonlySet<string>;
  /** The index of the node on which the change is shown. */
  readonly nodeAt: number;
  readonly layout: (typeof valueLayouts)[number];
  /** The layer at the cursor, counted from the first one before the change; undefined for the one that wins. */
  readonly layerAt: number | undefined;
  /** The first line in sight of where the value comes from, in a pane of its own. */
  readonly originTop: number;
  readonly left: LeftRow | undefined;
  /** Where the cursor goes once the changes are there: the change of a path on a node. */
  readonly goal: { readonly node: string; readonly path: string | undefined } | undefined;
  /** The last value that was reported; it may be that of another change. */
  readonly detail: AnswerTo<"value"> | undefined;
}

/** A row that was chosen before the states were compared again. */
export interface LeftRow {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  /** What it was about, where another row can be about the same: sign and title of a change, the file of an edit. */
  readonly about: string | undefined;
  /** Whether nothing of it is left; not before the comparison is whole. */
  readonly isGone: boolean;
}

/** What begins anew on another node, where only who moved comes. */
export const onNode = { isAtFirst: false, detailTop: 0, layerAt: undefined, originTop: 0 };

/** What begins anew on another change. */
export const onChange = { ...onNode, nodeAt: 0, left: undefined };

export const noChanges: ChangesState = {
  ...firstSearched<ChangeSort>("failures", "name", "kind"),
  target: undefined,
  grouping: "by edit",
  turned: new Set(),
  ignored: new Set(),
  ...onChange,
  isAtFirst: true,
  layout: "changed lines",
  goal: undefined,
  detail: undefined,
};

type NodeTab = "tree" | AnswerTo<"tab">["tab"];
export const nodeTabs: readonly NodeTab[] = ["tree", "sources", "groups", "policies", "properties"];

export type NodeSort = "state" | "values" | "name";

export interface NodesState extends SearchedState<NodeSort> {
  /** The last nodes that were reported; they may be those of another target. */
  readonly list: AnswerTo<"nodes"> | undefined;
  /** The known statuses of nodes, and the key of the target. */
  readonly statuses: { readonly key: string; readonly of: ReadonlyMap<string, NodeStatus> };
  /** Whether the cursor was never moved: then it stays on the first node, whichever that is. */
  readonly isAtFirst: boolean;
  readonly tab: NodeTab;
  readonly tree: AnswerTo<"node"> | undefined;
  readonly rows: AnswerTo<"tab"> | undefined;
  /** Paths of values that are folded or unfolded against the default. */
  readonly toggled: ReadonlySet<string>;
  readonly treeCursor: Cursor;
  /** The path on which the cursor of the tree goes as soon as the values are there. */
  readonly goal: string | undefined;
  /** What the listed nodes have in common; undefined if all nodes are listed. */
  readonly only: CommonValue | undefined;
}

/** Nodes that have a value. */
interface CommonValue {
  /** As `heir nodes --with` reads it: `ntp:server=ntp1`. */
  readonly test: string;
  /** Those that are found so far. */
  readonly names: ReadonlySet<string>;
  readonly isWhole: boolean;
}

export const noNodes: NodesState = {
  ...firstSearched<NodeSort>("state", "values", "name"),
  list: undefined,
  statuses: { key: "", of: new Map() },
  isAtFirst: true,
  tab: "tree",
  tree: undefined,
  rows: undefined,
  toggled: new Set(),
  treeCursor: atTop,
  goal: undefined,
  only: undefined,
};

/** The target of the screen of changes, or the chosen commit; before the first commit, the index and the work tree. */
export function nodesTarget({
  changes,
  commits,
}: Pick<ScreenStates, "changes" | "commits">): ComparedStates | undefined {
  const { all, isWhole } = commits;
  return changes.target ?? chosenTarget(commits) ?? (isWhole && all.length === 0 ? UNCOMMITTED : undefined);
}

const UNCOMMITTED: ComparedStates = { kind: "states", words: [], staged: false };

export interface StagedState extends ListState {
  /** Which state is compared with HEAD; undefined for the index if anything is staged, else the work tree. */
  readonly shown: "index" | "worktree" | undefined;
  /** The last report; it may be that of the other state, and of files that have changed since. */
  readonly report: AnswerTo<"staged"> | undefined;
  /** Ids of folded sections that are open: older findings, and findings that follow from others. */
  readonly unfolded: ReadonlySet<string>;
  /** Undefined until the worker has said them. */
  readonly files: AnswerTo<"files"> | undefined;
  readonly gone: GoneItem | undefined;
  /** Of the file that was chosen last; they may be those of an earlier state. */
  readonly hunks: AnswerTo<"hunks"> | undefined;
  /** Whether the hunks are those of the files as they are. */
  readonly areHunksNew: boolean;
  /** Whether the cursor was put where the work begins, or moved. */
  readonly isPlaced: boolean;
  /** The message of the commit that was not made. */
  readonly message: string;
  /** The choice or hunk at the cursor. */
  readonly choiceAt: number;
  readonly finding: AnswerTo<"finding"> | undefined;
  readonly value: AnswerTo<"value"> | undefined;
}

export const noStaged: StagedState = {
  ...firstList,
  shown: undefined,
  report: undefined,
  unfolded: new Set(),
  files: undefined,
  gone: undefined,
  hunks: undefined,
  areHunksNew: false,
  isPlaced: false,
  message: "",
  choiceAt: 0,
  finding: undefined,
  value: undefined,
};

/** The row of the cursor after the last reread, of which nothing is left: it stays until the cursor leaves it. */
export interface GoneItem {
  readonly id: string;
  readonly section: StagedSection;
  readonly at: number;
  readonly text: string;
}

/** The lists that the screen shows, in this order: files; findings and changes. */
export type StagedSection = "files" | "list";
