import { isSame } from "../base/made-once.ts";
import { inThousands } from "../report/text/row.ts";
import { remembered } from "../speed/kept.ts";
import { acted } from "./actions.ts";
import type { Line } from "./draw/line.ts";
import { bodySize, fitted, lineWidth, plain, SMALLEST, screenForm, span, spotted, textOfLine } from "./draw/line.ts";
import { drawPane, isBoxed } from "./draw/pane.ts";
import { type Action, actionKeys, actionOf, hintOf, isOnScreen } from "./keymap.ts";
import { searchOf } from "./list/list-screen.ts";
import { overlayPart, overlayPrompt, shownOverlay } from "./overlays/table.ts";
import type { Screen } from "./screens/screen.ts";
import { screenNamed, screens } from "./screens/table.ts";
import { isActing, isView, restored, type TaskProgress, type TuiState } from "./state.ts";
import type { QuestionKind } from "./worker/questions.ts";

/** Questions whose answers ask something: a key that is pressed before is an answer to that. */
const ASKING: readonly QuestionKind[] = ["undo", "orderPlan"];

const ON_ROW: ReadonlySet<Action> = new Set(["open", "edit", "copy", "explain", "blame", "timeline", "compare"]);

/** What the bottom line may name, the most useful first. */
const CANDIDATES: readonly Action[] = [
  "open",
  "stage",
  "commit",
  "edit",
  "explain",
  "blame",
  "timeline",
  "copy",
  "swap",
  "compare",
  "unfold",
  "undo",
  "next-hit",
  "next-tab",
  "next-node",
  "layout",
  "group",
  "scroll-down",
];

/** The whole screen: a line for each row of the terminal but the last, each as wide as the terminal. */
export function frame(state: TuiState, now: number): readonly Line[] {
  const { size } = state;
  if (screenForm(size) === "too-small") return tooSmall(state);
  const lines = [headerLine(state), ...body(state), bottom(state, now)];
  return lines.map((line) => fittedLine(line, size.columns));
}

const fittedLine = remembered("screens", fitted);

function tooSmall({ size: { columns, rows } }: TuiState): readonly Line[] {
  const texts = [`terminal too small (${columns}x${rows})`, `needs ${SMALLEST.columns}x${SMALLEST.rows}, q quits`];
  return Array.from({ length: Math.max(1, rows - 1) }, (_, row) => fitted([plain(texts[row] ?? "")], columns));
}

function body(state: TuiState): readonly Line[] {
  const { overlay } = state;
  if (overlay === undefined || overlayPrompt(overlay) !== undefined) return screenNamed(state.screen).draw(state);
  const { heading, lines, foot } = shownOverlay(overlay, state);
  const isInBox = isBoxed(state);
  // Without a border what is typed, and how far a search is, stands above.
  const above =
    isInBox || lineWidth(heading) === 0 ? [] : [[...heading, span("muted", foot === "" ? "" : `  ${foot}`)]];
  const pane = { title: heading, foot, isFocused: true, lines: [...above, ...lines] };
  return drawPane(pane, bodySize(state.size), isInBox);
}

function headerLine(state: TuiState): Line {
  const { columns } = state.size;
  const screen = screenNamed(state.screen);
  const tabs = tabsOf(screen, columns);
  const room = Math.max(0, columns - 6 - lineWidth(tabs) - 1);
  const views = state.back.slice(-MOST_CRUMBS).map((view) => restored(state, view));
  const parts = withoutRepeats([...views, state].flatMap(headingParts).filter((part) => lineWidth(part) > 0));
  const said = [stateLine(state), ...parts].filter(({ length }) => length > 0);
  return [span("title", "heir"), plain("  "), ...fitted(crumbs(said, room), room), plain(" "), ...tabs];
}

/** More views than this never fit. */
const MOST_CRUMBS = 8;

/** What a view is about: of one above a screen, also the screen's own. */
function headingParts(state: TuiState): readonly Line[] {
  const { overlay, insight } = state;
  if (!isView(overlay)) {
    const title = overlay === undefined ? [] : [[plain(overlayPart(overlay).title)]];
    return [screenNamed(state.screen).heading(state), ...title];
  }
  const { path, node } = insight?.place ?? {};
  return [[plain([overlayPart(overlay).title, path, node].filter((text) => text !== undefined).join(" "))]];
}

/** A list and its detail are views of the same. */
function withoutRepeats(parts: readonly Line[]): readonly Line[] {
  return parts.filter((part, at) => at === 0 || textOfLine(part) !== textOfLine(parts[at - 1] ?? []));
}

/** The parts behind one another, cut from the left; the last one stays. */
function crumbs(parts: readonly Line[], room: number): Line {
  const joined = (lines: readonly Line[]): Line =>
    lines.flatMap((line, at) => (at === 0 ? line : [span("muted", " › "), ...line]));
  for (let from = 0; from < parts.length - 1; from += 1) {
    const line = joined(parts.slice(from));
    if (lineWidth(line) + (from === 0 ? 0 : 2) <= room) return from === 0 ? line : [span("muted", "…›"), ...line];
  }
  return parts.at(-1) ?? [];
}

/** `main, merging feature/x`: what is checked out, and what git has begun. */
function stateLine({ header }: TuiState): Line {
  if (header === undefined) return [];
  const { branch, states } = header;
  return [plain([...(branch === undefined ? [] : [branch]), ...states].join(", "))];
}

