import { SECRET_TEXT } from "../../model/secrets.ts";
import { shownSet } from "../compose/changes.ts";
import { openMenu } from "../overlays/menu.ts";
import { chosenChange } from "../state/chosen.ts";
import { chosenCommit, commitTarget } from "../state/commits.ts";
import { ignoredPath, pathOption } from "../state/ignored.ts";
import type { MenuItem } from "../state/menu.ts";
import type { State } from "../state/state.ts";
import { type Step, step } from "../step.ts";
import type { ChangeRow, Target } from "../worker/data.ts";
import { chosenPlace } from "./place.ts";

/** What can be copied here; undefined if nothing. */
export function openCopy(state: State): Step | undefined {
  const items = state.screen === "commits" ? commitItems(state) : changeItems(state);
  return items.length === 0 ? undefined : step(openMenu(state, "Copy", items));
}

function commitItems(state: State): readonly MenuItem[] {
  const commit = chosenCommit(state.commits);
  if (commit === undefined) return [];
  return [
    item("c", "commit", commit.id),
    item("s", "subject", commit.subject),
    ...commandItems(commitTarget(commit), []),
  ];
}

function changeItems(state: State): readonly MenuItem[] {
  const { target } = state.changes;
  const chosen = chosenChange(state.changes, shownSet(state));
  if (target === undefined) return [];
  const commit = target.kind === "commit" ? [item("c", "commit", target.id)] : [];
  const ignored = [...state.changes.ignored].map(ignoredOption);
  if (chosen === undefined) return [...commit, ...commandItems(target, ignored)];
  const { row, node } = chosen;
  const options = [...ignored, `--node ${quoted(node)}`, ...(row.isValue ? [`--path ${quoted(row.title)}`] : [])];
  const place = chosenPlace(state, "now");
  return [
    ...valueItems(row),
    item("n", "node", node),
    ...commandItems(target, options),
    ...commit,
    ...(place === undefined ? [] : [item("f", "file:line", `${place.file}:${place.line}`)]),
  ];
}

/** Values that are hidden or cut short would be wrong wherever they are pasted. */
function valueItems({ isValue, title, now, old }: ChangeRow): readonly MenuItem[] {
  if (!isValue) return [];
  const isWhole = (value: string | undefined): value is string =>
    value !== undefined && !value.includes(SECRET_TEXT) && !value.endsWith("…");
  return [
    ...(isWhole(now) ? [item("v", "value", now)] : []),
    ...(isWhole(old) ? [item("o", "old value", old)] : []),
    item("p", "path", title),
  ];
}

function item(key: string, text: string, value: string): MenuItem {
  return { key, text, value, choice: { kind: "copy", text: value, what: text } };
}

/** The command that prints the same as the screen; there is none for the first commit, which has nothing before it. */
function commandItems(target: Target, options: readonly string[]): readonly MenuItem[] {
  if (target.kind === "commit" && target.parent === undefined) return [];
  return [item("h", "heir command", ["heir diff", ...words(target), ...options].join(" "))];
}

function words(target: Target): readonly string[] {
  if (target.kind === "commit") return [target.parent ?? "", target.id];
  return target.staged ? ["--staged"] : target.words.map(quoted);
}

function ignoredOption(option: string): string {
  const path = ignoredPath(option);
  return path === undefined ? option : pathOption(quoted(path));
}

function quoted(text: string): string {
  return /^[\w./:@~^=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
