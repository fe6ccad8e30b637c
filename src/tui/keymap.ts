import { recordKeys } from "../base/text-order.ts";
import { keptByText } from "../speed/kept.ts";
import type { ScreenName, TuiState } from "./state.ts";

/*
 * Keys and what they do, in the order of the help. `on` names the screens on which they act, by default all; `hint` is
 * a shorter help for the bottom line.
 */
const TABLE = {
  move: {
    down: { keys: "j down", help: "line down" },
    up: { keys: "k up", help: "line up" },
    "page-down": { keys: ". pgdn ctrl-d", help: "page down" },
    "page-up": { keys: ", pgup ctrl-u", help: "page up" },
    first: { keys: "< home", help: "first" },
    last: { keys: "> end", help: "last" },
    unfold: { keys: "l right", help: "unfold", on: "changes nodes staged" },
    fold: { keys: "h left", help: "fold", on: "changes nodes staged" },
    open: { keys: "enter", help: "open" },
    back: { keys: "esc", help: "back" },
    pane: { keys: "tab shift-tab", help: "other pane", on: "changes nodes staged" },
    "scroll-down": { keys: "J", help: "scroll the detail down", hint: "scroll" },
    "scroll-up": { keys: "K", help: "scroll the detail up" },
    "screen-1": { keys: "1", help: "commits" },
    "screen-2": { keys: "2", help: "changes" },
    "screen-3": { keys: "3", help: "nodes" },
    "screen-4": { keys: "4", help: "work: files, findings, changes" },
  },
  look: {
    layout: { keys: "|", help: "value as changed lines, whole, side by side", hint: "layout", on: "changes" },
    group: { keys: "`", help: "group: by edit, by node, by path", hint: "group", on: "changes" },
    "next-node": { keys: "}", help: "next node that has the change", hint: "next node", on: "changes nodes" },
    "last-node": { keys: "{", help: "previous node", on: "changes nodes" },
    "next-tab": {
      keys: "]",
      help: "next tab of the node; the other state of Changes",
      hint: "tab",
      on: "nodes staged",
    },
    "last-tab": { keys: "[", help: "previous tab", on: "nodes staged" },
    filter: {
      keys: "/",
      help: "filter: words, also node: path: class: kind: author:",
      hint: "filter",
      on: "commits changes nodes",
    },
    "next-hit": {
      keys: "n",
      help: "next hit of the filter, without one the next change",
      hint: "next",
      on: "commits changes nodes",
    },
    "last-hit": { keys: "N", help: "previous hit, or change", on: "commits changes nodes" },
    sort: { keys: "s", help: "sort by something else", hint: "sort", on: "commits changes nodes" },
    goto: { keys: ":", help: "go to or find a node, class, group, path, value, commit, ref", hint: "go to" },
    explain: { keys: "x", help: "explain the value: every layer and what it does", hint: "explain" },
    blame: { keys: "b", help: "blame: the commit that last changed each value", hint: "blame" },
    timeline: { keys: "t", help: "timeline: the commits that changed the value or the node", hint: "timeline" },
    larger: { keys: "+", help: "give this pane half of the screen, then all, then its share" },
    compare: { keys: "d", help: "compare with another state, or another node", hint: "compare" },
    merge: { keys: "m", help: "what merging a branch into HEAD would do", hint: "merge" },
    ignore: { keys: "i", help: "ignore changes: order of lists, types, paths", hint: "ignore", on: "changes" },
    secrets: { keys: "$", help: "show secrets, after asking" },
    swap: { keys: "r", help: "swap the sides", on: "changes" },
  },
  act: {
    edit: { keys: "e", help: "edit the line of the row, also of an old layer", hint: "edit" },
    set: { keys: "=", help: "set the value on this node, with the proof", hint: "set", on: "changes nodes" },
    stage: { keys: "space", help: "stage or unstage the file, hunk or change", hint: "stage", on: "staged" },
    commit: { keys: "c", help: "commit what is staged, with git's hooks", hint: "commit", on: "staged" },
    undo: { keys: "u", help: "undo what was staged, written or committed here last", hint: "undo" },
    copy: {
      keys: "y",
      help: "copy value, path, command, commit, file:line, or save the report of a merge",
      hint: "copy",
    },
    reload: { keys: "R", help: "reload the repository", hint: "reload" },
    log: { keys: "@", help: "messages so far" },
    help: { keys: "?", help: "these keys", hint: "keys" },
    suspend: { keys: "ctrl-z", help: "suspend; fg brings it back" },
    quit: { keys: "q", help: "quit" },
    interrupt: { keys: "ctrl-c", help: "quit, exit code 130" },
  },
} as const;

