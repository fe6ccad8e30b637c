import { openReport } from "../screens/changes/chosen.ts";
import { changesScreen } from "../screens/changes/screen.ts";
import { ask, type Reduced, step, type TuiState, withMessage } from "../state.ts";
import type { MenuChoice } from "./items.ts";

/** What choosing a line of a menu does. */
export function choose(state: TuiState, choice: MenuChoice): Reduced {
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
  const ignored = new Set(option === undefined ? [] : state.changes.ignored);
  if (option !== undefined && !ignored.delete(option)) ignored.add(option);
  return { ...state, changes: { ...state.changes, ignored } };
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
