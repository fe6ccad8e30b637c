import { isSame } from "../base/made-once.ts";
import { acted, filtered, onScreens } from "./actions.ts";
import type { Size } from "./draw/line.ts";
import { frame, isEarly } from "./frame.ts";
import { actionOf, helpOf, keyName, nameFault, noOpReason, pastedText, typedText } from "./keymap.ts";
import type { Input } from "./keys.ts";
import { isMove } from "./list/cursor.ts";
import { searchOf } from "./list/list-screen.ts";
import { pointed } from "./mouse.ts";
import { withWholeTimeline } from "./overlays/insight.ts";
import type { ViewOverlay } from "./overlays/state.ts";
import { answeredIn, overlayTakes, pasteInto, pressIn, withoutAnswer } from "./overlays/table.ts";
import type { Takes } from "./screens/screen.ts";
import { screenNamed, screens } from "./screens/table.ts";
import type { Reduced, TuiState, Want } from "./state.ts";
import { ask, inTurn, isView, isWaiting, reload, step, withMessage, withoutReloading, withSet } from "./state.ts";
import type { Trees } from "./worker/answers/history.ts";
import type { Answer, Header, News, QuestionKind } from "./worker/questions.ts";

export type Event =
  | { readonly kind: "started" }
  /** `at` in milliseconds. */
  | { readonly kind: "input"; readonly input: Input; readonly at?: number }
  | { readonly kind: "resized"; readonly size: Size }
  /** The editor was closed, with a failure if any. */
  | { readonly kind: "edited"; readonly failure: string | undefined }
  /** A quarter of a second is over in which something was asked. */
  | { readonly kind: "waited" }
  | { readonly kind: "news"; readonly news: News; readonly at: number };

/** The next state after an event, and what has to happen outside of the state. Pure. */
export function reduce(state: TuiState, event: Event): Reduced {
  const done = withNewQuestions(reduced(state, event));
  return event.kind === "news" ? caughtUp(done) : done;
}

/** Keys that waited act, one after the other, until one needs what is still on its way. */
function caughtUp({ state, wants }: Reduced): Reduced {
  const [key, ...rest] = state.ahead;
  const calm: TuiState = { ...state, ahead: [] };
  if (key === undefined || isEarly(calm, key)) return { state, wants };
  const next = withNewQuestions(pressed(calm, key));
  return caughtUp(step({ ...next.state, ahead: rest }, ...wants, ...next.wants));
}

/** Clears failure and progress of questions that are asked again; those that are given up are not waited for. */
function withNewQuestions({ state, wants }: Reduced): Reduced {
  const asked = wants.flatMap((want) => (want.kind === "ask" ? [want.request.kind] : []));
  const givenUp = wants.flatMap((want) => (want.kind === "giveUp" ? [want.of] : []));
  if (asked.length + givenUp.length === 0) return { state, wants };
  const calm = closed(state, ...asked, ...givenUp);
  return { state: { ...calm, pending: new Set([...calm.pending, ...asked]) }, wants };
}

/** The state without open questions of some kinds, and without what is known of their work. */
function closed(state: TuiState, ...kinds: readonly QuestionKind[]): TuiState {
  const isOther = (kind: QuestionKind): boolean => !kinds.includes(kind);
  const pending = new Set([...state.pending].filter(isOther));
  const progress = new Map([...state.progress].filter(([kind]) => isOther(kind)));
  const failures = new Map([...state.failures].filter(([kind]) => isOther(kind)));
  return { ...state, pending, progress, failures };
}

function reduced(state: TuiState, event: Event): Reduced {
  switch (event.kind) {
    case "started": {
      const { state: next, wants } = screenNamed(state.screen).open(state);
      return step(next, ...wants, ask({ kind: "header", ask: {} }), ask({ kind: "trees", ask: {} }));
    }
    case "input": {
      const { input, at = 0 } = event;
      if (input.kind === "pointer") return pointed(state, input, at);
      return input.kind === "key" ? pressed(state, input.key) : pasted(state, input.text);
    }
    case "resized":
      return resized(state, event.size);
    case "edited":
      return event.failure === undefined ? reload(state) : step(withMessage(state, event.failure, true));
    case "waited":
      return step({ ...state, waited: isWaiting(state) ? state.waited + 1 : 0 });
    case "news":
      return heard(state, event.news, event.at);
  }
}

