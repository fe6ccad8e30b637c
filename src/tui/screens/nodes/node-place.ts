import { commandItem, copyItem, valueItem } from "../../list/copies.ts";
import type { MenuItem } from "../../menus/items.ts";
import { type ComparedStates, type MergeTarget, mergingOf, type NamedSet } from "../../state/compared.ts";
import type { RowPlace } from "../../state/row-place.ts";
import type { TuiState } from "../../state.ts";
import { chosenNode, chosenTree, nodesTarget } from "./chosen.ts";
import { chosenEntry } from "./panes.ts";
import type { TreeItem } from "./tree.ts";

/** The node at the cursor; where its tree has the keys, the value at the cursor there. */
export function nodePlace(state: TuiState): RowPlace {
  const node = chosenNode(state);
  const named = commonName(state.nodes.only?.test);
  if (node === undefined) return { named };
  const target = nodesTarget(state);
  const { isOpen, goal } = state.nodes;
  const tree = chosenTree(state);
  const isGone = tree?.status === "gone";
  if (!isOpen) return { target, node, named, isOld: isGone, source: tree?.file };
  if (goal !== undefined) return { target, node, path: goal };
  const entry = chosenEntry(state);
  const isOld = entry?.sign === "-" || isGone;
  return { target, node, named: entryName(entry), path: entry?.path, isOld, source: entry?.place ?? tree?.file };
}

/** The class or group that a row of the tree names. */
export function entryName(entry: Pick<TreeItem, "path" | "value"> | undefined): NamedSet | undefined {
  const [, list] = /^(classes|groups):\d+$/.exec(entry?.path ?? "") ?? [];
  const [, name] = /^"([^"\\]+)"$/.exec(entry?.value ?? "") ?? [];
  return memberOf(list, name);
}

function memberOf(list: string | undefined, name: string | undefined): NamedSet | undefined {
  return list === undefined || name === undefined ? undefined : { kind: list === "classes" ? "class" : "group", name };
}

/** The class or group that the listed nodes have in common. */
function commonName(test: string = ""): NamedSet | undefined {
  const [, list, name] = /^(classes|groups)=(.+)$/.exec(test) ?? [];
  return memberOf(list, name);
}

export function nodeCopies(state: TuiState): readonly MenuItem[] {
  const { target, node, path, isOld } = nodePlace(state);
  if (target === undefined || node === undefined) return [];
  const entry = path === undefined ? undefined : chosenEntry(state);
  return [
    ...(entry?.below === 0 ? valueItem("v", "value", entry.value) : []),
    ...(path === undefined ? [] : [copyItem("p", "path", path)]),
    copyItem("n", "node", node),
    ...(isOld || target.kind === "merge" || mergingOf(target) !== undefined
      ? []
      : [commandItem(["heir", "show"], [node, ...(path === undefined ? [] : [path])], revisionOption(target))]),
  ];
}

/** The state in which a node is shown; none for the work tree. */
function revisionOption(target: Exclude<ComparedStates, MergeTarget>): readonly string[] {
  if (target.kind === "members") return target.word === "WORKTREE" ? [] : ["-r", target.word];
  if (target.kind === "commit") return ["-r", target.id];
  if (target.staged) return ["-r", "INDEX"];
  const name = target.words
    .flatMap((word) => word.split(/\.{2,3}/))
    .slice(1)
    .at(-1);
  return name === undefined ? [] : ["-r", name === "" ? "HEAD" : name];
}
