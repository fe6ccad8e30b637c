import { isSame } from "../base/made-once.ts";
import type { RefName } from "../workspace/repository/commit-pages.ts";
import type { Size, Spot } from "./draw/line.ts";
import type { SearchedState } from "./list/cursor.ts";
import type { Insight, Overlay, ViewOverlay } from "./overlays/state.ts";
import { noChanges, noCommits, noNodes, noStaged, type ScreenStates } from "./screens/state.ts";
import type { ComparedStates } from "./state/compared.ts";
import type { Trees } from "./worker/answers/history.ts";
import type { Found, Header, QuestionKind, Request } from "./worker/questions.ts";
import type { ChangeSet } from "./worker/rows/change-set.ts";

export type ScreenName = keyof ScreenStates;

/** How the terminal UI was started. */
export interface Wish {
  /** The commits to show, as `git log` reads it; by default those of HEAD. */
  readonly range: string | undefined;
  /** Whether to begin with the index. */
  readonly staged: boolean;
  /** Begin with merging this branch. */
  readonly merge: string | undefined;
  /** No boxes: for screen readers. */
  readonly plain: boolean;
}

/** Everything that is on the screen, and what it takes to draw it at another size. Never changed in place. */
export interface TuiState extends ScreenStates {
  readonly size: Size;
  readonly wish: Wish;
  /** The time, in seconds since 1970. */
  readonly now: number;
  readonly screen: ScreenName;
  readonly overlay: Overlay | undefined;
  /** The view that a menu or a question covers. */
  readonly below: ViewOverlay | undefined;
  /** The views that Esc leads back to, the last one first left last. */
  readonly back: readonly View[];
  /** Keys that were pressed before what they act on was there, and wait for it. */
  readonly ahead: readonly string[];
  /** Whether keys are text of the filter of the screen in front. */
  readonly isTyping: boolean;
  readonly header: Header | undefined;
  /** The bottom line, until the next key. */
  readonly message: Message | undefined;
  /** All messages so far, the newest last. */
  readonly log: readonly Message[];
  readonly progress: ReadonlyMap<QuestionKind, TaskProgress>;
  readonly failures: ReadonlyMap<QuestionKind, string>;
  /** Changes that were shown lately, by the key of their target. */
  readonly sets: ReadonlyMap<string, ChangeSet>;
  /** Changes of which the worker has not found all, and never an answer for anything but the screen. */
  readonly setSoFar: ChangeSet | undefined;
  readonly areSecretsShown: boolean;
  /** How many things were done here that `u` can take back. */
  readonly undoable: number;
  /** What HEAD, the index and the work tree hold, as far as the worker has said; undefined while that is not known. */
  readonly trees: Trees | undefined;
  readonly pending: ReadonlySet<QuestionKind>;
  /** How many looks in a row found that something is asked or worked on. */
  readonly waited: number;
  readonly zoom: (typeof zooms)[number];
  /** The last click, `at` in milliseconds; another one soon is a double click. */
  readonly lastClick: { readonly screen: ScreenName; readonly spot: Spot; readonly at: number } | undefined;
  readonly insight: Insight | undefined;
  /** What the last search in values has found so far. */
  readonly found: Found | undefined;
  /** Branches and tags; undefined until they are asked for and there. */
  readonly refs: readonly RefName[] | undefined;
}

/** A view that was left for another one: what it takes to show it again, but none of what the worker has said. */
export interface View extends Pick<TuiState, "screen" | "overlay" | "insight"> {
  readonly own: { readonly [Name in ScreenName]: Partial<TuiState[Name]> };
}

/** How much of the screen the focused pane gets. */
export const zooms = ["normal", "half", "full"] as const;

export interface Message {
  readonly text: string;
  readonly isError: boolean;
}

export interface TaskProgress {
  readonly done: number;
  readonly total: number;
  /** When it began, in milliseconds. */
  readonly since: number;
}

