import { type Action, actionKeys, actionOf, bindings, hintOf, keyName, type OwnKeys, worksOn } from "./keymap.ts";
import type { ScreenName } from "./state.ts";

/** Why a key does nothing on this screen, or at this moment. */
export function noOpReason(key: string, screen: ScreenName, own?: OwnKeys): string {
  const action = actionOf(key, screen, own);
  const name = keyName(key);
  if (action !== undefined) return `${name}: ${TEXTS[action] ?? "there is nothing to do here"}`;
  const elsewhere = bindings.find(
    (each) => !worksOn(each, screen) && actionKeys(each.action, screen, own).includes(key),
  );
  if (elsewhere === undefined) return `${name} does nothing, ${hintOf("help", screen, own)?.key ?? "?"} shows all keys`;
  return `${name} (${elsewhere.help}) works only on ${elsewhere.on?.join(" and ") ?? ""}`;
}

const TEXTS: Readonly<Partial<Record<Action, string>>> = {
  down: "there is nothing below",
  up: "there is nothing above",
  "page-down": "there is nothing below",
  "page-up": "there is nothing above",
  first: "there is nothing above",
  last: "there is nothing below",
  unfold: "nothing is folded here",
  fold: "nothing can be folded here",
  open: "there is nothing to open",
  back: "this is the first view, q quits",
  pane: "there is no other pane",
  "scroll-down": "there is nothing below",
  "scroll-up": "there is nothing above",
  "screen-1": "nothing to do: this screen is open",
  "screen-2": "nothing to do: this screen is open",
  "screen-3": "nothing to do: this screen is open",
  "next-node": "there is no next node",
  "last-node": "there is no previous node",
  "next-hit": "there is no hit of the filter, and no next change",
  "last-hit": "there is no hit of the filter, and no previous change",
  explain: "there is no value on this row: Enter leads to one",
  blame: "there is no value on this row: Enter leads to one",
  timeline: "there is no value and no node on this row: Enter leads to one",
  set: "there is no value on this row",
  copy: "there is nothing to copy",
  swap: "there are no two states to swap",
};