export type KeySection = keyof typeof TABLE;

export type Action = { readonly [S in KeySection]: keyof (typeof TABLE)[S] }[KeySection];

/** A key and what it does: for the reducer, for the help on `?`, and for docs/tui.md. */
export interface Binding {
  readonly action: Action;
  readonly section: KeySection;
  readonly keys: readonly string[];
  /** What it does, behind the keys. */
  readonly help: string;
  /** The same for the bottom line. */
  readonly hint: string;
  /** Screens on which it acts; absent if on all. */
  readonly on?: readonly ScreenName[];
}

/** Every action in the order of the help. */
export const bindings: readonly Binding[] = recordKeys(TABLE).flatMap((section) => {
  const rows: Readonly<Partial<Record<Action, KeyRow>>> = TABLE[section];
  return recordKeys(rows).flatMap((action) => (rows[action] ? [bindingOf(section, action, rows[action])] : []));
});

interface KeyRow {
  readonly keys: string;
  readonly help: string;
  readonly hint?: string;
  readonly on?: string;
}

function bindingOf(section: KeySection, action: Action, { keys, help, hint = help, on }: KeyRow): Binding {
  const screens = on === undefined ? {} : { on: on.split(" ") as readonly ScreenName[] };
  return { action, section, keys: keys.split(" "), help, hint, ...screens };
}

const byAction = Object.fromEntries(bindings.map((each) => [each.action, each])) as Readonly<Record<Action, Binding>>;

/** The user's own keys by action, separated by spaces: `g ctrl-g`. */
export type OwnKeys = Readonly<Record<string, string>>;

const NO_KEYS: OwnKeys = {};

/** What the keys of a screen do, in both directions. */
interface KeyTable {
  readonly actions: ReadonlyMap<string, Action>;
  readonly keys: ReadonlyMap<Action, readonly string[]>;
}

/** What a key does on a screen, if anything. The user's own keys override the usual ones. */
export function actionOf(key: string, screen: ScreenName, own: OwnKeys = NO_KEYS): Action | undefined {
  return keyTable(own, screen).actions.get(key);
}

/** The keys of a screen. Every frame asks for many of them, so they are worked out once. */
const keyTable = keptByText("screens", (own: OwnKeys, screen: ScreenName): KeyTable => {
  const here = bindings.filter((each) => worksOn(each, screen));
  const mine = here.map(({ action }) => ({ action, keys: ownKeysOf(action, own) }));
  const actions = new Map<string, Action>();
  const keys = new Map<Action, string[]>();
  for (const each of [...mine, ...here]) {
    for (const key of each.keys) {
      if (actions.has(key)) continue;
      actions.set(key, each.action);
      keys.set(each.action, [...(keys.get(each.action) ?? []), key]);
    }
  }
  return { actions, keys };
});

function ownKeysOf(action: Action, own: OwnKeys): readonly string[] {
  const [earlier = ""] = [...RENAMED].find(([, current]) => current === action) ?? [];
  const keys = own[action] ?? own[earlier];
  return keys?.split(/\s+/).filter((key) => key !== "") ?? [];
}

/** Actions by their earlier names, which the user's settings may still hold. */
const RENAMED: ReadonlyMap<string, Action> = new Map([
  ["again", "reload"],
  ["next-change", "next-hit"],
  ["last-change", "last-hit"],
]);

/** Actions that are no more, and what does the same now. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ["mode", "heir.key.compare and heir.key.merge"],
  ["screen-5", "heir.key.merge"],
  ["report", "heir.key.copy"],
  ["fold-here", "heir.key.fold and heir.key.unfold"],
  ["smaller", "heir.key.larger"],
  ["whole", "heir.key.layout"],
  ["edit-old", "heir.key.edit on the row of an old layer"],
]);

/** A name in the user's keys that is no action, or is an earlier name of one, or of one that is no more. */
export function nameFault(own: OwnKeys): { readonly text: string; readonly isError: boolean } | undefined {
  const others = Object.keys(own).filter((name) => !Object.hasOwn(byAction, name));
  const unknown = others.find((name) => !RENAMED.has(name) && !REMOVED.has(name));
  if (unknown !== undefined) return { text: `heir.key.${unknown}: there is no such action`, isError: true };
  const [old] = others;
  if (old === undefined) return undefined;
  const now = RENAMED.get(old);
  const text = now === undefined ? `is no more, see ${REMOVED.get(old)}` : `is now heir.key.${now}`;
  return { text: `heir.key.${old} ${text}`, isError: false };
}

