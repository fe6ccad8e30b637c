import type { ScreenName } from "../state.ts";
import { changesScreen } from "./changes/screen.ts";
import { commitsScreen } from "./commits/screen.ts";
import { mergeScreen } from "./merge/screen.ts";
import { nodesScreen } from "./nodes/screen.ts";
import type { Screen } from "./screen.ts";
import { stagedScreen } from "./staged/screen.ts";

/** Every screen, in the order of their numbers. */
export const screens: readonly Screen[] = [commitsScreen, changesScreen, nodesScreen, stagedScreen, mergeScreen];

/** The screen in front. */
export function screenNamed(name: ScreenName): Screen {
  return screens.find((screen) => screen.name === name) ?? commitsScreen;
}
