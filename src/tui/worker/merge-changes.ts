import { countOfAll } from "../../model/findings/rest.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { arrow } from "../../report/diff/parts.ts";
import { mergeHeadRows, mergeReportRows, mergeSummary } from "../../report/merges/merge.ts";
import { inlineValue } from "../../report/text/inline.ts";
import { plainText, type Row, rowText, segment } from "../../report/text/row.ts";
import { withBlocks } from "../../workspace/compare/blocks.ts";
import { meet } from "../../workspace/merge/merge.ts";
import { planMerge } from "../../workspace/merge/source.ts";
import type { CompareOptions, Workspace } from "../../workspace/workspace.ts";
import { comparedKey, type MergeTarget } from "../state/compared.ts";
import { type BlockRow, type ChangeRow, NodeIndexes, nodesRow, signPart } from "./rows/block-rows.ts";
import { type ChangeSet, changeSet, type Ends, type MadeChangeSet, type SeenChanges } from "./rows/change-set.ts";
import { type MergeRow, mergeRows } from "./rows/merge-items.ts";

const LONGEST = 400;

interface MergeWork {
  readonly workspace: Workspace;
  /** How two states differ, on the nodes that are meant. */
  compare(ends: Ends, options: CompareOptions): Promise<Masked<Comparison>>;
  readonly options: CompareOptions;
}

/**
 * What merging a branch would do: semantic conflicts and what else speaks against it, then each edit that comes with the merge.
 * Nothing is merged. Throws HeirError for unknown revisions and unrelated histories.
 */
export async function mergeChanges(
  target: MergeTarget,
  { workspace, compare, options }: MergeWork,
): Promise<SeenChanges> {
  const { branch, into } = target;
  const plan = await planMerge(workspace.source, { branch, into, signal: options.signal });
  const { commits, conflicts, isFastForward } = plan;
  const { ours, merged } = plan.task.states;
  const { comparison, fresh, brought } = await meet(workspace, plan.task, options);
  const head = { branch, into, commits, conflicts, isFastForward };
  const report = { comparison, findings: fresh, brought: countOfAll(brought) };
  const printed = [...mergeReportRows(report, head, { full: true })];
  // Nodes that need a file in conflict cannot be compared.
  const open = new Set(comparison.nodes.unsettled);
  const { nodeNames } = await workspace.load(merged, { signal: options.signal });
  const nodes = open.size === 0 ? {} : { nodes: new Set(nodeNames.filter((name) => !open.has(name))) };
  const compared = await compare([ours, merged], { ...options, ...nodes, causes: true });
  const edits = changeSet({ key: comparedKey(target), isOfCommit: false }, withBlocks(compared), undefined);
  const rows = mergeRows(comparison, { conflicts, findings: fresh });
  const made = mergeSet(edits, rows, {
    head: mergeHeadRows(head, comparison.base),
    summary: mergeSummary(comparison, countOfAll(fresh), countOfAll(brought)),
    report: printed.map((row) => `${rowText(row)}\n`).join(""),
  });
  return { ...made, ends: [ours, merged] };
}

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
function mergeSet(set: ChangeSet, rows: readonly MergeRow[], { head, summary, report }: MergeText): MadeChangeSet {
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
