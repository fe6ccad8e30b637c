import type { DataValue } from "../../encoding/json.ts";
import type { ReviewedComparison } from "../../model/results/block.ts";
import type { Change, FoldedChange, ItemEdit } from "../../model/results/change.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { verdictText } from "../diff/verdict.ts";
import { blockData } from "./block.ts";
import { causeData } from "./cause.ts";
import { failingData, findingData } from "./findings.ts";
import type {
  ChangeData,
  DiffData,
  DiffSummaryData,
  FoldedChangeData,
  ItemEditData,
  ItemSides,
  NodeChangesData,
} from "./types.ts";
import { endData, placedData } from "./value.ts";

/** How two states differ: `heir diff --json`. */
export function comparisonData(comparison: Masked<ReviewedComparison>): Streamed<DiffData<DataValue>, "changes"> {
  const { from, to, changes, nodes, lookedAt, blocks, findings } = comparison;
  return {
    v: 1,
    from: endData(from),
    to: endData(to),
    changes: streamed(changes, foldedChangeData),
    nodes: nodeChangesData(nodes),
    looked_at: {
      nodes: lookedAt.nodes,
      resolved_again: lookedAt.resolvedAgain,
      files: lookedAt.files,
      left_out: lookedAt.leftOut,
    },
    summary: summaryData(comparison),
    blocks: blocks.map((block, at) => blockData(block, at + 1, changes)),
    ...(findings && { findings: { new: findings.fresh.map(findingData), gone: findings.gone.map(findingData) } }),
  };
}

/** A comparison in a few numbers. */
export function summaryData(comparison: Masked<ReviewedComparison>): DiffSummaryData {
  return {
    verdict: verdictText(comparison),
    nodes: comparison.lookedAt.nodes,
    changing: differingNodes(comparison).size,
    newly_failing: comparison.nodes.newlyFailing.length,
    blocks: comparison.blocks.length,
  };
}

/** A change with the nodes that have it and its cause, and the edits inside a list at the end. */
export function foldedChangeData({ change, nodes }: FoldedChange): FoldedChangeData<DataValue> {
  const { items, ...own } = { items: undefined, ...changeData(change) };
  const cause = change.cause && causeData(change.cause);
  return { ...own, nodes, ...(cause && { cause }), ...(items && { items }) };
}

/** A change without its nodes and its cause. */
export function changeData(change: Change): ChangeData<DataValue> {
  const { kind } = change;
  const path = change.path;
  switch (kind) {
    case "added":
      return { kind, path, new: placedData(change.after) };
    case "removed":
      return { kind, path, old: placedData(change.before) };
    case "moved":
      return { kind, path, old: placedData(change.before), new: placedData(change.after) };
    case "changed": {
      const sides = { old: placedData(change.before), new: placedData(change.after) };
      return { kind, path, ...sides, ...(change.items.length > 0 && { items: change.items.map(itemEditData) }) };
    }
  }
}

function itemEditData(edit: ItemEdit): ItemEditData<DataValue> {
  switch (edit.kind) {
    case "added":
      return { kind: edit.kind, new_index: edit.newIndex, new: placedData(edit.after) };
    case "removed":
      return { kind: edit.kind, old_index: edit.oldIndex, old: placedData(edit.before) };
    case "moved":
      return { kind: edit.kind, ...itemSides(edit) };
    case "changed": {
      const { kind, moved, key, changes } = edit;
      return { kind, ...itemSides(edit), moved, ...(key !== undefined && { key }), changes: changes.map(changeData) };
    }
  }
}

function itemSides(edit: Extract<ItemEdit, { kind: "moved" | "changed" }>): ItemSides<DataValue> {
  const sides = { old: placedData(edit.before), new: placedData(edit.after) };
  return { old_index: edit.oldIndex, new_index: edit.newIndex, ...sides };
}

/** Nodes that differ as a whole. */
export function nodeChangesData(nodes: Comparison["nodes"]): NodeChangesData {
  return {
    added: nodes.added,
    removed: nodes.removed,
    renamed: nodes.renamed,
    newly_failing: nodes.newlyFailing.map(failingData),
    newly_resolving: nodes.newlyResolving,
    still_failing: nodes.stillFailing.map(({ name }) => name),
  };
}

/** A result with one list that is produced item by item, since it can be too large for memory. */
type Streamed<Data, List extends keyof Data> = Omit<Data, List> & {
  readonly [Name in List]: Data[Name] extends readonly (infer Item)[] ? Iterable<Item> : never;
};

/** The data of some items, computed again for each iteration. */
function streamed<Item, Data>(items: readonly Item[], data: (item: Item) => Data): Iterable<Data> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield data(item);
    },
  };
}
