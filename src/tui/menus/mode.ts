import { openMenu } from "../overlays/menu.ts";
import { chosenCommit, commitTarget } from "../screens/commits/state.ts";
import type { TuiState } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import type { CommitRow } from "../worker/protocol/data.ts";
import type { MenuChoice, MenuItem } from "./items.ts";

/** The menu of what can be shown: work tree, index, the last commit, two states, a merge. */
export function openMode(state: TuiState): Reduced {
  const head = state.commits.all[0];
  const here = state.screen === "commits" ? chosenCommit(state.commits) : undefined;
  const items = [
    item("w", "work tree", "against the index", states([])),
    item("s", "staged", "the index against HEAD", states([], true)),
    item("a", "everything", "the work tree against HEAD", states(["HEAD", "WORKTREE"])),
    ...(head === undefined || state.wish.range !== undefined ? [] : [lastCommit(head)]),
    item("r", "range", "two states, to be typed", { kind: "type", what: "range" }),
    ...(here === undefined ? [] : [item("m", "merge", `${here.shortId} into HEAD`, merging(here.shortId))]),
    item("b", "merge a branch", "into HEAD, from a list", merging(undefined)),
    item("t", "merge a revision", "into HEAD, to be typed", { kind: "type", what: "branch" }),
  ];
  return step(openMenu(state, "Show", items));
}

/** Nothing is merged: the screen shows what a merge would do. */
function merging(branch: string | undefined): MenuChoice {
  return { kind: "merge", branch };
}

function lastCommit(head: CommitRow): MenuItem {
  return item("h", "HEAD", `the last commit, ${head.shortId}`, { kind: "look", target: commitTarget(head) });
}

/** The menu that compares the chosen commit with the marked one, in either direction. */
export function openCompare(state: TuiState): Reduced | undefined {
  const { base } = state;
  const commit = chosenCommit(state.commits);
  if (commit === undefined) return undefined;
  const here = { id: commit.id, name: commit.shortId };
  const mark = item("b", "mark as base", here.name, { kind: "base", base: here });
  const typed = item("r", "type a range", "two states", { kind: "type", what: "range" });
  if (base === undefined || base.id === here.id) return step(openMenu(state, "Compare with", [mark, typed]));
  const items = [
    item("c", "compare", `${base.name} → ${here.name}`, states([base.id, here.id])),
    item("s", "swapped", `${here.name} → ${base.name}`, states([here.id, base.id])),
    item("w", "with the work tree", `${base.name} → work tree`, states([base.id, "WORKTREE"])),
    mark,
    item("f", "forget the base", base.name, { kind: "base", base: undefined }),
    typed,
  ];
  return step(openMenu(state, "Compare with", items));
}

/** Asks before secrets are shown, or hidden again. */
export function openSecrets(state: TuiState): Reduced {
  const { areSecretsShown } = state;
  const yes: MenuChoice = { kind: "secrets", areShown: !areSecretsShown };
  if (areSecretsShown) return step(openMenu(state, "Hide secrets again?", [item("y", "hide", "", yes), no]));
  const title = "Show secrets on this screen, until heir tui ends?";
  return step(openMenu(state, title, [no, item("y", "show", "visible to everyone who sees the screen", yes)]));
}

const no: MenuItem = item("n", "no", "", { kind: "nothing" });

function item(key: string, text: string, value: string, choice: MenuChoice): MenuItem {
  return { key, text, value, choice };
}

function states(words: readonly string[], staged = false): MenuChoice {
  return { kind: "look", target: { kind: "states", words, staged } };
}
