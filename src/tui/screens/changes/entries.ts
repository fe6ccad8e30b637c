import { compareText, grouped } from "../../../base/text-order.ts";
import { fitRow, wholeWidth, widthsOf } from "../../../report/text/fit.ts";
import { counted } from "../../../report/text/row.ts";
import { remembered } from "../../../speed/kept.ts";
import { type Line, nodeCount, plain, short, span, type TextSpan, withArrows } from "../../draw/line.ts";
import { type ChangeTest, changeTest, filterOf } from "../../list/filter.ts";
import type { ChangeRow, ChangeSet } from "../../worker/rows/change-set.ts";
import type { ChangesState } from "../state.ts";
import { isIgnored } from "./ignored.ts";

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
  /** Below the only change of an edit: where that was made. */
  | { readonly kind: "edit"; readonly id: string; readonly block: number }
  /** The values of an edit that changed only because a reference leads to it, and on how many nodes. */
  | {
      readonly kind: "followers";
      readonly id: string;
      readonly block: number;
      readonly reference: string;
      readonly rows: readonly ChangeRow[];
      readonly nodes: number;
      readonly isOpen: boolean;
    }
  /** A change; in the group of a node, the change on that node. */
  | {
      readonly kind: "change";
      readonly id: string;
      readonly row: ChangeRow;
      readonly depth: number;
      readonly isOpen: boolean;
      readonly node?: number;
    }
  /** A node that has a change, as an index in the nodes of the set. */
  | { readonly kind: "node"; readonly id: string; readonly row: ChangeRow; readonly node: number }
  /** The row of the cursor if nothing of it is left when states are compared again, until the cursor leaves it. */
  | { readonly kind: "gone"; readonly id: string; readonly text: string };

interface Asked extends Pick<ChangesState, "grouping" | "turned" | "ignored" | "sort" | "left"> {
  readonly text: string;
}

/** The list of changes as it is grouped, filtered, sorted and folded; the same object for the same arguments. */
export function entriesOf(set: ChangeSet, changes: ChangesState): readonly Entry[] {
  const { grouping, turned, ignored, search, sort, left } = changes;
  return entriesFor(set, { grouping, turned, ignored, text: search.text, sort, left });
}

const entriesFor = remembered("screens", (set: ChangeSet, asked: Asked): readonly Entry[] => {
  const { left } = asked;
  const entries = foundEntries(set, asked);
  if (left === undefined || !left.isGone) return entries;
  const { id, text, at } = left;
  return [...entries.slice(0, at), { kind: "gone", id, text }, ...entries.slice(at)];
});

function foundEntries(set: ChangeSet, asked: Asked): readonly Entry[] {
  const { grouping, text } = asked;
  const picked = { ...asked, set, rows: orderOf(set, asked), fits: changeTest(filterOf(text), set) };
  if (grouping === "by edit") return editEntries(picked);
  return groupedEntries(picked, grouping === "by node" ? byNode(picked) : byKey(picked));
}

/** The change that an entry shows; undefined on a head, and where nothing is left. */
export function changeOf(entry: Entry): ChangeRow | undefined {
  return "row" in entry ? entry.row : undefined;
}

/** All changes that an entry shows or has below it. */
export function rowsOf(entry: Entry, set: ChangeSet): readonly ChangeRow[] {
  if ("row" in entry) return [entry.row];
  if (entry.kind === "followers") return entry.rows;
  return "block" in entry ? set.changes.filter(({ block }) => block === entry.block) : [];
}

/** Whether an entry itself fits a filter; heads never do. */
export function isHit(entry: Entry, fits: ChangeTest): boolean {
  return "row" in entry && fits(entry.row, entry.node);
}

/** What the entries are made of: the changes in order, and which of them fit. */
interface Picked extends Asked {
  readonly set: ChangeSet;
  readonly rows: readonly ChangeRow[];
  readonly fits: ChangeTest;
}

/** A set has the changes in the order of its blocks. */
function orderOf({ changes }: ChangeSet, { sort, ignored }: Asked): readonly ChangeRow[] {
  const rows = changes.filter((row) => !isIgnored(row, ignored));
  if (sort === "failures") return rows;
  const field = sort === "name" ? "title" : "sign";
  return rows.sort((left, right) => compareText(left[field], right[field]));
}

/**
 * Edits with their effects, then what belongs to no edit. If an edit has one effect, that is the head, with the edit
 * below it; an edit without effects is a row of its own.
 */