function pressed(state: TuiState, key: string): Reduced {
  const calm: TuiState = state.message === undefined ? state : { ...state, message: undefined };
  if (key === "ctrl-c") return step(calm, { kind: "quit", code: 130 });
  if (key === "ctrl-z") return step(calm, { kind: "suspend" });
  if (calm.ahead.length > 0 && key === "esc") return withNotice({ ...calm, ahead: [] }, "what waited is dropped");
  if (calm.ahead.length > 0 || isEarly(calm, key))
    return withNotice({ ...calm, ahead: [...calm.ahead, key] }, "waits until that is there; Esc drops it");
  if (calm.overlay !== undefined && !isView(calm.overlay)) return pressIn(calm.overlay, key, calm);
  return calm.isTyping ? typed(calm, key) : actedOn(calm, key);
}

function actedOn(calm: TuiState, key: string): Reduced {
  const action = actionOf(key, calm.screen, calm.header?.keys);
  const done = action && acted(calm, action);
  if (done === undefined && isView(calm.overlay)) return inView(calm, calm.overlay, key);
  if (action === undefined || done === undefined || (done.wants.length === 0 && isSame(calm, done.state))) {
    return withNotice(calm, noOpReason(key, calm.screen, calm.header?.keys));
  }
  const isSeen = done.wants.length > 0 || isMove(action) || hasMoved(calm, done.state) || differ(calm, done.state);
  return isSeen ? done : withNotice(done.state, `${keyName(key)} (${helpOf(action)}): nothing changes on the screen`);
}

/** Keys of a view above a screen: they move in it, or it says that they do not. */
function inView(state: TuiState, view: ViewOverlay, key: string): Reduced {
  const done = pressIn(view, key, state);
  return isSame(done.state, state) ? withNotice(state, noOpReason(key, state.screen, state.header?.keys)) : done;
}

function withNotice(state: TuiState, text: string): Reduced {
  return step({ ...state, message: { text, isError: false } });
}

/** Whether another screen, overlay or item is in front, which is visible without drawing both. */
function hasMoved(before: TuiState, after: TuiState): boolean {
  if (before.screen !== after.screen || before.overlay !== after.overlay) return true;
  const isElsewhere = before[after.screen].cursor.index !== after[after.screen].cursor.index;
  return isElsewhere || before.nodes.treeCursor.index !== after.nodes.treeCursor.index;
}

function differ(before: TuiState, after: TuiState): boolean {
  return JSON.stringify(frame(before, before.now)) !== JSON.stringify(frame(after, after.now));
}

/** Types into the filter: Enter keeps it and searches all commits, Esc clears it, other keys move the cursor. */
function typed(state: TuiState, key: string): Reduced {
  const text = searchOf(state)?.text ?? "";
  const kept = { ...state, isTyping: false };
  if (key === "enter") return screenNamed(state.screen).searchAll?.(kept) ?? step(kept);
  if (key === "esc") return filtered(kept, "");
  if (key === "backspace" && text === "") return step(kept);
  const next = typedText(text, key);
  if (next !== undefined) return filtered(state, next);
  const action = actionOf(key, state.screen, state.header?.keys);
  return (action && screenNamed(state.screen).act(state, action)) ?? step(state);
}

/** Text is pasted only where it can be typed: elsewhere its letters would act as keys. */
function pasted(state: TuiState, text: string): Reduced {
  if (state.overlay === undefined && state.isTyping)
    return filtered(state, pastedText(searchOf(state)?.text ?? "", text));
  const done = state.overlay && pasteInto(state.overlay, text, state);
  return done ?? withNotice(state, "there is nothing to paste into");
}

function resized(state: TuiState, size: Size): Reduced {
  return onScreens({ ...state, size: { ...size, isPlain: state.wish.plain } }, (screen, next) => screen.adapt(next));
}

