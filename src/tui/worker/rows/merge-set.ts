import { arrow } from "../../../report/diff/parts.ts";
import { inlineValue } from "../../../report/text/inline.ts";
import { plainText, type Row, rowText, segment } from "../../../report/text/row.ts";
import { type BlockRow, type ChangeRow, nodesRow, signPart } from "./block-rows.ts";
import type { ChangeSet, MadeChangeSet } from "./change-set.ts";
import type { MergeRow } from "./merge-items.ts";
import { NodeIndexes } from "./node-indexes.ts";

/** What is said of a merge as a whole. */
interface MergeText {
  /** What is merged, and the conflicts that git reports. */
  readonly head: readonly Row[];
  /** The semantic conflicts, and how much was compared. */
  readonly summary: string;
  readonly report: string;
}

/**
 * The changes that a merge brings, between what speaks against it, as the first block, and notes as the last one. Rows of
 * values are changes like others: they have nodes, a path and two sides, ours and merged.
 */
export function mergeSet(
  set: ChangeSet,
  rows: readonly MergeRow[],
  { head, summary, report }: MergeText,
): MadeChangeSet {
  const names = new NodeIndexes(set.nodes);
  const conflicts = rows.filter(({ item }) => item.isConflict);
  const notes = rows.filter(({ item }) => !item.isConflict);
  const last = set.blocks.length + 1;
  const [title = []] = head;
  const first = blockOf(rowText(title), conflicts, [...head.slice(1), [segment("muted", summary)]], names);
  const blocks = [
    first,
    ...set.blocks,
    ...(notes.length === 0 ? [] : [blockOf("notes on the merge", notes, [], names)]),
  ];
  const brought = set.changes.map((row) => ({ ...row, block: row.block === undefined ? undefined : row.block + 1 }));
  const changes = [
    ...conflicts.map((row) => changeOf(row, 0, names)),
    ...brought,
    ...notes.map((row) => changeOf(row, last, names)),
  ];
  return {
    set: { ...set, nodes: names.all, blocks, changes, summary, report },
    merged: [...conflicts, ...brought.map(() => undefined), ...notes],
  };
}

function blockOf(text: string, rows: readonly MergeRow[], lines: readonly Row[], names: NodeIndexes): BlockRow {
  const nodes = names.of([...new Set(rows.flatMap((row) => row.names))]);
  const sign = rows[0]?.item.sign ?? "=";
  const row = [signPart(sign), segment("title", text, "path")];
  return { id: `merge ${text}`, sign, text, row, nodes, places: [], rows: lines };
}

function changeOf({ item, names: on, value }: MergeRow, block: number, names: NodeIndexes): ChangeRow {
  const { id, sign, title, meaning, place } = item;
  const { ours, merged } = value?.values ?? {};
  const isValue = value !== undefined;
  const [old, now] = [ours && inlineValue(ours, LONGEST), merged && inlineValue(merged, LONGEST)];
  const what = [segment("path", title, "path"), plainText("  "), ...arrow(old ?? "(none)", now ?? "(none)")];
  return {
    id,
    block,
    sign,
    title: isValue ? title : meaning,
    isValue,
    row: isValue ? [signPart(sign), ...what, segment("muted", `  ${meaning}`, "note")] : nodesRow(sign, title, meaning),
    old,
    now,
    isGone: isValue && merged === undefined,
    nodes: names.of(on),
    cause: meaning,
    place,
  };
}

const LONGEST = 400;
