import type { ScreenName } from "./state.ts";

/** What a key can mean. */
export type Action =
  | "down"
  | "up"
  | "page-down"
  | "page-up"
  | "first"
  | "last"
  | "unfold"
  | "fold"
  | "open"
  | "back"
  | "pane"
  | "scroll-down"
  | "scroll-up"
  | "screen-1"
  | "screen-2"
  | "screen-3"
  | "next-tab"
  | "last-tab"
  | "fold-here"
  | "screen-4"
  | "screen-5"
  | "layout"
  | "group"
  | "next-change"
  | "last-change"
  | "next-node"
  | "last-node"
  | "whole"
  | "filter"
  | "next-hit"
  | "last-hit"
  | "sort"
  | "goto"
  | "explain"
  | "blame"
  | "timeline"
  | "older"
  | "unstaged"
  | "larger"
  | "smaller"
  | "mode"
  | "compare"
  | "ignore"
  | "secrets"
  | "edit"
  | "edit-old"
  | "copy"
  | "again"
  | "swap"
  | "report"
  | "log"
  | "help"
  | "suspend"
  | "quit"
  | "interrupt";

/** Keys with what they do: read by the reducer, by the help on `?`, and by the page in docs. */
export interface Binding {
  readonly keys: readonly string[];
  /** For people, behind the keys. */
  readonly help: string;
  /** A word or two for the bottom line, where they are not the help. */
  readonly hint?: string;
  readonly section: Section;
  /** Screens on which it does something; absent if on all. */
  readonly on?: readonly ScreenName[];
}

export type Section = "move" | "look" | "act";

/** In the order of the help. A key may stand once for each screen. */
const table: Readonly<Record<Action, Binding>> = {
  down: { keys: ["j", "down"], help: "line down", section: "move" },
  up: { keys: ["k", "up"], help: "line up", section: "move" },
  "page-down": { keys: [".", "pgdn", "ctrl-d", "space"], help: "page down", section: "move" },
  "page-up": { keys: [",", "pgup", "ctrl-u"], help: "page up", section: "move" },
  first: { keys: ["<", "home"], help: "first", section: "move" },
  last: { keys: [">", "end"], help: "last", section: "move" },
  unfold: { keys: ["l", "right"], help: "unfold", section: "move", on: ["changes", "nodes"] },
  fold: { keys: ["h", "left"], help: "fold", section: "move", on: ["changes", "nodes"] },
  open: { keys: ["enter"], help: "open", section: "move" },
  back: { keys: ["esc"], help: "back", section: "move" },
  pane: {
    keys: ["tab", "shift-tab"],
    help: "other pane",
    section: "move",
    on: ["changes", "nodes", "staged", "merge"],
  },
  "scroll-down": { keys: ["J"], help: "scroll the detail down", hint: "scroll", section: "move" },
  "scroll-up": { keys: ["K"], help: "scroll the detail up", section: "move" },
  "screen-1": { keys: ["1"], help: "commits", section: "move" },
  "screen-2": { keys: ["2"], help: "changes", section: "move" },
  "screen-3": { keys: ["3"], help: "nodes", section: "move" },
  "screen-4": { keys: ["4"], help: "staged, read anew", section: "move" },
  "screen-5": { keys: ["5"], help: "what a merge does, read anew", section: "move" },
  layout: {
    keys: ["|"],
    help: "value inline, side by side, old, new",
    hint: "layout",
    section: "look",
    on: ["changes"],
  },
  group: {
    keys: ["`"],
    help: "group: folded, by node, by path, by cause",
    hint: "group",
    section: "look",
    on: ["changes"],
  },
  "next-change": { keys: ["c"], help: "next change", section: "look", on: ["changes", "nodes"] },
  "last-change": { keys: ["C"], help: "change before", section: "look", on: ["changes", "nodes"] },
  "next-node": {
    keys: ["}"],
    help: "next node that has the change",
    hint: "next node",
    section: "look",
    on: ["changes", "nodes"],
  },
  "last-node": { keys: ["{"], help: "node before", section: "look", on: ["changes", "nodes"] },
  "next-tab": { keys: ["]"], help: "next tab of the node", hint: "tab", section: "look", on: ["nodes"] },
  "last-tab": { keys: ["["], help: "tab before", section: "look", on: ["nodes"] },
  "fold-here": { keys: ["z"], help: "fold or unfold here", section: "look", on: ["changes", "nodes"] },
  whole: { keys: ["Z"], help: "fold or show what did not change", section: "look", on: ["changes", "nodes"] },
  filter: {
    keys: ["/"],
    help: "filter: words, also node: path: class: kind: author:",
    hint: "filter",
    section: "look",
    on: ["commits", "changes", "nodes"],
  },
  "next-hit": { keys: ["n"], help: "next hit of the filter", section: "look", on: ["commits", "changes", "nodes"] },
  "last-hit": { keys: ["N"], help: "hit before", section: "look", on: ["commits", "changes", "nodes"] },
  sort: { keys: ["s"], help: "sort otherwise", hint: "sort", section: "look", on: ["commits", "changes", "nodes"] },
  goto: { keys: [":"], help: "go to node, path, class, commit", hint: "go to", section: "look" },
  explain: {
    keys: ["x"],
    help: "explain the value: every layer and what it does",
    hint: "explain",
    section: "look",
    on: ["changes", "nodes"],
  },
  blame: {
    keys: ["b"],
    help: "blame: since when the value is what it is",
    hint: "blame",
    section: "look",
    on: ["changes", "nodes"],
  },
  timeline: {
    keys: ["t"],
    help: "timeline: the commits that changed the value",
    hint: "timeline",
    section: "look",
    on: ["changes", "nodes"],
  },
  older: { keys: ["o"], help: "findings that HEAD has too", hint: "older", section: "look", on: ["staged"] },
  unstaged: {
    keys: ["u"],
    help: "work tree too, or the index alone",
    hint: "unstaged too",
    section: "look",
    on: ["staged"],
  },
  larger: { keys: ["+"], help: "this pane larger", section: "look" },
  smaller: { keys: ["_"], help: "this pane smaller", section: "look" },
  mode: {
    keys: ["m"],
    help: "look at the work tree, the index, HEAD, a range, a merge",
    hint: "mode",
    section: "look",
  },
  compare: {
    keys: ["W"],
    help: "compare with: mark a base, pick, swap",
    hint: "compare",
    section: "look",
    on: ["commits"],
  },
  ignore: {
    keys: ["i"],
    help: "what does not count: order of lists, types, paths",
    hint: "ignore",
    section: "look",
    on: ["changes"],
  },
  secrets: { keys: ["$"], help: "show secrets, after asking", section: "look" },
  edit: {
    keys: ["e"],
    help: "edit where the value is written",
    hint: "edit",
    section: "act",
    on: ["changes", "nodes", "staged", "merge"],
  },
  "edit-old": { keys: ["E"], help: "edit where the old value was written", section: "act", on: ["changes", "staged"] },
  copy: {
    keys: ["y"],
    help: "copy value, path, command, commit, file:line",
    hint: "copy",
    section: "act",
  },
  again: { keys: ["R"], help: "read the repository again", hint: "read again", section: "act" },
  swap: { keys: ["r"], help: "swap the sides", section: "look", on: ["merge"] },
  report: { keys: ["w"], help: "write the report to a file", hint: "write report", section: "act", on: ["merge"] },
  log: { keys: ["@"], help: "messages so far", section: "act" },
  help: { keys: ["?"], help: "these keys", hint: "keys", section: "act" },
  suspend: { keys: ["ctrl-z"], help: "suspend; fg brings it back", section: "act" },
  quit: { keys: ["q"], help: "quit", section: "act" },
  interrupt: { keys: ["ctrl-c"], help: "quit, exit code 130", section: "act" },
};

