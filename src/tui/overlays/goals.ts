import uFuzzy from "@leeoniya/ufuzzy";
import { madeOnce } from "../../base/made-once.ts";
import { type ComparedStates, comparedKey } from "../state/compared.ts";
import type { TuiState } from "../state.ts";
import type { Found, FoundValue, NodeList } from "../worker/questions.ts";
import { type GoalKind, goalKinds, readSought, type Sought } from "./sought.ts";
import type { Overlays } from "./state.ts";

/** Something to go to, as a row of the list; a path or a value also with what finds its nodes and the first of them. */
export interface Goal extends Partial<FoundValue> {
  readonly kind: GoalKind;
  /** Unique among the goals of its kind, and what is gone to: a node, a path, a class, the id of a commit. */
  readonly name: string;
  /** The text that is searched and shown. */
  readonly text: string;
  /** Of a name for a commit: the first parent of that. */
  readonly parent?: string | undefined;
  /** The kind below which it is listed, if not its own. */
  readonly below?: GoalKind;
}

/** A row: something to go to, the rest of a kind that is folded away, or the search of commits that are not loaded. */
export type GoalRow =
  | Goal
  | { readonly kind: "more"; readonly of: GoalKind; readonly count: number }
  | { readonly kind: "search"; readonly name: string };

/** The most rows of a kind until it is unfolded, and then. */
const FEW = 8;
const MOST = 200;
/** Words as they are typed come first. */
const whole = madeOnce(() => new uFuzzy({ interSplit: "\\s+" }));
/** Anything may be between two letters of a word, as in other fuzzy finders. */
const fuzzy = madeOnce(() => new uFuzzy({ intraIns: Number.POSITIVE_INFINITY, intraChars: "." }));

/** The rows for a text, kind by kind, the best of each first. */
export function goalRows(state: TuiState, own: Omit<Overlays["goto"], "at" | "top">): readonly GoalRow[] {
  const { typed, target, unfolded } = own;
  const sought = readSought(typed);
  const named = namedPlace(state, sought, target);
  if (named !== undefined) return [named];
  const found = foundOf(state, sought, target);
  const goals = sought.isTest ? testGoals(found) : [...nameGoals(state, sought, target), ...valueGoals(found)];
  const rows = goalKinds.flatMap((kind): readonly GoalRow[] => {
    const all = goals.filter((goal) => (goal.below ?? goal.kind) === kind && (sought.kind ?? kind) === kind);
    const most = unfolded.has(kind) || sought.kind === kind ? MOST : FEW;
    const more = all.length - most;
    return more <= 0 ? all : [...all.slice(0, most), { kind: "more", of: kind, count: more }];
  });
  return sought.isTest ? rows : [...rows, ...searchRow(state, sought)];
}

/** What the worker has found for a text; undefined if that is of another text or another state. */
export function foundOf({ found }: TuiState, { text, isTest }: Sought, target?: ComparedStates): Found | undefined {
  if (target === undefined || found?.key !== comparedKey(target)) return undefined;
  return found.text === text && found.isTest === isTest ? found : undefined;
}

/** `NODE PATH`: the value of that node, whether it is known or not. */
function namedPlace(state: TuiState, { text }: Sought, target: ComparedStates | undefined): Goal | undefined {
  const [, node, path] = /^(\S+)\s+(\S+)$/.exec(text) ?? [];
  if (node === undefined || path === undefined) return undefined;
  const isNode = searchedNames(state, target)?.names.includes(node);
  return isNode === true ? { kind: "node", name: node, text: `${node}  ${path}`, path } : undefined;
}

/** The names of the state that is searched, if they are there. */
export function searchedNames({ nodes: { list } }: TuiState, target: ComparedStates | undefined): NodeList | undefined {
  return target !== undefined && list?.key === comparedKey(target) ? list : undefined;
}

/** Everything that has a name: nodes, classes, groups, loaded commits, branches and tags. */
function nameGoals(state: TuiState, { text, kind }: Sought, target: ComparedStates | undefined): readonly Goal[] {
  const list = searchedNames(state, target);
  const goal = (of: GoalKind, name: string): Goal => ({ kind: of, name, text: name });
  const all: readonly Goal[] = [
    ...(list?.names ?? []).map((name) => goal("node", name)),
    ...(list?.classes ?? []).map((name) => goal("class", name)),
    ...(list?.groups ?? []).map((name) => goal("group", name)),
    ...state.commits.all.map(({ id, shortId, subject }): Goal => {
      return { kind: "commit", name: id, text: `${shortId} ${subject}` };
    }),
    ...(state.refs ?? []).map(({ name, id, parent }): Goal => ({ kind: "ref", name: id, text: name, parent })),
  ];
  return fitting(kind === undefined ? all : all.filter((each) => each.kind === kind), text);
}

/** Those that fit a text, the best first; commits in their order, since subjects are sentences that hold almost anything. */
function fitting(goals: readonly Goal[], needle: string): readonly Goal[] {
  if (!/[\p{L}\p{N}]/u.test(needle)) return goals;
  const words = needle.toLowerCase().split(/\s+/);
  const holdsAll = ({ text }: Goal): boolean => words.every((word) => text.toLowerCase().includes(word));
  const names = goals.filter(({ kind }) => kind !== "commit");
  const close = found(whole(), names, needle);
  // Digits without letters are a value, of which some digits are in most names.
  const near = close.length > 0 || !/\p{L}/u.test(needle) ? close : found(fuzzy(), names, needle);
  return [...near, ...goals.filter((goal) => goal.kind === "commit" && holdsAll(goal))];
}

/** Those that fit, the best first unless there are too many to rank. */
function found(search: uFuzzy, goals: readonly Goal[], needle: string): readonly Goal[] {
  const texts = goals.map(({ text }) => text);
  const [indexes, info, order] = search.search(texts, needle, 1);
  const best = info && order ? order.map((at) => info.idx[at] ?? -1) : (indexes ?? []);
  return best.flatMap((at) => goals[at] ?? []);
}

/** Each path with its values below it, then values that fit themselves. */
function valueGoals(known: Found | undefined): readonly Goal[] {
  if (known === undefined) return [];
  const paths = known.paths.flatMap(({ path, nodes, node, values }): readonly Goal[] => [
    { kind: "path", name: path, text: path, path, nodes, node, test: path },
    ...values.map((each): Goal => ({ ...valueGoal(each), below: "path" })),
  ]);
  return [...paths, ...known.values.map(valueGoal)];
}

function valueGoal({ path, value, nodes, node, place, test }: FoundValue): Goal {
  return { kind: "value", name: `${path}\n${value}\n${place}`, text: path, path, value, nodes, node, place, test };
}

/** The nodes that fit; with their path, if the text does not say it. */
function testGoals(known: Found | undefined): readonly Goal[] {
  return (known?.nodes ?? []).map(({ node, path, value, place }): Goal => {
    const text = known?.text.startsWith(path) ? node : `${node}  ${path}`;
    return { kind: "node", name: node, text, path, value, place };
  });
}

/** Commits that are not loaded are searched by words. */
function searchRow({ commits: { isWhole, offset } }: TuiState, { text, kind }: Sought): readonly GoalRow[] {
  if (text === "" || (isWhole && offset === 0) || (kind !== undefined && kind !== "commit")) return [];
  return [{ kind: "search", name: text }];
}
