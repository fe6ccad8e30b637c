import { remembered } from "../../../base/remembered.ts";
import { filterOf, nodeTest } from "../../list/filter.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeSet, ComparedStates } from "../../worker/protocol/data.ts";
import { comparedKey } from "../../worker/protocol/data.ts";
import type { NodeList, NodeStatus, NodeTree, TabRows } from "../../worker/protocol/node-data.ts";
import { chosenTarget } from "../commits/state.ts";
import { countsByNode, type NodeSort } from "./state.ts";

/** The target of the screen of changes, or the chosen commit. */
export function nodesTarget({ changes, commits }: Pick<TuiState, "changes" | "commits">): ComparedStates | undefined {
  return changes.target ?? chosenTarget(commits);
}

/** The nodes of the target that fit the filter, sorted; none until they are there. */
export function shownNames(state: TuiState): readonly string[] {
  const { list, search, sort, statuses } = state.nodes;
  if (list === undefined || list.key !== targetKeyOf(state)) return [];
  if (search.text === "" && sort === "name") return list.names;
  const of = statuses.key === list.key ? statuses.of : NONE_KNOWN;
  return namesFor(list, { text: search.text, sort, set: nodesSet(state), of });
}

interface Arranged {
  readonly text: string;
  readonly sort: NodeSort;
  readonly set: ChangeSet | undefined;
  readonly of: ReadonlyMap<string, NodeStatus>;
}

const NONE_KNOWN: ReadonlyMap<string, NodeStatus> = new Map();
const namesFor = remembered(({ names }: NodeList, asked: Arranged): readonly string[] =>
  sorted(names.filter(nodeTest(filterOf(asked.text), asked.set, asked.of)), asked),
);

/** What needs attention comes first. */
const ORDER: readonly (NodeStatus | undefined)[] = ["fails", "partial", "gone", undefined, "resolves"];

function sorted(names: readonly string[], { sort, set, of }: Arranged): readonly string[] {
  if (sort === "name") return names;
  const counts = set && countsByNode(set);
  const weight = (name: string): number => {
    if (sort === "state") return -ORDER.indexOf(of.get(name));
    const { changed = 0, added = 0, removed = 0, failing = 0 } = counts?.get(name) ?? {};
    return changed + added + removed + failing;
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
