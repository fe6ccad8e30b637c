import { changesScreen, openTarget } from "../screens/changes/screen.ts";
import { openMerge } from "../screens/merge/screen.ts";
import { pushed } from "../state/stack.ts";
import { type TuiState, withMessage, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import type { MenuChoice } from "./items.ts";

/** What choosing a line of a menu does. */
export function choose(state: TuiState, choice: MenuChoice): Reduced {
  switch (choice.kind) {
    case "copy":
      return step(withMessage(state, `copied: ${choice.what}`), { kind: "copy", text: choice.text });
    case "look":
      return openTarget(pushed(state), choice.target);
    case "type":
      return step(withOverlay(state, { kind: "prompt", own: { what: choice.what, typed: "", top: 0 } }));
    case "merge":
      return openMerge(pushed(state), choice.branch);
    case "ignore":
      return changesScreen.adapt(ignoring(state, choice.option));
    case "base":
      return step(withMessage({ ...state, base: choice.base }, baseText(choice.base?.name)));
    case "secrets":
      return reload({ ...state, areSecretsShown: choice.areShown });
    case "nothing":
      return step(state);
  }
}

/** Turns an option on or off; undefined turns all off. */
function ignoring(state: TuiState, option: string | undefined): TuiState {
  const ignored = new Set(option === undefined ? [] : state.changes.ignored);
  if (option !== undefined && !ignored.delete(option)) ignored.add(option);
  return { ...state, changes: { ...state.changes, ignored } };
}

function baseText(name: string | undefined): string {
  return name === undefined ? "no base is marked" : `${name} is the base; W on another commit compares with it`;
}

const RELOADING = "reloading the repository";

/** The message that the repository is reloaded goes when that is done. */
export function withoutReloading(state: TuiState): TuiState {
  return state.message?.text === RELOADING ? { ...state, message: undefined } : state;
}

/** Asks the worker to forget what it has read; then the screen asks again. */
export function reload(state: TuiState): Reduced {
  const next = withMessage({ ...state, trees: undefined }, RELOADING);
  return step(next, ask({ kind: "reload", ask: { areSecretsShown: state.areSecretsShown } }));
}