export function isOnScreen(action: Action, screen: ScreenName): boolean {
  return worksOn(byAction[action], screen);
}

export function helpOf(action: Action): string {
  return byAction[action].help;
}

/** An action's keys on this screen, else on the first where it acts: the user's first, none with another meaning. */
export function actionKeys(action: Action, screen: ScreenName, own: OwnKeys = NO_KEYS): readonly string[] {
  const binding = byAction[action];
  const there = worksOn(binding, screen) ? screen : (binding.on?.[0] ?? screen);
  return keyTable(own, there).keys.get(action) ?? [];
}

export function worksOn({ on }: Binding, screen: ScreenName): boolean {
  return on === undefined || on.includes(screen);
}

/** The first key of an action and what it does, for the bottom line; undefined if it has no key. */
export function hintOf(action: Action, screen: ScreenName, own: OwnKeys = NO_KEYS) {
  const { hint } = byAction[action];
  const [key] = actionKeys(action, screen, own);
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

/** A key as it is shown: `Ctrl-C`, `PgDn`, `Enter`. */
export function keyName(key: string): string {
  return NAMES[key] ?? key.replace(/^ctrl-(.)$/, (_, character) => `Ctrl-${String(character).toUpperCase()}`);
}

/** The key of an action within a text; empty if the action has no key on this screen. */
export function keyFor({ screen, header }: TuiState, action: Action, textOf: (key: string) => string): string {
  const hint = isOnScreen(action, screen) ? hintOf(action, screen, header?.keys) : undefined;
  return hint === undefined ? "" : textOf(hint.key);
}

/** A text after one more key: with one more or one less character, or empty; undefined for keys that do not type. */
export function typedText(text: string, key: string): string | undefined {
  if (key === "backspace") return [...text].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  const character = key === "space" ? " " : key;
  return [...character].length === 1 ? text + character : undefined;
}

/** A text with the first line of a pasted text behind it; its end is no part of it. */
export function pastedText(text: string, pasted: string): string {
  return text + (pasted.split(/[\r\n]/)[0] ?? "");
}

/** Why a key does nothing on this screen, or at this moment. */
export function noOpReason(key: string, screen: ScreenName, own?: OwnKeys): string {
  const action = actionOf(key, screen, own);
  const name = keyName(key);
  const [text = "there is nothing to do here"] = TEXTS.find(([, ...of]) => of.some((each) => each === action)) ?? [];
  if (action !== undefined) return `${name}: ${text}`;
  const elsewhere = bindings.find(
    (each) => !worksOn(each, screen) && actionKeys(each.action, screen, own).includes(key),
  );
  if (elsewhere === undefined) return `${name} does nothing, ${hintOf("help", screen, own)?.key ?? "?"} shows all keys`;
  return `${name} (${elsewhere.help}) works only on ${elsewhere.on?.join(" and ") ?? ""}`;
}

const TEXTS: readonly (readonly [text: string, ...of: Action[]])[] = [
  ["there is nothing below", "down", "page-down", "last", "scroll-down"],
  ["there is nothing above", "up", "page-up", "first", "scroll-up"],
  ["nothing is folded here", "unfold"],
  ["nothing can be folded here", "fold"],
  ["there is nothing to open", "open"],
  ["this is the first view, q quits", "back"],
  ["there is no other pane", "pane"],
  ["nothing to do: this screen is open", "screen-1", "screen-2", "screen-3"],
  ["there is no next node", "next-node"],
  ["there is no previous node", "last-node"],
  ["there is no hit of the filter, and no next change", "next-hit"],
  ["there is no hit of the filter, and no previous change", "last-hit"],
  ["there is no value on this row: Enter leads to one", "explain", "blame"],
  ["there is no value and no node on this row: Enter leads to one", "timeline"],
  ["there is no value on this row", "set"],
  ["there is nothing to copy", "copy"],
  ["there are no two states to swap", "swap"],
];
