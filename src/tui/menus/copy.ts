import { SECRET_TEXT } from "../../model/secrets/secrets.ts";
import { openMenu } from "../overlays/menu.ts";
import { chosenChange, shownSet } from "../screens/changes/chosen.ts";
import { ignoredPath, pathOption } from "../screens/changes/ignored.ts";
import type { ChangesState } from "../screens/changes/state.ts";
import { chosenCommit, commitTarget } from "../screens/commits/state.ts";
import { chosenMergeItem, currentMergeView } from "../screens/merge/state.ts";
import { chosenNode, chosenTree, nodesTarget } from "../screens/nodes/chosen.ts";
import { chosenEntry } from "../screens/nodes/panes.ts";
import type { TreeItem } from "../screens/nodes/tree.ts";
import { asChanges, chosenItem, stagedTarget } from "../screens/staged/state.ts";
import type { ScreenName, TuiState } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import type { ChangeRow, ChangeSet, ComparedStates } from "../worker/protocol/data.ts";
import type { MenuItem } from "./items.ts";
import { chosenPlace } from "./place.ts";

/** What can be copied here; undefined if nothing. */
export function openCopy(state: TuiState): Reduced | undefined {
  const items = ITEMS[state.screen](state);
  return items.length === 0 ? undefined : step(openMenu(state, "Copy", items));
}

const ITEMS: Readonly<Record<ScreenName, (state: TuiState) => readonly MenuItem[]>> = {
  commits: commitItems,
  changes: (state) => changeItems(state, state.changes, shownSet(state)),
  nodes: nodeItems,
  staged: stagedItems,
  merge: mergeItems,
};

function commitItems(state: TuiState): readonly MenuItem[] {
  const commit = chosenCommit(state.commits);
  if (commit === undefined) return [];
  return [
    item("c", "commit", commit.id),
    item("s", "subject", commit.subject),
    ...commandItems(commitTarget(commit), []),
  ];
}

function changeItems(state: TuiState, changes: ChangesState, set: ChangeSet | undefined): readonly MenuItem[] {
  const { target } = changes;
  const chosen = chosenChange(changes, set);
  if (target === undefined) return [];
  const commit = target.kind === "commit" ? [item("c", "commit", target.id)] : [];
  const ignored = [...changes.ignored].map(ignoredOption);
  if (chosen === undefined) return [...commit, ...commandItems(target, ignored)];
  const { row, node } = chosen;
  const options = [...ignored, `--node ${quoted(node)}`, ...(row.isValue ? [`--path ${quoted(row.title)}`] : [])];
  return [
    ...valueItems(row),
    item("n", "node", node),
    ...commandItems(target, options),
    ...commit,
    ...placeItems(state),
  ];
}

function placeItems(state: TuiState): readonly MenuItem[] {
  const { file, line } = chosenPlace(state, "now") ?? {};
  if (file === undefined) return [];
  return [line === undefined ? item("f", "file", file) : item("f", "file:line", `${file}:${line}`)];
}

function nodeItems(state: TuiState): readonly MenuItem[] {
  const [target, node, entry] = [nodesTarget(state), chosenNode(state), chosenEntry(state)];
  if (target === undefined || node === undefined) return [];
  const commit = target.kind === "commit" ? [item("c", "commit", target.id)] : [];
  const isOld = entry?.sign === "-" || chosenTree(state)?.standing === "gone";
  const revision = revisionOption(target);
  const command = ["heir show", quoted(node), ...(entry === undefined ? [] : [quoted(entry.path)]), ...revision];
  return [
    ...(entry === undefined ? [] : treeItems(entry)),
    item("n", "node", node),
    ...(isOld ? [] : [item("h", "heir command", command.join(" "))]),
    ...commit,
    ...placeItems(state),
  ];
}

function treeItems({ value, path, below }: TreeItem): readonly MenuItem[] {
  return [...(below === 0 && isWhole(value) ? [item("v", "value", value)] : []), item("p", "path", path)];
}

/** The state that a node is looked at in; none for the work tree. */
function revisionOption(target: ComparedStates): readonly string[] {
  if (target.kind === "commit") return [`-r ${target.id}`];
  if (target.staged) return ["-r INDEX"];
  const name = target.words
    .flatMap((word) => word.split(/\.{2,3}/))
    .slice(1)
    .at(-1);
  return name === undefined ? [] : [`-r ${quoted(name === "" ? "HEAD" : name)}`];
}

function stagedItems(state: TuiState): readonly MenuItem[] {
  const { staged, changes } = state;
  const chosen = chosenItem(staged);
  if (chosen === undefined) return commandItems(stagedTarget(staged), []);
  if (chosen.kind === "change") return changeItems(state, asChanges(staged, changes), staged.report?.set);
  const [name, text] =
    chosen.kind === "finding" ? [chosen.row.code, chosen.row.message] : [chosen.item.title, chosen.item.meaning];
  const command = staged.withWorktree ? "heir check" : "heir check --staged";
  return [
    item("v", "message", text),
    item("p", chosen.kind === "finding" ? "code" : "path", name),
    item("h", "heir command", command),
    ...placeItems(state),
  ];
}

function mergeItems(state: TuiState): readonly MenuItem[] {
  const { branch, into, cursor } = state.merge;
  if (branch === undefined) return cursor.id === undefined ? [] : [item("n", "branch", cursor.id)];
  const chosen = chosenMergeItem(state.merge);
  const view = currentMergeView(state.merge);
  return [
    ...(chosen === undefined ? [] : [item("p", "path", chosen.title)]),
    item("n", "branch", branch),
    item("h", "heir command", `heir merge-check ${quoted(branch)} --into ${quoted(into)}`),
    ...(view === undefined ? [] : [{ ...item("w", "whole report", view.text), value: "" }]),
    ...placeItems(state),
  ];
}

/** Values that are hidden or cut short would be wrong wherever they are pasted. */
function isWhole(value: string | undefined): value is string {
  return value !== undefined && !value.includes(SECRET_TEXT) && !value.endsWith("…");
}

function valueItems({ isValue, title, now, old }: ChangeRow): readonly MenuItem[] {
  if (!isValue) return [];
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
function commandItems(target: ComparedStates, options: readonly string[]): readonly MenuItem[] {
  if (target.kind === "commit" && target.parent === undefined) return [];
  return [item("h", "heir command", ["heir diff", ...words(target), ...options].join(" "))];
}

function words(target: ComparedStates): readonly string[] {
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