function editEntries(picked: Picked): readonly Entry[] {
  const { set, sort } = picked;
  const members = grouped(fittingRows(picked), ({ block }) => block);
  const field = sort === "name" ? "text" : "sign";
  const text = (block: number): string => set.blocks[block]?.[field] ?? "";
  const hasRows = new Set(set.changes.map(({ block }) => block));
  const isListed = (block: number): boolean => members.has(block) || (picked.text === "" && !hasRows.has(block));
  const blocks = set.blocks.flatMap((_, block) => (isListed(block) ? [block] : []));
  if (sort !== "failures") blocks.sort((left, right) => compareText(text(left), text(right)));
  const rest = (members.get(undefined) ?? []).flatMap((each) => openable(picked, each, 0));
  return [...blocks.flatMap((block) => blockEntries(picked, block, members.get(block) ?? [])), ...rest];
}

function blockEntries(picked: Picked, block: number, members: readonly ChangeRow[]): readonly Entry[] {
  const row = picked.set.blocks[block];
  if (row === undefined) return [];
  const { id } = row;
  const [first, ...others] = members.filter(({ follows }) => follows === undefined);
  const below = [...grouped(members, ({ follows }) => follows)].flatMap(([reference, rows]) =>
    reference === undefined ? [] : followers(picked, block, reference, rows),
  );
  if (first !== undefined && others.length === 0 && row.about !== undefined)
    return [...openable(picked, first, 0), { kind: "edit", id, block }, ...below];
  const isOpen = !picked.turned.has(id);
  const head: Entry = { kind: "head", id, text: row.text, count: row.nodes.length, isOpen, block };
  const own = first === undefined ? [] : [first, ...others].flatMap((each) => openable(picked, each, 1));
  return isOpen ? [head, ...own, ...below] : [head];
}

/** Values that follow a reference, folded; below them each of them, where they are unfolded. */
function followers(picked: Picked, block: number, reference: string, rows: readonly ChangeRow[]): readonly Entry[] {
  const id = followersId(picked.set.blocks[block]?.id ?? "", reference);
  const isOpen = picked.turned.has(id);
  const nodes = new Set(rows.flatMap((row) => [...row.nodes])).size;
  const head: Entry = { kind: "followers", id, block, reference, rows, nodes, isOpen };
  return isOpen ? [head, ...rows.flatMap((each) => openable(picked, each, 2))] : [head];
}

function followersId(edit: string, reference: string): string {
  return `${edit}\n${reference}`;
}

/** What must be unfolded so that a change is in sight where changes stand by edit. */
export function foldsAbove({ block, follows }: ChangeRow, { blocks }: ChangeSet): ReadonlySet<string> {
  const edit = block === undefined ? undefined : blocks[block]?.id;
  return new Set(edit === undefined || follows === undefined ? [] : [followersId(edit, follows)]);
}

/** A change, and its nodes where it is unfolded. */
function openable(picked: Picked, row: ChangeRow, depth: number, id: string = row.id): readonly Entry[] {
  const { set, turned, text } = picked;
  const isOpen = turned.has(id);
  const own: Entry = { kind: "change", id, row, depth, isOpen };
  if (!isOpen) return [own];
  const nodes = nodesInOrder(row, set, text).map((node): Entry => {
    return { kind: "node", id: `${id}\n${set.nodes[node] ?? ""}`, row, node };
  });
  return [own, ...nodes];
}

/** The nodes that have a change, those that fit a filter first. */
export const nodesInOrder = remembered(
  "screens",
  (row: ChangeRow, set: ChangeSet, filter: string): readonly number[] => {
    const terms = filterOf(filter).filter(({ field }) => field === "node");
    const nodes = [...row.nodes];
    if (terms.length === 0) return nodes;
    const fits = changeTest(terms, set);
    return [...nodes.filter((node) => fits(row, node)), ...nodes.filter((node) => !fits(row, node))];
  },
);

interface Member {
  readonly row: ChangeRow;
  readonly node?: number;
}

function groupedEntries(picked: Picked, groups: ReadonlyMap<string, readonly Member[]>): readonly Entry[] {
  const { grouping, turned } = picked;
  return [...groups].flatMap(([text, members]): readonly Entry[] => {
    const group = `${grouping} ${text}`;
    const isOpen = turned.has(group);
    const head: Entry = { kind: "head", id: group, text, count: members.length, isOpen };
    if (members.length === 0) return [];
    if (!isOpen) return [head];
    const below = members.flatMap(({ row, node }): readonly Entry[] => {
      const id = `${group}\n${row.id}`;
      if (node === undefined) return openable(picked, row, 1, id);
      return [{ kind: "change", id, row, depth: 1, isOpen: false, node }];
    });
    return [head, ...below];
  });
}

