import { openMenu } from "../overlays/menu.ts";
import { type Reduced, step, type TuiState } from "../state.ts";
import type { MenuChoice, MenuItem } from "./items.ts";

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
