import { SUBMODULE_MODE } from "../../submodules/mode.ts";

/** The paths of some stages of an index, as git prints them: `MODE ID STAGE<TAB>PATH`. Never fails. */
export function stagedPaths(stages: readonly string[]): readonly string[] {
  return [...new Set(stages.map((line) => line.slice(line.indexOf("\t") + 1)))];
}

/** Those of the paths that are submodules. Never fails. */
export function stagedSubmodules(stages: readonly string[]): readonly string[] {
  return stagedPaths(stages.filter((line) => line.startsWith(SUBMODULE_MODE)));
}
