import { nameSetText } from "../../base/name-set.ts";
import { DataValue } from "../../encoding/json.ts";
import type {
  CauseData,
  ChangeData,
  DiffData,
  DiffSummaryData,
  ItemSides,
  NodeChangesData,
} from "../../model/documents/comparison.ts";
import type { Cause, Change, EditPlaces, FoldedChange, ItemEdit } from "../../model/results/change.ts";
import type { Block, Comparison, Edit, Effect, EndChange, ReviewedComparison } from "../../model/results/comparison.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import type { Rename } from "../../model/results/printed-parts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { placeOf } from "../../model/values/value.ts";
import { editText } from "../blocks/block-rows.ts";
import { causeText } from "../blocks/cause.ts";
import { verdictText } from "../diff/summary.ts";
import { endData, placedData } from "./explanation.ts";
import { errorData, failingData, findingData } from "./findings.ts";

type StreamedDiff = Omit<DiffData<DataValue>, "changes"> & {
  readonly changes: Iterable<DiffData<DataValue>["changes"][number]>;
};

/** How two states differ: `heir diff --json`. */
export function comparisonData(comparison: Masked<ReviewedComparison>): StreamedDiff {
  const { from, to, changes, nodes, lookedAt, blocks, findings, ends, owners, sideBySide } = comparison;
  const { resolvedAgain, files, leftOut } = lookedAt;
  return {
    v: 1,
    from: endData(from),
    to: endData(to),
    ...(sideBySide && {
      pairs: sideBySide.pairs.map(pairData),
      unpaired: sideBySide.unpaired.map(pairData),
      follow_name: sideBySide.followName,
    }),
    // Made again for each iteration, item by item: they can be too large for memory.
    changes: {
      *[Symbol.iterator]() {
        for (const change of changes) {
          const own = sideBySide?.pairs.filter(({ to: name }) => change.nodes.includes(name));
          yield { ...foldedChangeData(change), pairs: own?.map(pairData) };
        }
      },
    },
    nodes: nodeChangesData(nodes),
    looked_at: { nodes: lookedAt.nodes, resolved_again: resolvedAgain, files, left_out: leftOut },
    summary: summaryData(comparison),
    blocks: blocks.map((block, at) => blockData(block, at + 1, changes)),
    owners,
    ends: ends && endsData(ends),
    findings: findings && { new: findings.fresh.map(findingData), gone: findings.gone.map(findingData) },
  };
}

function pairData({ from, to }: Rename): readonly string[] {
  return [from, to];
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
export function foldedChangeData({ change, nodes }: FoldedChange): DiffData<DataValue>["changes"][number] {
  const { items, ...own } = { items: undefined, ...changeData(change) };
  const cause = change.cause && causeData(change.cause);
  return { ...own, nodes, cause, ...(items && { items }) };
}

/** A change without its nodes and its cause. */
export function changeData(change: Change): ChangeData<DataValue> {
  const { kind, path } = change;
  switch (kind) {
    case "added":
      return { kind, path, new: placedData(change.after) };
    case "removed":
      return { kind, path, old: placedData(change.before) };
    case "moved":
      return { kind, path, old: placedData(change.before), new: placedData(change.after) };
    case "changed": {
      const sides = { old: placedData(change.before), new: placedData(change.after) };
      return { kind, path, ...sides, items: change.items.length > 0 ? change.items.map(itemEditData) : undefined };
    }
  }
}

function itemEditData(edit: ItemEdit) {
  switch (edit.kind) {
    case "added":
      return { kind: edit.kind, new_index: edit.newIndex, new: placedData(edit.after) };
    case "removed":
      return { kind: edit.kind, old_index: edit.oldIndex, old: placedData(edit.before) };
    case "moved":
      return { kind: edit.kind, ...itemSides(edit) };
    case "changed": {
      const { kind, moved, key, changes } = edit;
      return { kind, ...itemSides(edit), moved, key, changes: changes.map(changeData) };
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

/** One edit with all its effects, numbered; `changes` are those of the whole comparison. */
function blockData(block: Block, number: number, changes: readonly FoldedChange[]) {
  const { edit, nodes, failing, effects } = block;
  return {
    n: number,
    edit: editData(edit, block),
    nodes,
    set: nameSetText(nodes),
    selector: block.selector,
    failing: failing.map(({ diagnostic, nodes: failed }) => ({ ...errorData(diagnostic), nodes: failed })),
    new_nodes: block.newNodes,
    renamed: renamedData(block),
    effects: effects.map((effect) => effectData(effect, changes)),
  };
}

/** The keys of a renamed parameter, and the nodes that now have both. */
function renamedData({ edit: { kept }, effects }: Block) {
  const effect = effects.find(({ kind }) => kind === "renamed");
  if (kept === undefined || effect?.toPath === undefined) return undefined;
  return { from: printPath(effect.path), to: printPath(effect.toPath), both: kept.map(({ node }) => node) };
}

function editData(edit: Edit, block: Block) {
  const { kind, from, to, renamed, places, also } = edit;
  return {
    kind,
    text: editText(block),
    from: from && new DataValue(from),
    to: to && new DataValue(to),
    ...(renamed !== undefined && { from: renamed.from, to: renamed.to }),
    places: places.map(({ old, new: now }) => ({ old: old && placeOf(old), new: now && placeOf(now) })),
    also: also.map((each) => causeText(each, block.nodes)),
  };
}

function effectData(effect: Effect, changes: readonly FoldedChange[]) {
  const { kind, path, toPath, nodes, values, derivedFrom } = effect;
  return {
    kind,
    path,
    to_path: toPath,
    ...(values === 1 && sidesOf(effect, changes)),
    values,
    nodes,
    set: nameSetText(nodes),
    derived_from: derivedFrom,
    changes: effect.changes,
  };
}

/** Both values; of lists with the same edits only where there is one list. */
function sidesOf({ changes: indexes }: Effect, changes: readonly FoldedChange[]) {
  const [first, ...others] = indexes.flatMap((index) => changes[index]?.change ?? []);
  if (first === undefined) return {};
  if (others.length > 0 && first.kind === "changed" && first.items.length > 0) return {};
  return {
    old: first.kind !== "added" ? new DataValue(first.before) : undefined,
    new: first.kind !== "removed" ? new DataValue(first.after) : undefined,
  };
}

/** Why a value differs, with places instead of spans. */
export function causeData(cause: Cause): CauseData {
  const { old, new: now, cause: inner, also, ...own }: CauseParts = cause;
  return {
    ...own,
    old: old && placeOf(old),
    new: now && placeOf(now),
    cause: inner && causeData(inner),
    also: also?.map(causeData),
  };
}

type CauseParts = Omit<CauseData, "old" | "new" | "cause" | "also"> &
  EditPlaces & { readonly cause?: Cause; readonly also?: readonly Cause[] };

/** Ends of lines that are new, moved or dropped. */
export function endsData(ends: readonly EndChange[]) {
  return ends.map(({ place, ...dates }) => ({ place: placeOf(place), ...dates }));
}