/** The state at the start. */
export function firstState(size: Size, wish: Wish, now: number): TuiState {
  return {
    size: { ...size, isPlain: wish.plain },
    wish,
    now,
    screen: wish.merge !== undefined ? "changes" : wish.staged ? "staged" : "commits",
    overlay: undefined,
    below: undefined,
    back: [],
    ahead: [],
    isTyping: false,
    header: undefined,
    message: undefined,
    log: [],
    progress: new Map(),
    failures: new Map(),
    sets: new Map(),
    setSoFar: undefined,
    areSecretsShown: false,
    undoable: 0,
    trees: undefined,
    pending: new Set(),
    waited: 0,
    zoom: "normal",
    lastClick: undefined,
    commits: noCommits,
    changes: { ...noChanges, target: wishedTarget(wish) },
    nodes: noNodes,
    insight: undefined,
    found: undefined,
    refs: undefined,
    staged: wish.staged ? { ...noStaged, shown: "index" } : noStaged,
  };
}

function wishedTarget({ staged, merge }: Wish): ComparedStates | undefined {
  if (merge !== undefined) return { kind: "merge", branch: merge, into: "HEAD" };
  return staged ? { kind: "states", words: [], staged } : undefined;
}

const MOST_SETS = 32;

/** The changes of a target, or as many as are known so far. */
export function setOf({ sets, setSoFar }: TuiState, key: string): ChangeSet | undefined {
  return sets.get(key) ?? (setSoFar?.key === key ? setSoFar : undefined);
}

/** The state with one more set of changes; the oldest is dropped if there are too many. */
export function withSet(state: TuiState, set: ChangeSet): TuiState {
  if (set.soFar !== undefined) return { ...state, setSoFar: set };
  const sets = new Map(state.sets);
  sets.delete(set.key);
  sets.set(set.key, set);
  const [oldest] = sets.keys();
  if (sets.size > MOST_SETS && oldest !== undefined) sets.delete(oldest);
  return { ...state, sets, setSoFar: undefined };
}

/** The state with a part of what a screen remembers replaced. */
export function withOwn<Name extends ScreenName>(
  state: TuiState,
  name: Name,
  changed: Partial<TuiState[Name]> | Partial<SearchedState>,
): TuiState {
  return { ...state, [name]: { ...state[name], ...changed } };
}

/** The state with something above the screen; without it, what it covered is in front again. */
export function withOverlay(state: TuiState, overlay: Overlay | undefined): TuiState {
  const below = isView(state.overlay) ? state.overlay : state.below;
  if (overlay === undefined) return { ...state, overlay: isView(state.overlay) ? undefined : below, below: undefined };
  return { ...state, overlay, below: isView(overlay) ? undefined : below };
}

/** Whether an overlay is a view of its own, not a menu or a question. */
export function isView(overlay: Overlay | undefined): overlay is ViewOverlay {
  return overlay?.kind === "explain" || overlay?.kind === "blame" || overlay?.kind === "timeline";
}

/** The most views that Esc leads back to. */
const MOST_VIEWS = 50;

/** The state with the view in front kept for Esc, and nothing above its screen: another view comes to the front. */
export function pushed(state: TuiState): TuiState {
  return { ...state, back: [...state.back.slice(1 - MOST_VIEWS), viewOf(state)], overlay: undefined, below: undefined };
}

function viewOf({ screen, overlay, insight, commits, changes, nodes, staged }: TuiState): View {
  const { detail: _detail, ...ofChanges } = changes;
  const { list: _list, statuses: _statuses, tree: _tree, rows: _rows, ...ofNodes } = nodes;
  const { report: _report, finding: _finding, value: _value, ...ofStaged } = staged;
  const { cursor, isOpen, detailTop, search, sort } = commits;
  const ofCommits = { cursor, isOpen, detailTop, search, sort };
  const own = { commits: ofCommits, changes: ofChanges, nodes: ofNodes, staged: ofStaged };
  return { screen, overlay, insight, own };
}

