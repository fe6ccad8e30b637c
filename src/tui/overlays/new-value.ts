import { displayWidth } from "../../base/terminal-text.ts";
import type { RefName } from "../../workspace/repository/commit-pages.ts";
import { cell, type Line, plain, span } from "../draw/line.ts";
import { itemsLook } from "../draw/pane.ts";
import { openPlace, openTarget } from "../screens/changes/screen.ts";
import { nodesTarget } from "../screens/state.ts";
import { rowPlace } from "../screens/table.ts";
import { type ComparedStates, mergingOf, olderState, type RowPlace, statesOf } from "../state/compared.ts";
import { ask, pushed, type Reduced, refsWanted, step, type TuiState, withOverlay, withWants } from "../state.ts";
import type { SetPlan } from "../worker/questions.ts";
import { searchedNames } from "./goals.ts";
import { namesWanted } from "./goto.ts";
import { stopped } from "./insight.ts";
import type { OverlayContent, OverlayPart } from "./overlay.ts";
import type { Overlays } from "./state.ts";

/** Asks for the value that a node is to have; what that changes is shown before it is written. */
export const newValueOverlay: OverlayPart<"newValue"> = {
  title: "set a value",
  foot: () => "Enter looks for a place",
  content({ node, path, typed, shown }) {
    const place = [span("node", node), plain("  "), span("path", path)];
    return { lines: [place, [], [span("heading", "new value: "), plain(`${typed}_`)], [], ...shown] };
  },
  press(own, key, state) {
    if (key !== "enter" || own.typed.trim() === "") return undefined;
    const { node, path, typed } = own;
    const next = withNewValue(state, { ...own, shown: [[span("muted", "searching for a place…")]] });
    return step(next, ask({ kind: "setPlan", ask: { node, path, value: typed } }));
  },
};

/** Asks for another value of what a row is about; undefined if that is no value of a node. */
export function openNewValue(state: TuiState, { node, path }: RowPlace): Reduced | undefined {
  if (node === undefined || path === undefined) return undefined;
  return step(withNewValue(state, { node, path, typed: "", shown: [[span("muted", HELP)]], top: 0 }));
}

const HELP = "YAML, as in a file of the work tree; nothing is written before you have seen it";

/** A failure leaves the question as it was typed. */
export function withoutSearch(state: TuiState): TuiState {
  const { overlay } = state;
  return overlay?.kind === "newValue" ? withNewValue(state, { ...overlay.own, shown: [] }) : state;
}

/** Shows what would be written and asks; a plan of what was typed before is none any more. */
export function planned(state: TuiState, { node, path, value, rows, number }: SetPlan): TuiState {
  const { overlay } = state;
  if (overlay?.kind !== "newValue") return state;
  const { own } = overlay;
  if (own.node !== node || own.path !== path || own.typed !== value) return state;
  if (number === undefined) return withNewValue(state, { ...own, shown: rows });
  const request = { kind: "setWrite", ask: { number } } as const;
  return withOverlay(state, { kind: "question", own: { lines: rows, does: "writes it", request, top: 0 } });
}

function withNewValue(state: TuiState, own: Overlays["newValue"]): TuiState {
  return withOverlay(state, { kind: "newValue", own });
}

/** Asks before anything is written: only `y` and Enter do it. */
export const questionOverlay: OverlayPart<"question"> = {
  title: "confirm",
  content({ lines, does }) {
    const [yes, no] = [[span("key", "y"), plain(" or "), span("key", "Enter")], span("key", "Esc")];
    return { lines: [[...yes, plain(` ${does}, `), no, plain(" cancels")], [], ...lines] };
  },
  press({ request }, key, state) {
    if (key === "y" || key === "enter") return step(withOverlay(state, undefined), ask(request));
    return key === "n" ? step(withOverlay(state, undefined)) : undefined;
  },
};

/** Asks for the name of a file before the report of a merge is written to it. */
export const reportNameOverlay: OverlayPart<"reportName"> = {
  title: "write the report of the merge",
  content({ typed }) {
    const keys = [span("key", "Enter"), plain(" writes a new file, "), span("key", "Esc"), plain(" cancels")];
    return { lines: [keys, [], [span("heading", "file: "), plain(`${typed}_`)]] };
  },
  press({ typed, report }, key, state) {
    if (key !== "enter" || typed.trim() === "") return undefined;
    return step(withOverlay(state, undefined), ask({ kind: "mergeWrite", ask: { name: typed, text: report } }));
  },
};

const MOST = 200;

type Own = Overlays["picker"];

export const pickerOverlay: OverlayPart<"picker"> = {
  title: "choose",
  hint: "Enter chooses it",
  heading: headingOf,
  content: (own, state) => contentOf(picksFor(state, own)),
  isEarly: (own, key, state) => key === "enter" && isEarly(own, state),
  press(own, key, state) {
    const pick = key === "enter" ? picksFor(state, own)[own.at] : undefined;
    return pick && picked(state, own, pick);
  },
};

/** Opens it for the place of the row in front; asks for branches and tags unless they are there. */
export function openPicker(state: TuiState, mode: Own["mode"]): Reduced {
  const { target = nodesTarget(state), ...place } = rowPlace(state);
  const own = { typed: "", at: 0, top: 0, mode, place: { ...place, target } };
  const next = withOverlay(state, { kind: "picker", own });
  return step(next, ...refsWanted(state), ...(place.named === undefined ? [] : namesWanted(state, target)));
}