function byNode({ set, rows, fits }: Picked): ReadonlyMap<string, readonly Member[]> {
  const members: Member[][] = set.nodes.map(() => []);
  for (const row of rows) for (const node of row.nodes) if (fits(row, node)) members[node]?.push({ row, node });
  const named = set.nodes.map((name, node) => [name, members[node] ?? []] as const);
  return new Map(named.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** By the first key of their paths; changes of whole nodes are one group. */
function byKey(picked: Picked): ReadonlyMap<string, readonly Member[]> {
  const members = fittingRows(picked).map((row): Member => ({ row }));
  return grouped(members, ({ row }) => firstKey(row));
}

function fittingRows({ rows, fits }: Picked): readonly ChangeRow[] {
  return rows.filter((row) => fits(row));
}

/** `ntp` of `ntp:server`. */
function firstKey({ isValue, title }: ChangeRow): string {
  return isValue ? (/^(?:"(?:[^"\\]|\\.)*"|[^:"])*/.exec(title)?.[0] ?? title) : "whole nodes";
}

/** An entry in so many columns, aligned with the other rows of its set. */
export const entryLine = remembered(
  "screens",
  (entry: Entry, set: ChangeSet, width: number): Line =>
    fitRow(withArrows(entryRow(entry, set)), width, entry.kind === "edit" ? {} : setWidths(set).aligned),
);

/** The columns that the rows of a set take without a cut, places left out. */
export function neededColumns(set: ChangeSet): number {
  return setWidths(set).whole;
}

/** Remembered, since they depend on every row. */
const setWidths = remembered("screens", (set: ChangeSet) => {
  const rows = set.changes.map((row) => entryRow({ kind: "change", id: "", row, depth: 1, isOpen: false }, set));
  const aligned = widthsOf(rows);
  const { count = 0, path = 0 } = aligned;
  const widths = rows.map((row) => {
    const parts = row.filter(({ role }) => role !== "where");
    const ofPath = wholeWidth(row.filter(({ role }) => role === "path"));
    const ofCount = wholeWidth(row.filter(({ role }) => role === "count"));
    return wholeWidth(parts) + Math.max(0, path - ofPath) + count - ofCount;
  });
  return { aligned, whole: widths.reduce((most, each) => Math.max(most, each), 0) };
});

/** An entry with nothing cut: `▸ 12 nodes  ~ ntp:server  "a" → "b"  type change`. */
export function entryRow(entry: Entry, set: ChangeSet): Line {
  const isWhole = set.soFar === undefined;
  const mark = plain("isOpen" in entry ? (entry.isOpen ? "▾ " : "▸ ") : "  ");
  switch (entry.kind) {
    case "head": {
      const block = entry.block === undefined ? undefined : set.blocks[entry.block];
      if (block !== undefined) return [mark, countPart(block.nodes.length, isWhole), plain("  "), ...block.row];
      return [mark, span("node", entry.text), span("muted", `  ${short(entry.count)}${isWhole ? "" : "+"}`)];
    }
    case "edit":
      return [plain("    "), ...(set.blocks[entry.block]?.about ?? [])];
    case "followers": {
      const { rows, nodes } = entry;
      const follow = rows.length === 1 ? "value follows" : "values follow";
      const text = `${rows.length} ${follow} ${entry.reference} on ${counted(nodes, "node")}`;
      return [plain("  "), mark, span("muted", text)];
    }
    case "gone":
      return [span("error", "×"), plain(" "), span("gone", entry.text)];
    case "node":
      return [plain("      "), span("node", set.nodes[entry.node] ?? "")];
    case "change": {
      const { row } = entry;
      const front = [plain("  ".repeat(entry.depth)), mark];
      if (entry.node !== undefined || row.nodes.length === 0 || set.isOfOne === true) return [...front, ...row.row];
      return [...front, countPart(row.nodes.length, isWhole), plain("  "), ...row.row];
    }
  }
}

function countPart(count: number, isWhole: boolean): TextSpan {
  return span("node", nodeCount(count, isWhole), "count");
}