/** The state with a view in front that was left. */
export function restored(state: TuiState, { screen, overlay, insight, own }: View): TuiState {
  return {
    ...state,
    screen,
    overlay,
    below: undefined,
    // What was said of a place is still true on the screen from which it was asked.
    insight: overlay === undefined ? state.insight : insight,
    commits: { ...state.commits, ...own.commits },
    changes: { ...state.changes, ...own.changes },
    nodes: { ...state.nodes, ...own.nodes },
    staged: { ...state.staged, ...own.staged },
  };
}

/** The state with the last view that was left, which is no longer kept; undefined on the first view. */
export function popped(state: TuiState): TuiState | undefined {
  const here = viewOf(state);
  // Other keys may have led back to it already.
  const at = state.back.findLastIndex((view) => !isSame(view, here));
  const last = state.back[at];
  return last && { ...restored(state, last), back: state.back.slice(0, at) };
}

/** The state with a message in the bottom line, which the log keeps. */
export function withMessage(state: TuiState, text: string, isError = false): TuiState {
  const message = { text, isError };
  return { ...state, message, log: [...state.log.slice(-499), message] };
}

/** Whether something is asked, or still worked on. */
export function isWaiting({ pending, progress }: Pick<TuiState, "pending" | "progress">): boolean {
  return pending.size > 0 || progress.size > 0;
}

/** Kinds of questions that change the index or the work tree. */
const ACTS: readonly QuestionKind[] = ["stage", "commit", "undo", "orderWrite", "setWrite"];

/** Whether the index or the work tree is just being changed from here. */
export function isActing({ pending }: Pick<TuiState, "pending">): boolean {
  return ACTS.some((kind) => pending.has(kind));
}

/** Something to do outside the state. */
export type Want =
  /** Ask the worker; on the terminal, it is left to the programs that the worker starts until the answer is there. */
  | { readonly kind: "ask"; readonly request: Request; readonly isOnTerminal?: true }
  | { readonly kind: "giveUp"; readonly of: QuestionKind }
  | { readonly kind: "quit"; readonly code: QuitCode }
  | { readonly kind: "copy"; readonly text: string }
  | EditWant
  | { readonly kind: "mouse"; readonly isOn: boolean }
  | { readonly kind: "suspend" };

export interface EditWant {
  readonly kind: "edit";
  readonly root: string;
  readonly file: string;
  readonly line: number;
}

/** The exit code: 0 by `q`, 130 when interrupted. */
export type QuitCode = 0 | 130;

export interface Reduced {
  readonly state: TuiState;
  readonly wants: readonly Want[];
}

export function step(state: TuiState, ...wants: readonly Want[]): Reduced {
  return { state, wants };
}

/** Steps one after the other, each from the state that the one before leaves; undefined does nothing. */
export function inTurn(state: TuiState, ...steps: readonly ((state: TuiState) => Reduced | undefined)[]): Reduced {
  return steps.reduce((done, each) => {
    const next = each(done.state);
    return next === undefined ? done : withWants(done.wants, next);
  }, step(state));
}

/** A step that also wants what was wanted before it. */
export function withWants(before: readonly Want[], { state, wants }: Reduced): Reduced {
  return step(state, ...before, ...wants);
}

/** Asks for branches and tags unless they are there. */
export function refsWanted({ refs }: TuiState): readonly Want[] {
  return refs === undefined ? [ask({ kind: "refs", ask: {} })] : [];
}

const RELOADING = "reloading the repository";

/** The message that the repository is reloaded goes when that is done. */
export function withoutReloading(state: TuiState): TuiState {
  return state.message?.text === RELOADING ? { ...state, message: undefined } : state;
}

/** Asks the worker to forget what it has read; then the screen asks again. */
export function reload(state: TuiState): Reduced {
  const next = withMessage({ ...state, trees: undefined }, RELOADING);
  return step(next, ask({ kind: "reload", ask: { areSecretsShown: state.areSecretsShown } }));
}

export function ask(request: Request): Want {
  return { kind: "ask", request };
}