/** Every action in the order of the help. */
export const bindings: readonly (Binding & { readonly action: Action })[] = Object.entries(table).map(
  ([action, binding]) => ({ ...binding, action: action as Action }),
);

/** Keys of the user's own by action, several with blanks between them: `g ctrl-g`. */
export type OwnKeys = Readonly<Record<string, string>>;

/** What a key does on a screen; undefined if nothing. A key of the user's own no longer means what it meant before. */
export function actionOf(key: string, screen: ScreenName, own: OwnKeys = {}): Action | undefined {
  const here = bindings.filter((each) => isOn(each, screen));
  const mine = here.find(({ action }) => ownKeysOf(action, own).includes(key));
  return (mine ?? here.find(({ keys }) => keys.includes(key)))?.action;
}

function ownKeysOf(action: Action, own: OwnKeys): readonly string[] {
  return own[action]?.split(/\s+/).filter((key) => key !== "") ?? [];
}

/** What stands in the user's keys and is no action. */
export function unknownActions(own: OwnKeys): readonly string[] {
  return Object.keys(own).filter((name) => !Object.hasOwn(table, name));
}

export function isOnScreen(action: Action, screen: ScreenName): boolean {
  return isOn(table[action], screen);
}

export function helpOf(action: Action): string {
  return table[action].help;
}

/**
 * The keys of an action, the user's own first, without those that mean something else: on a screen, or if it does
 * nothing there, on the first one on which it does something.
 */
export function keysOf(action: Action, screen: ScreenName, own: OwnKeys): readonly string[] {
  const binding = table[action];
  const where = isOn(binding, screen) ? screen : (binding.on?.[0] ?? screen);
  const keys = new Set([...ownKeysOf(action, own), ...binding.keys]);
  return [...keys].filter((key) => actionOf(key, where, own) === action);
}

export function isOn({ on }: Binding, screen: ScreenName): boolean {
  return on === undefined || on.includes(screen);
}

/** The first key of an action and what it does, for the bottom line; undefined if no key is left for it. */
export function hintOf(
  action: Action,
  screen: ScreenName,
  own: OwnKeys = {},
): { readonly key: string; readonly words: string } | undefined {
  const { help, hint = help } = table[action];
  const [key] = keysOf(action, screen, own);
  return key === undefined ? undefined : { key: keyName(key), words: hint };
}

const NAMES: Readonly<Record<string, string>> = {
  enter: "Enter",
  down: "↓",
  up: "↑",
  left: "←",
  right: "→",
  pgup: "PgUp",
  pgdn: "PgDn",
  home: "Home",
  end: "End",
  tab: "Tab",
  "shift-tab": "S-Tab",
  esc: "Esc",
  space: "Space",
};

/** A key as people are shown it: `Ctrl-C`, `PgDn`, `Enter`. */
export function keyName(key: string): string {
  return NAMES[key] ?? key.replace(/^ctrl-(.)$/, (_, sign) => `Ctrl-${String(sign).toUpperCase()}`);
}