/** Whether another row than the one of the cursor may still come to its place. */
function isEarly(own: Own, state: TuiState): boolean {
  if (own.place.named !== undefined && state.pending.has("nodes")) return true;
  const row = picksFor(state, own)[own.at];
  // Branches and tags are behind the states that always are, unless their names are nearer to what is typed.
  const isFixed = row?.kind === "state" && (own.typed === "" || row.name === own.typed);
  return state.pending.has("refs") && !isFixed;
}

function picked(state: TuiState, { mode, place }: Own, pick: Pick): Reduced {
  const covered = withOverlay(state, undefined);
  const front = pushed(covered);
  const merge = { kind: "merge", branch: pick.word, into: "HEAD" } as const;
  return withWants(stopped(covered), mode === "compare" ? compared(front, place, pick) : openTarget(front, merge));
}

function compared(state: TuiState, place: RowPlace, pick: Pick): Reduced {
  const target = comparedWith(state, place, pick);
  const { node, path } = place;
  return node === undefined || OTHERS.has(pick.kind)
    ? openTarget(state, target)
    : openPlace(state, target, { node, path });
}

/** Picked, these are compared with the place themselves: it is not looked for among the changes. */
const OTHERS: ReadonlySet<Pick["kind"]> = new Set(["node", "class", "group"]);

function headingOf({ mode, place, typed }: Own): Line {
  const input = [plain(typed), span("key", "_")];
  if (mode === "merge") return [span("heading", "merge which branch into HEAD? "), ...input];
  const { node, named, path } = place;
  // On the row of a class its nodes are compared, on that of a node the node.
  const name = named !== undefined && (path !== undefined || node === undefined) ? `${named.kind} ${named.name}` : node;
  const of = name === undefined ? [] : [span("node", `${name} `)];
  return [span("heading", "compare "), ...of, span("heading", "with "), ...input];
}

function contentOf(picks: readonly Pick[]): OverlayContent {
  if (picks.length === 0) return { lines: [[span("muted", "type a revision")]] };
  const width = Math.max(...picks.map(({ name }) => displayWidth(name)));
  const lines = picks.map(({ kind, name, about }) => {
    const front = span("muted", cell(kind === "typed" ? "" : kind, 8));
    return [front, plain(`${cell(name, width)}  `), span("muted", about)];
  });
  return { items: itemsLook(lines, (line) => line) };
}

interface Pick {
  readonly kind: "node" | "class" | "group" | "state" | "branch" | "tag" | "remote" | "typed";
  /** As it is shown. */
  readonly name: string;
  /** As `heir diff` reads it; the name of a node, class or group. */
  readonly word: string;
  readonly about: string;
}

/** What can be picked, the best first: what is typed exactly, then what begins so, then what holds it. */
function picksFor(state: TuiState, { typed, mode, place }: Own): readonly Pick[] {
  const text = typed.trim();
  const all = mode === "merge" ? branchPicks(state, place) : [...otherPicks(state, place), ...statePicks(state, place)];
  const rank = ({ name }: Pick): number => (name === text ? 0 : name.startsWith(text) ? 1 : 2);
  const fitting = all
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST);
  const isNamed = text === "" || fitting.some(({ name }) => name === text);
  const about = mode === "merge" ? "any revision" : "any revision; a...b is since they parted";
  return isNamed ? fitting : [...fitting, { kind: "typed", name: text, word: text, about }];
}

/** On the row of a node the other nodes of the same state; of a class or group, and among its nodes, the others. */
function otherPicks(state: TuiState, { target, node, path, named }: RowPlace): readonly Pick[] {
  const { names = [], classes = [], groups = [] } = searchedNames(state, target) ?? {};
  const but = (own: string, all: readonly string[], kind: Pick["kind"], about: string) =>
    all.filter((name) => name !== own).map((name): Pick => ({ kind, name, word: name, about }));
  const nodes = node === undefined || path !== undefined ? [] : but(node, names, "node", "in the same state");
  if (named === undefined) return nodes;
  const { kind, name } = named;
  return [...nodes, ...but(name, kind === "class" ? classes : groups, kind, `its nodes, with those of ${name}`)];
}

function statePicks(state: TuiState, { target }: RowPlace): readonly Pick[] {
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

function branchPicks(state: TuiState, { target }: RowPlace): readonly Pick[] {
  const branches = refPicks(state, ({ kind, isCurrent }) => kind !== "tag" && !isCurrent);
  if (state.screen !== "commits" || target?.kind !== "commit" || target.id === state.trees?.head) return branches;
  const here = target.id.slice(0, 7);
  return [...branches, { kind: "typed", name: here, word: here, about: "the commit of the row" }];
}

function refPicks({ refs = [] }: TuiState, fits: (ref: RefName) => boolean): readonly Pick[] {
  return refs.filter(fits).map(({ kind, name, id, isCurrent }): Pick => {
    return { kind, name, word: name, about: `${id.slice(0, 7)}${isCurrent ? ", checked out" : ""}` };
  });
}

/** From what was picked to the place in front; of a node, from that to the one that was picked. */
function comparedWith(state: TuiState, place: RowPlace, { kind, word }: Pick): ComparedStates {
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
