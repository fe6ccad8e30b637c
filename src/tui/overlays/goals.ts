import uFuzzy from "@leeoniya/ufuzzy";
import { chosenTree, nodesSet, targetKeyOf } from "../screens/nodes/chosen.ts";
import { treeEntries } from "../screens/nodes/tree.ts";
import type { TuiState } from "../state.ts";

/** Something to go to. */
export interface Goal {
  readonly kind: GoalKind;
  /** The node, path or class, or the id of the commit. */
  readonly name: string;
  /** The text that is searched and shown. */
  readonly text: string;
  /** The value of the node that is meant. */
  readonly path?: string;
}

const kinds = ["node", "path", "class", "commit"] as const;
/** `search` looks for commits that are not loaded, in the whole history. */
export type GoalKind = (typeof kinds)[number] | "search";

const MOST = 200;
/** Exact words come first. */
const whole = new uFuzzy();
/** Anything may be between two letters of a word, as in other fuzzy finders. */
const fuzzy = new uFuzzy({ intraIns: Number.POSITIVE_INFINITY, intraChars: "." });

/** The goals that fit a text, the best first; `node:` and the like before it restrict the kind. */
export function goalsFor(state: TuiState, search: string): readonly Goal[] {
  const [, word, rest = ""] = /^([a-z]+):\s*(.*)$/s.exec(search) ?? [];
  const kind = kinds.find((each) => each === word);
  const all = goalsOf(state);
  const goals = kind === undefined ? all : all.filter((goal) => goal.kind === kind);
  const [, node, path] = /^(\S+)\s+(\S+)$/.exec(search) ?? [];
  const named = goals.find((goal) => goal.kind === "node" && goal.name === node);
  if (named !== undefined && path !== undefined) return [{ ...named, text: `${named.name}  ${path}`, path }];
  const needle = kind === undefined ? search : rest;
  if (!/[\p{L}\p{N}]/u.test(needle)) return goals.slice(0, MOST);
  const further = kind === undefined || kind === "commit" ? searchGoal(state, needle.trim()) : [];
  const texts = goals.map(({ text }) => text);
  const close = found(whole, texts, needle);
  const loose = close.length < MOST ? found(fuzzy, texts, needle) : [];
  const fitting = [...new Set([...close, ...loose])].slice(0, MOST).flatMap((index) => goals[index] ?? []);
  return [...fitting, ...further];
}

function searchGoal({ commits: { isWhole, offset } }: TuiState, name: string): readonly Goal[] {
  return isWhole && offset === 0 ? [] : [{ kind: "search", name, text: `all commits for ${name}` }];
}

/** Indexes of the texts that fit, the best first unless there are too many to rank. */
function found(search: uFuzzy, texts: string[], needle: string): readonly number[] {
  const [indexes, info, order] = search.search(texts, needle, 1);
  if (indexes === null) return [];
  return info && order ? order.map((at) => info.idx[at] ?? -1) : indexes;
}

/** All nodes, paths of changes and of the chosen node, classes, and loaded commits. */
function goalsOf(state: TuiState): readonly Goal[] {
  const { list } = state.nodes;
  const isOfTarget = list !== undefined && list.key === targetKeyOf(state);
  const set = nodesSet(state);
  const tree = chosenTree(state);
  const paths = new Set([
    ...(set?.changes ?? []).flatMap(({ isValue, title }) => (isValue ? [title] : [])),
    ...(tree === undefined ? [] : treeEntries(tree, set).map(({ path }) => path)),
  ]);
  const commits = state.commits.all.map(({ id, shortId, subject }): Goal => {
    return { kind: "commit", name: id, text: `${shortId} ${subject}` };
  });
  return [
    ...(isOfTarget ? list.names.map((name) => goal("node", name)) : []),
    ...[...paths].map((path) => goal("path", path)),
    ...(isOfTarget ? list.classes.map((name) => goal("class", name)) : []),
    ...commits,
  ];
}

function goal(kind: GoalKind, name: string): Goal {
  return { kind, name, text: name };
}
