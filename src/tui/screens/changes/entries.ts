import { grouped } from "../../../base/grouped.ts";
import { remembered } from "../../../base/remembered.ts";
import { compareText } from "../../../base/text-order.ts";
import { type ListItems, listItems } from "../../list/cursor.ts";
import { type ChangeTest, changeTest, filterOf } from "../../list/filter.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import { isIgnored } from "./ignored.ts";
import type { ChangesState, Grouping } from "./state.ts";

/** A line of the list of changes. */
export type Entry =
  /** An edit with its effects, the changes of a node, or those below a key. */
  | {
      readonly kind: "head";
      readonly id: string;
      readonly text: string;
      readonly count: number;
      readonly isOpen: boolean;
      /** Of an edit: the index of its block. */
      readonly block?: number;
    }
  /** A change; in the group of a node, the change on that node. */
  | {
      readonly kind: "change";
      readonly id: string;
      readonly change: number;
      readonly depth: number;
      readonly isOpen: boolean;
      readonly node?: number;
    }
  /** A node that has a change, as an index in the nodes of the set. */
  | { readonly kind: "node"; readonly id: string; readonly change: number; readonly node: number }
  | GoneEntry;

/** The row of the cursor before the states were compared again, of which nothing is left: it stays until the cursor leaves it. */
export interface GoneEntry {
  readonly kind: "gone";
  readonly id: string;
  readonly text: string;
}

/** What decides which entries there are. */
interface Asked extends Pick<ChangesState, "grouping" | "turned" | "ignored" | "sort" | "left"> {
  readonly text: string;
}

/** The list of changes as it is grouped, filtered, sorted and folded; the same object for the same arguments. */
export function entriesOf(
  set: ChangeSet,
  { grouping, turned, ignored, search, sort, left }: Omit<Asked, "text"> & Pick<ChangesState, "search">,
): readonly Entry[] {
  return entriesFor(set, { grouping, turned, ignored, text: search.text, sort, left });
}

const entriesFor = remembered((set: ChangeSet, asked: Asked): readonly Entry[] => {
  const { left } = asked;
  const entries = foundEntries(set, asked);
  if (left === undefined || !left.isGone) return entries;
  const { id, text, at } = left;
  return [...entries.slice(0, at), { kind: "gone", id, text }, ...entries.slice(at)];
});

function foundEntries(set: ChangeSet, asked: Asked): readonly Entry[] {
  const { grouping, turned, text } = asked;
  const picked: Picked = { set, order: orderOf(set, asked), fits: changeTest(filterOf(text), set), turned };
  if (grouping === "by edit") return editEntries(picked, asked);
  const groups = grouping === "by node" ? byNode(picked) : byKey(picked);
  return groupedEntries(picked, grouping, groups);
}

/** The change that an entry shows; undefined on a head, and where nothing is left. */
export function changeOf(entry: Entry, set: ChangeSet): ChangeRow | undefined {
  return entry.kind === "head" || entry.kind === "gone" ? undefined : set.changes[entry.change];
}

/** Whether an entry itself fits a filter; heads never do. */
export function isHit(entry: Entry, set: ChangeSet, fits: ChangeTest): boolean {
  const row = changeOf(entry, set);
  return row !== undefined && fits(row, "node" in entry ? entry.node : undefined);
}

/** What the entries are made of: the changes in order, and which of them fit. */
interface Picked {
  readonly set: ChangeSet;
  readonly order: readonly number[];
  readonly fits: ChangeTest;
  readonly turned: ReadonlySet<string>;
}

/** A set has the changes in the order of its blocks. */
function orderOf({ changes }: ChangeSet, { sort, ignored }: Asked): readonly number[] {
  const indexes = changes.flatMap((row, index) => (isIgnored(row, ignored) ? [] : [index]));
  if (sort === "failures") return indexes;
  const field = sort === "name" ? "title" : "sign";
  const text = (index: number): string => changes[index]?.[field] ?? "";
  return indexes.sort((left, right) => compareText(text(left), text(right)));
}

/** The entries as a list to move in; in a narrow list a change takes two lines. */
export function entryList(entries: readonly Entry[], isNarrow: boolean): ListItems {
  const lines = (index: number): number => (entries[index]?.kind === "change" ? 2 : 1);
  return { ...listItems(entries, ({ id }) => id), ...(isNarrow && { lines }) };
}

