import type { ComparedStates } from "../state/compared.ts";
import { mergingOf, olderState, statesOf } from "../state/compared.ts";
import type { TuiState } from "../state.ts";
import { namesOf } from "./goals.ts";
import type { PickedPlace, PickQuestion } from "./sought.ts";

/** Something that can be picked. */
export interface Pick {
  readonly kind: "node" | "class" | "group" | "state" | "branch" | "tag" | "remote" | "typed";
  /** As it is shown. */
  readonly name: string;
  /** As `heir diff` reads it; the name of a node, class or group. */
  readonly word: string;
  readonly about: string;
}

const MOST = 200;

/** What can be picked, the best first: what is typed exactly, then what begins so, then what holds it. */
export function picksFor(state: TuiState, { typed, mode, place }: PickQuestion): readonly Pick[] {
  const text = typed.trim();
  const all =
    mode === "merge"
      ? branchPicks(state, place)
      : [...nodePicks(state, place), ...setPicks(state, place), ...statePicks(state, place)];
  const rank = ({ name }: Pick): number => (name === text ? 0 : name.startsWith(text) ? 1 : 2);
  const fitting = all
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST);
  const isNamed = text === "" || fitting.some(({ name }) => name === text);
  return isNamed ? fitting : [...fitting, typedPick(text, mode)];
}

function typedPick(text: string, mode: PickQuestion["mode"]): Pick {
  const about = mode === "merge" ? "any revision" : "any revision; a...b is since they parted";
  return { kind: "typed", name: text, word: text, about };
}

/** On the row of a node: the other nodes of the same state. */
function nodePicks(state: TuiState, { target, node, path }: PickedPlace): readonly Pick[] {
  if (node === undefined || path !== undefined) return [];
  const names = namesOf(state, target)?.names ?? [];
  return names.flatMap((name): readonly Pick[] =>
    name === node ? [] : [{ kind: "node", name, word: name, about: "in the same state" }],
  );
}

/** On the row of a class or group, and among the nodes that have it: the others. */
function setPicks(state: TuiState, { target, named }: PickedPlace): readonly Pick[] {
  if (named === undefined) return [];
  const { kind } = named;
  const list = namesOf(state, target);
  const names = (kind === "class" ? list?.classes : list?.groups) ?? [];
  const about = `its nodes, with those of ${named.name}`;
  return names.flatMap((name): readonly Pick[] => (name === named.name ? [] : [{ kind, name, word: name, about }]));
}

function statePicks(state: TuiState, { target }: PickedPlace): readonly Pick[] {
  const parent = target?.kind === "commit" ? target.parent : undefined;
  const upstream = state.refs?.find(({ isCurrent }) => isCurrent)?.upstream;
  return [
    ...(parent === undefined ? [] : [stateOf("parent", parent, parent.slice(0, 7))]),
    stateOf("work tree", "WORKTREE", "the files"),
    stateOf("index", "INDEX", "what is staged"),
    stateOf("HEAD", "HEAD", "the commit that is checked out"),
    ...refPicks(state, () => true),
    ...(upstream === undefined ? [] : [stateOf("@{upstream}", "@{upstream}", upstream)]),
  ];
}

function stateOf(name: string, word: string, about: string): Pick {
  return { kind: "state", name, word, about };
}

/** Branches that are not checked out. */
function branchPicks(state: TuiState, { target }: PickedPlace): readonly Pick[] {
  const here = state.screen === "commits" && target?.kind === "commit" ? target.id.slice(0, 7) : undefined;
  const commit: readonly Pick[] =
    here === undefined || target?.kind !== "commit" || target.id === state.trees?.head
      ? []
      : [{ kind: "typed", name: here, word: here, about: "the commit of the row" }];
  return [...refPicks(state, ({ kind, isCurrent }) => kind !== "tag" && !isCurrent), ...commit];
}

type Ref = NonNullable<TuiState["refs"]>[number];

function refPicks({ refs = [] }: TuiState, fits: (ref: Ref) => boolean): readonly Pick[] {
  return refs.filter(fits).map(({ kind, name, id, isCurrent }): Pick => {
    return { kind, name, word: name, about: `${id.slice(0, 7)}${isCurrent ? ", checked out" : ""}` };
  });
}

/** From what was picked to the place in front; of a node, from that to the one that was picked. */
export function comparedWith(state: TuiState, place: PickedPlace, { kind, word }: Pick): ComparedStates {
  const { target, node, named, path, isOld } = place;
  const front = frontWord(state, target);
  if (kind === "class" || kind === "group") {
    const shown = (isOld && target !== undefined ? olderState(target) : undefined) ?? front;
    return { kind: "members", of: kind, names: [named?.name ?? word, word], word: shown };
  }
  const merge = mergingOf(target);
  const states = merge === undefined ? { words: [front, front] } : { words: [], merge };
  if (kind === "node") return { kind: "states", ...states, staged: false, nodes: [node ?? word, word] };
  // On the row of a node that node alone is compared.
  const one = node !== undefined && path === undefined ? { nodes: [node, node] as const } : {};
  if (/\.\.\.?/.test(word)) return { kind: "states", words: [word], staged: false };
  if (target?.kind === "commit" && target.parent === word) return target;
  if (merge !== undefined) return { kind: "states", words: [word], staged: false, merge, ...one };
  return { kind: "states", words: [word, front], staged: false, ...one };
}

/** The newer state of a target in one word; of a merge, which has none, the side into which it goes. */
function frontWord({ header, trees }: TuiState, target: ComparedStates | undefined): string {
  if (target === undefined) return "WORKTREE";
  if (target.kind === "commit") return (target.id === trees?.head ? header?.branch : undefined) ?? target.id;
  if (target.kind === "merge") return target.into;
  return statesOf(target)?.[1] ?? "HEAD";
}
