import { type Action, actionOf, bindings, hintOf, isOn, keyName, keysOf, type OwnKeys } from "./keymap.ts";
import type { ScreenName } from "./state.ts";

/** Why a key does nothing on this screen, or at this moment. */
export function noOpReason(key: string, screen: ScreenName, own: OwnKeys = {}): string {
  const action = actionOf(key, screen, own);
  const name = keyName(key);
  if (action !== undefined) return `${name}: ${TEXTS[action] ?? "there is nothing here for it"}`;
  const elsewhere = bindings.find((each) => !isOn(each, screen) && keysOf(each.action, screen, own).includes(key));
  if (elsewhere === undefined) return `${name} does nothing, ${hintOf("help", screen, own)?.key ?? "?"} shows all keys`;
  return `${name} (${elsewhere.help}) works on ${elsewhere.on?.join(" and ") ?? ""} only`;
}

const TEXTS: Readonly<Partial<Record<Action, string>>> = {
  down: "this is the end",
  up: "this is the top",
  "page-down": "this is the end",
  "page-up": "this is the top",
  first: "this is the top",
  last: "this is the end",
  unfold: "nothing is folded here",
  fold: "nothing can be folded here",
  open: "there is nothing to open",
  back: "there is nothing to go back to",
  pane: "there is no other pane",
  "scroll-down": "there is no more to scroll to",
  "scroll-up": "this is the top",
  "screen-1": "this is the screen",
  "screen-2": "this is the screen",
  "screen-3": "this is the screen",
  "next-change": "no change follows",
  "last-change": "no change stands before",
  "next-node": "no further node",
  "last-node": "no node before",
  "fold-here": "nothing can be folded here",
  "next-hit": "there is no hit, / filters",
  "last-hit": "there is no hit, / filters",
  explain: "no value is chosen",
  blame: "no value is chosen",
  timeline: "no value is chosen",
  older: "HEAD has no findings",
  compare: "no commit is chosen",
  copy: "there is nothing to copy",
  swap: "choose a branch first",
  report: "there is no report yet",
};
