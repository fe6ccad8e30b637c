import { grouped } from "../../base/text-order.ts";
import { isUnread } from "../../model/findings/codes.ts";
import { pathIn } from "../../model/inventory/folder-paths.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { isMissing, type Snapshot } from "../../model/inventory/snapshot.ts";
import { renamedFiles } from "../../source/commits/file-history.ts";
import { missingAt, missingSnapshot } from "../../source/snapshot/parts.ts";
import { splitFindings } from "../judge/judgement.ts";
import type { StepReader, TreeState } from "../repository/hook-repository.ts";
import type { Finding } from "../workspace.ts";

/** One inventory in two states; missing on the side that lacks it. */
export interface InventoryPair {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Set where its files are still there, but the search no longer finds them: the inventory that it finds instead. */
  readonly instead?: Snapshot["place"];
  /** Of one that moved: what no clone of the later state can read in its earlier folder. */
  readonly left?: readonly Finding[];
}

export interface GateStep {
  readonly before: TreeState;
  readonly after: TreeState;
}

/**
 * The inventories of a step (rules J1 and J3 in docs/concepts/gates.md). Each of the earlier state is continued in the
 * same folder, or in the inventory that gains over half of its nodes in this step, or is lost; several can continue in
 * one. Those of the later state that continue none are new. None if neither state has one. Throws what reading throws.
 */
export async function inventoryPairs(reader: StepReader, states: GateStep): Promise<readonly InventoryPair[]> {
  const [old, now] = [present(states.before), present(states.after)];
  const pairs: InventoryPair[] = [];
  for (const before of old) pairs.push(await fateOf(reader, before, states));
  const continued = new Set(pairs.map(({ after }) => after));
  const fresh = now.filter((each) => !continued.has(each));
  return [...pairs, ...fresh.map((after) => ({ before: nothing(after, states.before), after }))];
}

function present({ snapshots }: TreeState): readonly Snapshot[] {
  return snapshots.filter((each) => !isMissing(each));
}

/** The lack of an inventory in another state. */
function nothing({ place }: Snapshot, { snapshots: [state] }: TreeState): Snapshot {
  return missingSnapshot(state.title, missingAt(place.folder));
}

async function fateOf(reader: StepReader, before: Snapshot, states: GateStep): Promise<InventoryPair> {
  const { folder } = before.place;
  const now = present(states.after);
  const same = now.find(({ place }) => place.folder === folder);
  if (same !== undefined) return { before, after: same };
  const lost = { before, after: nothing(before, states.after) };
  if (now.length === 0) return lost;
  if ((await reader.repository?.source.hasInventory(states.after.tree, folder, reader)) === true) {
    const around = now.find(({ place }) => place.folder === "" || folder.startsWith(`${place.folder}/`)) ?? now[0];
    return { ...lost, instead: around?.place };
  }
  for (const after of now) {
    const pair = { before, after };
    if (await isMoved(reader, pair, states)) return { ...pair, left: await left(reader, before, states) };
  }
  return lost;
}

/** What is newly unreadable in the folder that an inventory has left, such as a submodule in its folder of nodes. */
async function left(reader: StepReader, before: Snapshot, { after }: GateStep): Promise<readonly Finding[]> {
  if (reader.repository === undefined || after.tree === "") return [];
  const { workspace } = reader;
  const there = await reader.repository.source.treeAt(after.tree, before.place, reader);
  const { findings } = await workspace.check(there, reader);
  const unread = findings.filter(({ diagnostic }) => isUnread(diagnostic.code));
  const earlier = unread.length === 0 ? [] : (await workspace.check(before, reader)).findings;
  return splitFindings(earlier, unread, { renamed: new Map(), isGone: () => false }).fresh;
}

/** Whether an inventory of the later state has gained more than half of the nodes of an earlier one in this step. */
async function isMoved(reader: StepReader, { before, after }: InventoryPair, states: GateStep): Promise<boolean> {
  const load = (snapshot: Snapshot) => reader.workspace.load(snapshot, { scope: "names", signal: reader.signal });
  const had = present(states.before).find(({ place }) => place.folder === after.place.folder);
  const earlier = new Set(had === undefined ? [] : (await load(had)).nodeNames);
  const [old, now] = [await load(before), await load(after)];
  const { program } = reader.repository ?? {};
  const trees = { old: states.before.tree, now: states.after.tree };
  const all = program === undefined ? new Map() : await renamedFiles(program, trees, reader);
  const renamed = insideOf(all, before.place.folder, after.place.folder);
  const come = now.nodeNames.filter((name) => !earlier.has(name));
  const moved = movedNodes(old.nodeNames, come, { before, after, old, now, renamed });
  return moved.length * 2 > old.nodeNames.length;
}

interface NodeStates extends InventoryPair {
  readonly old: Inventory;
  readonly now: Inventory;
  /** The file that a file of the earlier state was renamed to, by git's own detection; paths from the inventory folder. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Those of some earlier nodes whose file became one of some later nodes: renamed, or equal. Each file counts once. */
export function movedNodes(
  names: readonly string[],
  later: readonly string[],
  { before, after, old, now, renamed }: NodeStates,
): readonly string[] {
  const come = new Set(later.flatMap((name) => now.fileOf("node", name) ?? []));
  const byBlob = grouped(come, (path) => after.blobs.get(path) ?? "");
  return names.filter((name) => {
    const file = old.fileOf("node", name) ?? "";
    const blob = before.blobs.get(file);
    const same = blob === undefined ? undefined : byBlob.get(blob)?.find((path) => come.has(path));
    return come.delete(renamed.get(file) ?? "") || come.delete(same ?? "");
  });
}

/** Renames out of one folder into another, by the paths in them. */
function insideOf(renamed: ReadonlyMap<string, string>, from: string, to: string): ReadonlyMap<string, string> {
  const [start, end] = [pathIn(from, ""), pathIn(to, "")];
  const inside = [...renamed].filter(([old, now]) => old.startsWith(start) && now.startsWith(end));
  return new Map(inside.map(([old, now]) => [old.slice(start.length), now.slice(end.length)]));
}