function heard(state: TuiState, news: News, at: number): Reduced {
  switch (news.kind) {
    case "moved":
      return step(state, ask({ kind: "trees", ask: {} }));
    case "answer":
      return answered(isPart(news.answer) ? state : closed(state, news.answer.kind), news.answer);
    case "progress": {
      const since = state.progress.get(news.of)?.since ?? at;
      const progress = new Map(state.progress).set(news.of, { done: news.done, total: news.total, since });
      return step({ ...state, progress });
    }
    case "failed": {
      const text = news.hint === undefined ? news.message : `${news.message}: ${news.hint}`;
      const next = closed(withoutAnswer(state, news.of), news.of);
      const failures = new Map(next.failures).set(news.of, text);
      return step(withMessage({ ...next, failures, ahead: [] }, text, true));
    }
    case "done":
      return step(closed(news.of === "timeline" ? withWholeTimeline(state) : state, news.of));
  }
}

/** Questions of which an answer may be only a part. */
const IN_PARTS: ReadonlySet<QuestionKind> = new Set(["counts", "find", "search", "statuses", "timeline"]);

function isPart({ kind, answer }: Answer): boolean {
  return IN_PARTS.has(kind) || (kind === "changes" && answer.soFar !== undefined);
}

function answered(state: TuiState, answer: Answer): Reduced {
  const taking = [takes, ...screens.map((screen) => screen.takes)];
  const steps = taking.map((each) => (next: TuiState) => takenIn(each, next, answer));
  // An answer about what was done says what the repository holds now.
  const known = (next: TuiState) => ("trees" in answer.answer ? withTrees(next, answer.answer.trees) : undefined);
  return inTurn(state, ...steps, known, (next) => next.overlay && answeredIn(next.overlay, next));
}

function takenIn<K extends QuestionKind>(takes: Takes, state: TuiState, { kind, answer }: Answer<K>): Reduced {
  return takes[kind]?.(state, answer) ?? step(state);
}

/** What answers do besides what each screen does with them. */
const takes: Takes = {
  ...overlayTakes,
  changes: (state, set) => step(withSet(state, set)),
  find: (state, found) => step({ ...state, found }),
  refs: (state, refs) => step({ ...state, refs }),
  header: withHeader,
  trees: withTrees,
  reload: reloaded,
};

function reloaded(state: TuiState): Reduced {
  const forgotten = { ...withoutReloading(state), sets: new Map(), setSoFar: undefined };
  const done = onScreens(forgotten, (screen, next) => screen.reread(next, { isHistoryMoved: true, before: state }));
  return step(done.state, ...done.wants, ask({ kind: "header", ask: {} }), ask({ kind: "trees", ask: {} }));
}

/** What the repository holds now; if that is not what was read, the screen in front is read again. */
function withTrees(state: TuiState, trees: Trees): Reduced {
  const { trees: before } = state;
  // The first commits are there before all files of a large fleet are read.
  const refs = before?.refs ?? state.commits.refs;
  const isMoved = refs !== undefined && refs !== trees.refs;
  const next = { ...state, trees, ...(isMoved && { refs: undefined }) };
  if (before === undefined ? !isMoved : isSame(before, trees)) return step(next);
  const isHistoryMoved = isMoved || before?.head !== trees.head;
  const moved = { isHistoryMoved, before: state };
  const done = onScreens(withoutUncommitted(next), (screen, each) => screen.reread(each, moved));
  return step(done.state, ...done.wants, ask({ kind: "header", ask: {} }));
}

/** Commits do not change; all other states may have. */
function withoutUncommitted(state: TuiState): TuiState {
  return { ...state, sets: new Map([...state.sets].filter(([, set]) => set.isOfCommit)), setSoFar: undefined };
}

/** The mouse of the terminal is turned on or off when the setting changes. */
function withHeader(state: TuiState, header: Header): Reduced {
  const next = { ...state, header };
  const fault = nameFault(header.keys);
  const wants: readonly Want[] =
    header.mouse === (state.header?.mouse ?? false) ? [] : [{ kind: "mouse", isOn: header.mouse }];
  return step(fault === undefined ? next : withMessage(next, fault.text, fault.isError), ...wants);
}
