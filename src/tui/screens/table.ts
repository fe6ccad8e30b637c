import type { RowPlace } from "../state/compared.ts";
import { isView, type ScreenName, type TuiState } from "../state.ts";
import { changesScreen } from "./changes/screen.ts";
import { commitsScreen } from "./commits/screen.ts";
import { nodesScreen } from "./nodes/screen.ts";
import type { Screen } from "./screen.ts";
import { stagedScreen } from "./staged/screen.ts";
import { commitTarget } from "./state.ts";

const byName: Readonly<Record<ScreenName, Screen>> = {
  commits: commitsScreen,
  changes: changesScreen,
  nodes: nodesScreen,
  staged: stagedScreen,
};

/** Every screen, in the order of their numbers. */
export const screens: readonly Screen[] = Object.values(byName);

/** The screen in front. */
export function screenNamed(name: ScreenName): Screen {
  return byName[name];
}

/** What the row in front is about: of a view above a screen, else of the screen. */
export function rowPlace(state: TuiState): RowPlace {
  const { overlay, insight } = state;
  if (!isView(overlay) || insight === undefined) return screenNamed(state.screen).place(state);
  const { source, ...asked } = insight.place;
  if (overlay.kind !== "timeline") return { ...asked, source: insight.source ?? source };
  const entry = insight.timeline[overlay.own.at];
  if (entry === undefined) return { ...asked, source };
  const target = commitTarget({ id: entry.commit, parent: entry.parent });
  return { ...asked, target, isOld: entry.isGone, source: entry.source };
}
