import { type Action, actionKeys, actionOf, bindings, hintOf, keyName, type OwnKeys, worksOn } from "./keymap.ts";
import type { ScreenName } from "./state.ts";

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
