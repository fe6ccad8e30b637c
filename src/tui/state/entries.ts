import type { Listed } from "../select.ts";
import type { ChangeRow, ChangeSet } from "../worker/data.ts";
import type { Grouping } from "./changes.ts";

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
  /** A change; in a group of changes of a node it is meant on that node. */
  | {
      readonly kind: "change";
      readonly id: string;
      readonly change: number;
      readonly depth: number;
      readonly isOpen: boolean;
      readonly node?: number;
    }
  /** One of the nodes that have a change, as an index in those of the set. */
  | { readonly kind: "node"; readonly id: string; readonly change: number; readonly node: number };

interface Asked {
  readonly grouping: Grouping;
  readonly unfolded: ReadonlySet<string>;
}

const known = new WeakMap<ChangeSet, Asked & { readonly entries: readonly Entry[] }>();

/** The list of changes as it is grouped and unfolded. Asked for the same again, the same comes back. */
export function entriesOf(set: ChangeSet, { grouping, unfolded }: Asked): readonly Entry[] {
  const last = known.get(set);
  if (last?.grouping === grouping && last.unfolded === unfolded) return last.entries;
  const entries = grouping === "folded" ? foldedEntries(set, unfolded) : groupedEntries(set, { grouping, unfolded });
  known.set(set, { grouping, unfolded, entries });
  return entries;
}

export function entryList(entries: readonly Entry[]): Listed {
  return { count: entries.length, id: (index) => entries[index]?.id ?? "" };
}

function foldedEntries(set: ChangeSet, unfolded: ReadonlySet<string>): readonly Entry[] {
  return set.changes.flatMap((row, change): readonly Entry[] => {
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

function groupedEntries(set: ChangeSet, { grouping, unfolded }: Asked): readonly Entry[] {
  const groups = grouping === "by node" ? byNode(set) : byText(set, grouping === "by path" ? firstKey : causeOf);
  return [...groups].flatMap(([text, members]): readonly Entry[] => {
    const id = `${grouping} ${text}`;
    const isOpen = unfolded.has(id);
    const head: Entry = { kind: "head", id, text, count: members.length, isOpen };
    if (!isOpen) return [head];
    return [head, ...members.map((member) => memberEntry(set, id, member))];
  });
}

function memberEntry(set: ChangeSet, group: string, { change, node }: Member): Entry {
  const id = `${group}\n${set.changes[change]?.id ?? ""}`;
  return { kind: "change", id, change, depth: 1, isOpen: false, ...(node !== undefined && { node }) };
}

function byNode(set: ChangeSet): ReadonlyMap<string, readonly Member[]> {
  const members: Member[][] = set.nodes.map(() => []);
  for (const [change, { nodes }] of set.changes.entries()) {
    for (const node of nodes) members[node]?.push({ change, node });
  }
  const named = set.nodes.map((name, node) => [name, members[node] ?? []] as const);
  return new Map(named.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function byText(set: ChangeSet, textOf: (row: ChangeRow) => string): ReadonlyMap<string, readonly Member[]> {
  const groups = new Map<string, Member[]>();
  for (const [change, row] of set.changes.entries()) {
    const text = textOf(row);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [{ change }]);
    else group.push({ change });
  }
  return groups;
}

/** `ntp` of `ntp:server`; changes of whole nodes stand together. */
function firstKey({ isValue, title }: ChangeRow): string {
  return isValue ? (/^(?:"(?:[^"\\]|\\.)*"|[^:"])*/.exec(title)?.[0] ?? title) : "whole nodes";
}

function causeOf({ cause, title, isValue }: ChangeRow): string {
  if (cause !== "") return cause;
  return isValue ? "no cause known" : title;
}
