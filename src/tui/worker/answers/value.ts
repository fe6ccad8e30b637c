import { isError } from "../../../model/findings/diagnostic.ts";
import type { Inventory, ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { FoldedMergedValue } from "../../../model/results/branch-merge.ts";
import type { Change } from "../../../model/results/change.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { causeParts } from "../../../report/diff/cause.ts";
import { fourStateRows, mergeMeanings } from "../../../report/merges/merge.ts";
import { segment } from "../../../report/text/row.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { writeReport } from "../../../workspace/write/named-files.ts";
import { type ComparedStates, nodeOfSide } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";
import type { ChangeRow } from "../rows/change-set.ts";
import { problemRows } from "../rows/node-tree.ts";
import { type ChangedNode, type ChangeOnNode, nodeLines, provenance, valueLines } from "./change-on-node.ts";

/** One change on one node; of a row of whole nodes, the node. */
export async function answerValue(
  { target, change, node }: { readonly target: ComparedStates; readonly change: string; readonly node: string },
  { repository, signal }: AnswerWork,
): Promise<ChangeOnNode | undefined> {
  const { set, merged, spreads } = await repository.seen(target, { signal });
  const at = set.changes.findIndex(({ id }) => id === change);
  const row = set.changes[at];
  const ofMerge = merged?.[at];
  if (row === undefined) return undefined;
  const asked = { key: set.key, change: row.id, node };
  if (ofMerge !== undefined && !row.isValue) {
    const { place, lines: problems } = ofMerge;
    return { ...asked, ...noReason, lines: [], whole: { place, problems } };
  }
  const workspace = await repository.workspace();
  const ends = await repository.seenEnds(target, { signal });
  const before = await workspace.load(ends[0], { signal });
  const after = await workspace.load(ends[1], { signal });
  const shown = shownValues([before, after], repository.secrets);
  if (!row.isValue) return { ...asked, ...noReason, ...linesOfNode(node, row, { workspace, before, after, shown }) };
  const spread = spreads?.[at];
  const isCompared = ofMerge === undefined && spread === undefined;
  const paths = [row.title, ...(row.otherName === undefined ? [] : [row.otherName])];
  const [found, later = found] = isCompared ? await changesOn(repository, target, { node, paths, signal }) : [];
  const path = found?.path ?? ofMerge?.value?.path ?? spread?.path;
  if (path === undefined) return undefined;
  const earlier = nodeOfSide(target, node, true);
  const [old] = workspace.resolve(before, [earlier]);
  const [now] = workspace.resolve(after, [node]);
  const { words, place } = later?.cause === undefined ? noCause : causeParts(later.cause, [node]);
  const both: ChangedNode = { old: old?.node, now: now?.node, shown };
  const explained = (inventory: Inventory, name: string, at: ParameterPath = path) => {
    return workspace.views(inventory, repository.secrets).explainer(name).explanation(at);
  };
  return {
    ...asked,
    ...(found === undefined ? mergedValue(ofMerge?.value, both) : valueLines(found, both, later)),
    ...(spread !== undefined && { sides: spread.rows }),
    // In one state there is nothing before.
    old: spread === undefined ? provenance(explained(before, earlier)) : undefined,
    now: provenance(explained(after, node, later?.path)),
    cause: row.otherName === undefined ? words : `${row.title} renamed to ${row.otherName}`,
    causePlace: place,
  };
}

const noCause = { words: "", place: "" };
const noReason = { old: undefined, now: undefined, cause: "", causePlace: "" };

interface Sides extends Pick<ChangedNode, "shown"> {
  readonly workspace: Workspace;
  readonly before: Inventory;
  readonly after: Inventory;
}

/** All values of a node in the newer state, else in the older one, of a renamed one in both; and why it fails. */
function linesOfNode(
  node: string,
  { sign, place, otherName }: ChangeRow,
  { workspace, before, after, shown }: Sides,
): Pick<ChangeOnNode, "lines" | "whole"> {
  const inventory = after.nodeNames.includes(node) ? after : before;
  const [outcome] = workspace.resolve(inventory, [node]);
  const [former] = otherName === undefined ? [] : workspace.resolve(before, [otherName]);
  const wholeOf = (each: ResolvedNode | undefined) => each && shown(wholeNode(inventory, each), []);
  const [value, old] = [wholeOf(outcome?.node), wholeOf(former?.node)];
  const file = inventory.fileOf("node", node);
  const own = file === undefined ? place : `${file}:1`;
  return {
    lines: value === undefined ? [] : nodeLines(value, sign, old),
    whole: {
      place: sign === "!" && place !== "" ? place : own,
      // What is only warned of is left to its tree.
      problems: outcome ? problemRows({ ...outcome, diagnostics: outcome.diagnostics.filter(isError) }) : [],
    },
  };
}

/**
 * The changes of a value on one node. A set of changes holds no values, so this node is compared again, alone. Paths
 * are as printed; a renamed value has its older one first.
 */
async function changesOn(
  repository: WorkerRepository,
  target: ComparedStates,
  { node, paths, ...options }: Abortable & { readonly node: string; readonly paths: readonly string[] },
): Promise<readonly Change[]> {
  const ends = await repository.seenEnds(target, options);
  const { changes } = await repository.selection.compareTarget(target, ends, { ...options, nodes: new Set([node]) });
  const own = changes.filter((each) => each.nodes.includes(node)).map(({ change }) => change);
  return paths.flatMap((path) => own.find((change) => printPath(change.path) === path) ?? []);
}

/** What became of a value, its value on all sides, and the lines of ours and of the merged one. */
function mergedValue(
  value: FoldedMergedValue | undefined,
  node: ChangedNode,
): Pick<ChangeOnNode, "sides" | "lines" | "own"> {
  if (value === undefined) return { lines: [] };
  const meaning = [segment("title", mergeMeanings[value.kind])];
  const change = changeOf(value);
  const found = change === undefined ? { lines: [] } : valueLines(change, node);
  return { sides: [meaning, [], ...fourStateRows(value, { full: true })], ...found };
}

/** From ours to merged; undefined if neither has the value. */
function changeOf({ path, values: { ours, merged } }: FoldedMergedValue): Change | undefined {
  if (ours !== undefined && merged !== undefined)
    return { kind: "changed", path, before: ours, after: merged, items: [] };
  if (merged !== undefined) return { kind: "added", path, after: merged };
  return ours && { kind: "removed", path, before: ours };
}

/** Writes the report to a new file. */
export async function mergeWrite(report: Readonly<Record<"name" | "text", string>>, { repository }: AnswerWork) {
  const { name, text } = report;
  await writeReport(repository.place().cwd, name, text);
  return { name };
}
