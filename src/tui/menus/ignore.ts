import { openMenu } from "../overlays/menu.ts";
import { chosenChange, shownSet } from "../screens/changes/chosen.ts";
import { ignoredPath, ignoreOption, ignoreOptions } from "../screens/changes/ignored.ts";
import { type Reduced, step, type TuiState } from "../state.ts";
import type { MenuItem } from "./items.ts";

/** The menu of what the list of changes leaves out, with the options of `heir diff` that do the same. */
export function openIgnore(state: TuiState): Reduced {
  const { ignored } = state.changes;
  const row = chosenChange(state.changes, shownSet(state))?.row;
  const toggle = (key: string, text: string, option: string): MenuItem => {
    const value = `${option}${ignored.has(option) ? "  ignored" : ""}`;
    return { key, text, value, choice: { kind: "ignore", option } };
  };
  const paths = [...ignored].flatMap((option) => ignoredPath(option) ?? []);
  const items = [
    toggle("o", "changes of order in lists", ignoreOptions.order),
    toggle("t", 'type-only changes, such as "1" and 1', ignoreOptions.type),
    ...(row?.isValue === true ? [toggle("p", "this path and everything below", ignoreOption(row.title))] : []),
    ...paths.map((path, at) => toggle(String(at + 1), "this path and everything below", ignoreOption(path))),
    ...(ignored.size === 0 ? [] : [all]),
  ];
  return step(openMenu(state, "Ignore", items));
}

const all: MenuItem = { key: "a", text: "show all", value: "", choice: { kind: "ignore", option: undefined } };
