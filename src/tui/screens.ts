import type { Screen } from "./screen.ts";
import { changes } from "./screens/changes.ts";
import { commits } from "./screens/commits.ts";
import { merge } from "./screens/merge.ts";
import { nodes } from "./screens/nodes.ts";
import { staged } from "./screens/staged.ts";
import type { ScreenName } from "./state/state.ts";

/** Every screen, in the order of their numbers. */
export const screens: readonly Screen[] = [commits, changes, nodes, staged, merge];

/** The screen in front. */
export function screenNamed(name: ScreenName): Screen {
  return screens.find((screen) => screen.name === name) ?? commits;
}