/** `[1]Commits 2 Changes`, or only the numbers on a narrow terminal. */
function tabsOf(front: Screen, columns: number): Line {
  return screens.flatMap((screen, index): Line => {
    const isFront = screen === front;
    const number = index + 1;
    const title = columns < 60 ? "" : screen.title;
    const other = title === "" ? `${number}` : `${number} ${title}`;
    const tab = isFront ? span("heading", `[${number}]${title}`) : span("muted", other);
    return [...spotted([tab], { pane: "tab", index }), plain(" ")];
  });
}

function bottom(state: TuiState, now: number): Line {
  const { message, overlay, size } = state;
  if (state.isTyping && overlay === undefined) return promptLine(state);
  const prompt = overlay && overlayPrompt(overlay);
  if (prompt !== undefined && message === undefined) return prompt;
  if (message !== undefined) return [span(message.isError ? "error" : "plain", message.text)];
  const work = [turning(state), progressText(state, now)].filter((part) => part !== "").join(" ");
  const news = work === "" ? [] : [span("muted", `  ${work}`)];
  const isOffered = overlay === undefined || isView(overlay);
  const keys = isOffered
    ? hints(state, size.columns - lineWidth(news))
    : [span("bar", `Esc closes  ${overlayPart(overlay).hint ?? ""}`.trimEnd())];
  return [...keys, ...news];
}

/** `/ntp▏  Enter keeps it, Esc clears it`. */
function promptLine(state: TuiState): Line {
  const text = searchOf(state)?.text ?? "";
  const words = "node: path: class: kind: author:";
  const canSearch = screenNamed(state.screen).searchAll?.(state) !== undefined;
  const enter = canSearch ? "Enter searches all commits" : "Enter keeps the filter";
  const help = text === "" ? words : `${enter}  Esc clears it`;
  return [span("key", "/"), plain(text), span("key", "_"), span("muted", `  ${help}`)];
}

/** The keys that act on the row in front, as many as fit, the most useful first; help and quit always. */
function hints(state: TuiState, columns: number): Line {
  const keys = (actions: readonly Action[]): readonly Line[] =>
    actions.flatMap((action) => {
      const hint = hintOf(action, state.screen, state.header?.keys);
      return hint === undefined ? [] : [[span("key", hint.key), span("bar", ` ${hint.words}`), plain("  ")]];
    });
  const always = keys(["help", "quit"]);
  let left = columns + 2 - always.reduce((sum, line) => sum + lineWidth(line), 0);
  const fitting = keys(offers(state)).filter((line) => {
    left -= lineWidth(line);
    return left >= 0;
  });
  return [...fitting, ...always].flat().slice(0, -1);
}

const QUIET_MS = 300;
/** Most answers are there before the second look. */
const QUIET_LOOKS = 2;
const TURNS = ["|", "/", "-", "\\"];

/** One sign after the other while something is asked; a screen reader would say each of them. */
function turning({ waited, wish }: TuiState): string {
  return waited < QUIET_LOOKS || wish.plain ? "" : (TURNS[waited % TURNS.length] ?? "");
}

/** `resolving 214 of 10,000 nodes, 3 s`, once the work has taken a while. */
function progressText({ progress }: TuiState, now: number): string {
  const [kind, long] = [...progress].find(([, { since }]) => now - since >= QUIET_MS) ?? [];
  if (kind === undefined || long === undefined) return "";
  const seconds = Math.floor((now - long.since) / 1000);
  return `${workText(kind, long)}${seconds === 0 ? "" : `, ${seconds} s`}${kind === "search" ? ", Esc stops" : ""}`;
}

function workText(kind: QuestionKind, { done, total }: TaskProgress): string {
  const [is, of] = [done, total].map(inThousands);
  if (kind === "counts") return `comparing ${is} of ${of} commits`;
  return total === 0 ? `${is} commits read` : `resolving ${is} of ${of} nodes`;
}

/** The actions that do something on the row in front: each is asked what it would do. */
export function offers(state: TuiState): readonly Action[] {
  const front: TuiState = { ...state, message: undefined };
  return CANDIDATES.filter((action) => isView(front.overlay) || isOnScreen(action, front.screen)).filter((action) => {
    const [key = ""] = actionKeys(action, front.screen, front.header?.keys);
    const can = isView(front.overlay) ? undefined : screenNamed(front.screen).can?.(front, action);
    if (can !== undefined) return can;
    const done = isEarly(front, key) ? undefined : acted(front, action);
    // A message says why it cannot be done; what has to wait is not offered.
    if (done === undefined || done.state.message !== undefined) return false;
    return done.wants.length > 0 || !isSame(front, done.state);
  });
}

/** Whether a key acts on what is still on its way, and so has to wait for it: nothing is spent on an empty list. */
export function isEarly(state: TuiState, key: string): boolean {
  const { overlay, screen, header } = state;
  if (state.pending.size === 0) return false;
  if (ASKING.some((kind) => state.pending.has(kind))) return true;
  if (overlay !== undefined && !isView(overlay))
    return overlayPart(overlay).isEarly?.(overlay.own, key, state) ?? false;
  const action = state.isTyping ? undefined : actionOf(key, screen, header?.keys);
  if (action === undefined || overlay !== undefined) return false;
  if (action === "undo") return isActing(state);
  const front = screenNamed(screen);
  return (ON_ROW.has(action) && front.isLoading(state)) || (front.isEarly?.(state, action) ?? false);
}
