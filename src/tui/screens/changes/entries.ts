import { grouped } from "../../../base/grouped.ts";
import { remembered } from "../../../base/remembered.ts";
import { compareText } from "../../../base/text-order.ts";
import { type ListItems, listItems } from "../../list/cursor.ts";
import { type ChangeTest, changeTest, filterOf } from "../../list/filter.ts";
import type { ChangeRow, ChangeSet } from "../../worker/protocol/data.ts";
import { isIgnored } from "./ignored.ts";
import type { ChangesState, Grouping } from "./state.ts";

/** A line of the list of changes. */
export type Entry =
  /** A group of changes: all of a node, all below a key, all of one cause. */
  | {
      readonly kind: "head";
      readonly id: string;
      readonly text: string;
      readonly count: number;
      readonly isOpen: boolean;
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
  | { readonly kind: "node"; readonly id: string; readonly change: number; readonly node: number };

/** What decides which entries there are. */
interface Asked extends Pick<ChangesState, "grouping" | "unfolded" | "ignored" | "sort"> {
  readonly text: string;
}

/** The list of changes as it is grouped, filtered, sorted and unfolded; the same object for the same arguments. */
export function entriesOf(
  set: ChangeSet,
  { grouping, unfolded, ignored, search, sort }: Omit<Asked, "text"> & Pick<ChangesState, "search">,
): readonly Entry[] {
  return entriesFor(set, { grouping, unfolded, ignored, text: search.text, sort });
}

const entriesFor = remembered((set: ChangeSet, asked: Asked): readonly Entry[] => {
  const { grouping, unfolded, text } = asked;
  const picked: Picked = { set, order: orderOf(set, asked), fits: changeTest(filterOf(text), set), unfolded };
  return grouping === "folded" ? foldedEntries(picked) : groupedEntries(picked, grouping);
});

/** Whether an entry itself fits a filter; heads never do. */
export function isHit(entry: Entry, set: ChangeSet, fits: ChangeTest): boolean {
  const row = entry.kind === "head" ? undefined : set.changes[entry.change];
  return entry.kind !== "head" && row !== undefined && fits(row, entry.node);
}

/** What the entries are made of: the changes in order, and which of them fit. */
interface Picked {
  readonly set: ChangeSet;
  readonly order: readonly number[];
  readonly fits: ChangeTest;
  readonly unfolded: ReadonlySet<string>;
}

/** A set has the changes of the most nodes first. */
function orderOf({ changes }: ChangeSet, { sort, ignored }: Asked): readonly number[] {
  const indexes = changes.flatMap((row, index) => (isIgnored(row, ignored) ? [] : [index]));
  if (sort === "nodes") return indexes;
  const field = sort === "name" ? "title" : "sign";
  const text = (index: number): string => changes[index]?.[field] ?? "";
  return indexes.sort((left, right) => compareText(text(left), text(right)));
}

/** The entries as a list to move in; in a narrow list a change takes two lines. */
export function entryList(entries: readonly Entry[], isNarrow: boolean): ListItems {
  const lines = (index: number): number => (entries[index]?.kind === "change" ? 2 : 1);
  return { ...listItems(entries, ({ id }) => id), ...(isNarrow && { lines }) };
}

function foldedEntries({ set, order, fits, unfolded }: Picked): readonly Entry[] {
  return order.flatMap((change): readonly Entry[] => {
    const row = set.changes[change];
    if (row === undefined || !fits(row)) return [];
    const isOpen = unfolded.has(row.id);
    const own: Entry = { kind: "change", id: row.id, change, depth: 0, isOpen };
    if (!isOpen) return [own];
    const nodes = Array.from(row.nodes, (node): Entry => {
      return { kind: "node", id: `${row.id}\n${set.nodes[node] ?? ""}`, change, node };
    });
    return [own, ...nodes];
  });
}

interface Member {
  readonly change: number;
  readonly node?: number;
}

function groupedEntries(picked: Picked, grouping: Grouping): readonly Entry[] {
  const { set, unfolded } = picked;
  const groups = grouping === "by node" ? byNode(picked) : byText(picked, grouping === "by path" ? firstKey : causeOf);
  return [...groups].flatMap(([text, members]): readonly Entry[] => {
    const id = `${grouping} ${text}`;
    const isOpen = unfolded.has(id);
    const head: Entry = { kind: "head", id, text, count: members.length, isOpen };
    if (members.length === 0) return [];
    if (!isOpen) return [head];
    return [head, ...members.map((member) => memberEntry(set, id, member))];
  });
}

function memberEntry(set: ChangeSet, group: string, { change, node }: Member): Entry {
  const id = `${group}\n${set.changes[change]?.id ?? ""}`;
  return { kind: "change", id, change, depth: 1, isOpen: false, ...(node !== undefined && { node }) };
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

function byText(
  { set, order, fits }: Picked,
  textOf: (row: ChangeRow) => string,
): ReadonlyMap<string, readonly Member[]> {
  const rows = order.flatMap((change) => {
    const row = set.changes[change];
    return row !== undefined && fits(row) ? [{ change, row }] : [];
  });
  return grouped(rows, ({ row }) => textOf(row));
}

/** `ntp` of `ntp:server`; changes of whole nodes are one group. */
function firstKey({ isValue, title }: ChangeRow): string {
  return isValue ? (/^(?:"(?:[^"\\]|\\.)*"|[^:"])*/.exec(title)?.[0] ?? title) : "whole nodes";
}

function causeOf({ cause, title, isValue }: ChangeRow): string {
  if (cause !== "") return cause;
  return isValue ? "no cause known" : title;
}
