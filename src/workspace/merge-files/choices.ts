import { terminalSafe } from "../../base/terminal-text.ts";
import { Identities } from "../../compare/identity.ts";
import { relativePathsBelow } from "../../model/inventory/folder-paths.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Change, Sided } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { inlineValue } from "../../report/text/row.ts";
import type { MergedSides } from "../../source/merge/merged-files.ts";
import { inventoryLike } from "../../source/snapshot/parts.ts";
import type { Workspace } from "../workspace.ts";
import { editedSnapshot } from "../write/worktree-files.ts";
import type { FileConflict, SideLabels } from "./file.ts";

/**
 * Judges files in conflict in each merge they may be in: resolves nodes with all orders of items in ours, theirs and
 * the merge, and with both sides in it (docs/merges.md). Says whether no node tells the orders apart, and what a node
 * gets from each side. Reads a merge's states once. Throws what reading throws.
 */
export function choiceJudge(workspace: Workspace) {
  const known = new Map<string, MergeStates>();
  return async (
    { orders: [usual = "", ...others], sides: [ours, theirs] }: FileConflict,
    { path, among }: { readonly path: string; readonly among: readonly MergedSides[] },
    options: Abortable,
  ) => {
    let isSame = others.length > 0 && among.length > 0;
    let labels: SideLabels | undefined;
    for (const merge of among) {
      const key = JSON.stringify(merge);
      const states = known.get(key) ?? (await mergeStates(workspace, merge, options));
      // Not before they were read: the time for one file may end meanwhile.
      known.set(key, states);
      const { inFolder, sides, merged } = statesAround(path, states);
      const compare = (state: Snapshot, before: string, after: string) => {
        const edited = (text: string) => editedSnapshot(state, new Map([[inFolder, Buffer.from(text)]]));
        return workspace.compare(edited(before), edited(after), options);
      };
      for (const order of others) {
        const inSides = await Promise.all(sides.map((state) => compare(state, usual, order)));
        const inMerge = await compare(merged, usual, order);
        isSame &&= ![...inSides, inMerge].some(isDifferent) && !isBroken(inMerge, inSides);
      }
      labels ??= labelsOf(await compare(merged, ours, theirs));
    }
    return { isSame, labels };
  };
}

type MergeStates = Awaited<ReturnType<typeof mergeStates>>;

async function mergeStates({ source: { all } }: Workspace, merge: MergedSides, options: Abortable) {
  const [ours, theirs] = [await all.commit(merge.ours, options), await all.commit(merge.theirs, options)];
  return { ours, theirs, merged: await all.tree(merge.tree, "merge", options) };
}

/** Of each state the inventory that has a file, and the path of the file in it. */
function statesAround(path: string, { ours, theirs, merged }: MergeStates) {
  const insideOf = ({ place }: Snapshot) => relativePathsBelow([path], place.folder);
  const { folder } = (ours.find((each) => insideOf(each).length > 0) ?? ours[0]).place;
  const both = [ours, theirs].map((each) => inventoryLike(each, folder));
  const [inFolder = path] = relativePathsBelow([path], folder);
  const sides = both.filter(({ place }) => place.missing === undefined);
  return { inFolder, merged: inventoryLike(merged, folder), sides };
}

/** Whether nodes differ in more than the order of a list of names, which each name is in once. */
function isDifferent(comparison: Comparison): boolean {
  const { added, removed, newlyFailing, newlyResolving } = comparison.nodes;
  const others = [...added, ...removed, ...newlyFailing, ...newlyResolving];
  return others.length > 0 || comparison.changes.some(({ change }) => !isReordered(change));
}

function isReordered(change: Change): boolean {
  if (change.kind !== "changed" || change.path.length !== 1) return false;
  const [before, after] = [change.before, change.after];
  if (before.kind !== "list" || after.kind !== "list" || before.names !== true) return false;
  return new Identities({ isOrdered: false }).same(before, after);
}

/** Whether a node fails in the merge that resolves in a side: nothing is known of what it gets. */
function isBroken(merged: Comparison, sides: readonly Comparison[]): boolean {
  const inSides = new Set(sides.flatMap(({ nodes }) => nodes.stillFailing.map(({ name }) => name)));
  return merged.nodes.stillFailing.some(({ name }) => !inSides.has(name));
}

/** `n1 k = from-x`: the first value that differs, and how many more there are. */
function labelsOf({ changes: all }: Masked<Comparison>): SideLabels | undefined {
  const values = all.filter(({ change: { path } }) => path[0] !== "classes");
  const changes = values.length === 0 ? all : values;
  const [first] = changes;
  if (first === undefined) return undefined;
  const { change, nodes } = first;
  const { before, after }: Sided = change;
  const path = printPath(change.path);
  const count = changes.reduce((sum, each) => sum + each.nodes.length, 0) - 1;
  const more = count === 0 ? "" : `, and ${count} more`;
  const text = (value: Value | undefined) => terminalSafe(`${nodes[0]} ${path} = ${inlineValue(value)}${more}`);
  return { ours: `ours: ${text(before)}`, theirs: `theirs: ${text(after)}` };
}