/** Each edit with its effects, then what belongs to no edit. An edit without effects says something itself. */
function editEntries(picked: Picked, asked: Asked): readonly Entry[] {
  const { sort } = asked;
  const { set, turned } = picked;
  const members = grouped(fittingRows(picked), ({ row }) => row.block);
  const field = sort === "name" ? "text" : "sign";
  const text = (block: number): string => set.blocks[block]?.[field] ?? "";
  const hasRows = new Set(set.changes.map(({ block }) => block));
  const isListed = (block: number): boolean => members.has(block) || (asked.text === "" && !hasRows.has(block));
  const blocks = set.blocks.flatMap((_, block) => (isListed(block) ? [block] : []));
  if (sort !== "failures") blocks.sort((left, right) => compareText(text(left), text(right)));
  const effects = (block: number | undefined): readonly Entry[] => {
    const depth = block === undefined ? 0 : 1;
    return (members.get(block) ?? []).flatMap(({ change, row }) => openable(picked, { id: row.id, change, depth }));
  };
  const heads = blocks.flatMap((block): readonly Entry[] => {
    const row = set.blocks[block];
    if (row === undefined) return [];
    const { id } = row;
    const isOpen = !turned.has(id);
    const head: Entry = { kind: "head", id, text: row.text, count: row.nodes.length, isOpen, block };
    return isOpen ? [head, ...effects(block)] : [head];
  });
  return [...heads, ...effects(undefined)];
}

/** A change, and its nodes where it is unfolded. */
function openable(
  { set, turned }: Picked,
  { id, change, depth }: { readonly id: string; readonly change: number; readonly depth: number },
): readonly Entry[] {
  const isOpen = turned.has(id);
  const own: Entry = { kind: "change", id, change, depth, isOpen };
  if (!isOpen) return [own];
  const nodes = Array.from(set.changes[change]?.nodes ?? [], (node): Entry => {
    return { kind: "node", id: `${id}\n${set.nodes[node] ?? ""}`, change, node };
  });
  return [own, ...nodes];
}

interface Member {
  readonly change: number;
  readonly node?: number;
}

function groupedEntries(
  picked: Picked,
  grouping: Grouping,
  groups: ReadonlyMap<string, readonly Member[]>,
): readonly Entry[] {
  const { set, turned } = picked;
  return [...groups].flatMap(([text, members]): readonly Entry[] => {
    const group = `${grouping} ${text}`;
    const isOpen = turned.has(group);
    const head: Entry = { kind: "head", id: group, text, count: members.length, isOpen };
    if (members.length === 0) return [];
    if (!isOpen) return [head];
    const below = members.flatMap(({ change, node }): readonly Entry[] => {
      const id = `${group}\n${set.changes[change]?.id ?? ""}`;
      if (node === undefined) return openable(picked, { id, change, depth: 1 });
      return [{ kind: "change", id, change, depth: 1, isOpen: false, node }];
    });
    return [head, ...below];
  });
}

function byNode({ set, order, fits }: Picked): ReadonlyMap<string, readonly Member[]> {
  const members: Member[][] = set.nodes.map(() => []);
  for (const change of order) {
    const row = set.changes[change];
    if (row === undefined) continue;
    for (const node of row.nodes) if (fits(row, node)) members[node]?.push({ change, node });
  }
  const named = set.nodes.map((name, node) => [name, members[node] ?? []] as const);
  return new Map(named.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** By the first key of their paths; changes of whole nodes are one group. */
function byKey(picked: Picked): ReadonlyMap<string, readonly Member[]> {
  return grouped(fittingRows(picked), ({ row }) => firstKey(row));
}

function fittingRows({ set, order, fits }: Picked): readonly { readonly change: number; readonly row: ChangeRow }[] {
  return order.flatMap((change) => {
    const row = set.changes[change];
    return row !== undefined && fits(row) ? [{ change, row }] : [];
  });
}

/** `ntp` of `ntp:server`. */
function firstKey({ isValue, title }: ChangeRow): string {
  return isValue ? (/^(?:"(?:[^"\\]|\\.)*"|[^:"])*/.exec(title)?.[0] ?? title) : "whole nodes";
}
