import type { ScreenName } from "../state/state.ts";
import { changes } from "./changes.ts";
import { commits } from "./commits.ts";
import { merge } from "./merge.ts";
import { nodes } from "./nodes.ts";
import type { Screen } from "./screen.ts";
import { staged } from "./staged.ts";

/** Every screen, in the order of their numbers. */
export const screens: readonly Screen[] = [commits, changes, nodes, staged, merge];

/** The screen in front. */
export function screenNamed(name: ScreenName): Screen {
  return screens.find((screen) => screen.name === name) ?? commits;
}
