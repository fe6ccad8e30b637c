import { remembered } from "../../../base/remembered.ts";
import { filterOf, isSelector, nodeTest } from "../../list/filter.ts";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import type { TuiState } from "../../state.ts";
import type { NodeList, NodeTree, TabRows } from "../../worker/questions.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { NodeStatus } from "../../worker/rows/node-tree.ts";
import { chosenTarget } from "../commits/state.ts";
import { countsByNode, type NodeSort } from "./state.ts";

/** The target of the screen of changes, or the chosen commit; before the first commit, the index and the work tree. */
export function nodesTarget({ changes, commits }: Pick<TuiState, "changes" | "commits">): ComparedStates | undefined {
  const { all, isWhole } = commits;
  return changes.target ?? chosenTarget(commits) ?? (isWhole && all.length === 0 ? UNCOMMITTED : undefined);
}

const UNCOMMITTED: ComparedStates = { kind: "states", words: [], staged: false };

/** The nodes of the target that fit the filter, sorted; none until they are there. */
export function shownNames(state: TuiState): readonly string[] {
  const { list, search, sort, statuses } = state.nodes;
  if (list === undefined || list.key !== targetKeyOf(state)) return [];
  const of = statuses.key === list.key ? statuses.of : NONE_KNOWN;
  return namesFor(list, { text: search.text, sort, set: nodesSet(state), of, only: state.nodes.only?.names });
}

interface Arranged {
  readonly text: string;
  readonly sort: NodeSort;
  readonly set: ChangeSet | undefined;
  readonly of: ReadonlyMap<string, NodeStatus>;
  readonly only: ReadonlySet<string> | undefined;
}

const NONE_KNOWN: ReadonlyMap<string, NodeStatus> = new Map();
const namesFor = remembered((list: NodeList, asked: Arranged): readonly string[] =>
  sorted(list.names.filter((name) => asked.only?.has(name) ?? true).filter(fitsFilter(list, asked)), asked),
);

/** Which nodes fit a filter; which ones a selector selects, the worker answers. */
export function fitsFilter(
  { typed }: NodeList,
  { text, set, of }: Pick<Arranged, "text" | "set" | "of">,
): (name: string) => boolean {
  if (!isSelector(text)) return nodeTest(filterOf(text), set, of);
  const names = new Set(typed?.text === text ? typed.names : []);
  return (name) => names.has(name);
}

/** The selector that is typed as the filter, until it is answered. */
export function openSelector({ nodes: { list, search } }: TuiState): string | undefined {
  return isSelector(search.text) && list?.typed?.text !== search.text ? search.text : undefined;
}

/** Nodes that fail come first, then partial ones, then those that change; or those that change most; or by name. */
function sorted(names: readonly string[], { sort, set, of }: Arranged): readonly string[] {
  if (sort === "name") return names;
  const counts = set && countsByNode(set);
  const weight = (name: string): number => {
    const { changed = 0, added = 0, removed = 0, failing = 0 } = counts?.get(name) ?? {};
    const changes = changed + added + removed + failing;
    if (sort === "values") return changes;
    const status = of.get(name);
    return status === "fails" ? 3 : status === "partial" ? 2 : changes > 0 ? 1 : 0;
  };
  const weights = new Map(names.map((name) => [name, weight(name)]));
  return [...names].sort((left, right) => (weights.get(right) ?? 0) - (weights.get(left) ?? 0));
}

/** The node at the cursor. */
export function chosenNode(state: TuiState): string | undefined {
  return shownNames(state)[state.nodes.cursor.index];
}

/** The values of the chosen node; undefined until the worker has answered. */
export function chosenTree(state: TuiState): NodeTree | undefined {
  const { tree } = state.nodes;
  return tree !== undefined && isOfChosen(state, tree) ? tree : undefined;
}

export function chosenRows(state: TuiState): TabRows | undefined {
  const { rows, tab } = state.nodes;
  return rows?.tab === tab && isOfChosen(state, rows) ? rows : undefined;
}

function isOfChosen(state: TuiState, { key, node }: Pick<NodeTree, "key" | "node">): boolean {
  return key === targetKeyOf(state) && node === chosenNode(state);
}

export function nodesSet(state: TuiState): ChangeSet | undefined {
  return state.sets.get(targetKeyOf(state) ?? "");
}

export function targetKeyOf(state: TuiState): string | undefined {
  const target = nodesTarget(state);
  return target && comparedKey(target);
}
