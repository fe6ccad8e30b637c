import { displayWidth } from "../../base/terminal-text.ts";
import { cell, plain, span } from "../draw/line.ts";
import { itemsLook } from "../draw/pane.ts";
import { toggled } from "../list/cursor.ts";
import { changesScreen, openReport } from "../screens/changes/screen.ts";
import { rowPlace, screenNamed } from "../screens/table.ts";
import type { RowPlace } from "../state/compared.ts";
import { commandItem, copyItem, type MenuChoice, type MenuItem, placeItems } from "../state/menu.ts";
import { isView, type Reduced, reload, step, type TuiState, withMessage, withOverlay, withOwn } from "../state.ts";
import type { OverlayPart } from "./overlay.ts";

/** Things to choose from: by their keys, or with the cursor and Enter. */
export const menuOverlay: OverlayPart<"menu"> = {
  title: "choose",
  foot: () => "Enter chooses",
  content({ title, items }) {
    const width = Math.max(0, ...items.map(({ text }) => displayWidth(text)));
    const lines = items.map(({ key, text, value }) => {
      return [span("key", key), plain(`  ${cell(text, width)}  `), span("muted", value)];
    });
    return { lines: [[span("heading", title)], []], items: itemsLook(lines, (line) => line) };
  },
  press({ items, at }, key, state) {
    const item = key === "enter" ? items[at] : items.find((each) => each.key === key);
    return item && choose(withOverlay(state, undefined), item.choice);
  },
};

/** The menu of what can be copied of the row at the cursor; undefined if nothing can. */
export function openCopy(state: TuiState): Reduced | undefined {
  const place = rowPlace(state);
  const own = isView(state.overlay) ? valueItems(place) : screenNamed(state.screen).copies(state);
  const others = placeItems(place).filter(({ key }) => own.every((each) => each.key !== key));
  const items = [...own, ...others];
  return items.length === 0 ? undefined : step(openMenu(state, "Copy", items));
}

/** The path and the node of a place, and the command that tells its history. */
function valueItems({ node, path }: RowPlace): readonly MenuItem[] {
  if (node === undefined) return [];
  return [
    ...(path === undefined ? [] : [copyItem("p", "path", path)]),
    copyItem("n", "node", node),
    commandItem(["heir", "log"], [node, ...(path === undefined ? [] : [path])]),
  ];
}

/** Asks before secrets are shown, or hidden again. */
export function openSecrets(state: TuiState): Reduced {
  const { areSecretsShown } = state;
  const yes: MenuChoice = { kind: "secrets", areShown: !areSecretsShown };
  if (areSecretsShown) return step(openMenu(state, "Hide secrets again?", [item("y", "hide", "", yes), no]));
  const title = "Show secrets on this screen, until heir tui ends?";
  return step(openMenu(state, title, [no, item("y", "show", "visible to everyone who sees the screen", yes)]));
}

function item(key: string, text: string, value: string, choice: MenuChoice): MenuItem {
  return { key, text, value, choice };
}

const no: MenuItem = item("n", "no", "", { kind: "nothing" });

function openMenu(state: TuiState, title: string, items: readonly MenuItem[]): TuiState {
  return withOverlay(state, { kind: "menu", own: { title, items, at: 0, top: 0 } });
}

/** What choosing a line of a menu does. */
function choose(state: TuiState, choice: MenuChoice): Reduced {
  switch (choice.kind) {
    case "copy":
      return step(withMessage(state, `copied: ${choice.what}`), { kind: "copy", text: choice.text });
    case "report":
      return openReport(state);
    case "ignore":
      return changesScreen.adapt(ignoring(state, choice.option));
    case "secrets":
      return reload({ ...state, areSecretsShown: choice.areShown });
    case "nothing":
      return step(state);
  }
}

/** Turns an option on or off; undefined turns all off. */
function ignoring(state: TuiState, option: string | undefined): TuiState {
  const ignored = option === undefined ? new Set<string>() : toggled(state.changes.ignored, option);
  return withOwn(state, "changes", { ignored });
}
