import type { ScreenName } from "../state.ts";
import { changesScreen } from "./changes/screen.ts";
import { commitsScreen } from "./commits/screen.ts";
import { nodesScreen } from "./nodes/screen.ts";
import type { Screen } from "./screen.ts";
import { stagedScreen } from "./staged/screen.ts";

/** In the order of their numbers. */
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
