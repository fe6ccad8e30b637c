import type { DataValue } from "../../encoding/json.ts";
import type { LogCommitData, PlainWhy, WhyLayerSideData, WhyLinkData } from "../../model/documents/history.ts";
import type { Bisection } from "../../model/results/bisection.ts";
import type { Blame, BlamedLeaf, LineWriter, LogEntry } from "../../model/results/log.ts";
import {
  type CauseLink,
  type FileDelta,
  isDifferent,
  type LayerSide,
  type Why,
  type WhyChange,
  type WhyLayer,
  type WhySide,
} from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { editHunks } from "../diff/edit-text.ts";
import { causeData, changeData, foldedChangeData, nodeChangesData } from "./comparison.ts";
import { endData, layerActionData, placedData } from "./explanation.ts";
import { failingData } from "./findings.ts";

/** A member of `commits` in `heir log --json`: a commit and how it differs from its first parent. */
export function logEntryData({ commit, node, renamedFrom, comparison }: LogEntry): LogCommitData<DataValue> {
  const { id, parents, author, email, date, subject } = commit;
  return {
    commit: id,
    parents,
    author,
    email,
    date,
    subject,
    node,
    renamed_from: renamedFrom,
    changes: comparison?.changes.map(foldedChangeData) ?? [],
    nodes: comparison && nodeChangesData(comparison.nodes),
  };
}

/** `heir blame --json`: the commit that last changed each value of a node, and the commit that wrote its line. */
export function blameData({ node, leaves, leftOut }: Masked<Blame>) {
  return { v: 1, node, leaves: leaves.map(blamedLeafData), looked_at: { left_out: leftOut } };
}

function blamedLeafData({ path, value, since, line, cause }: BlamedLeaf) {
  return {
    path,
    ...placedData(value),
    since: commitData(since),
    line: commitData(line),
    cause: cause && causeData(cause),
  };
}

/** Null for an uncommitted change. */
function commitData(commit: LineWriter | undefined) {
  if (commit === undefined) return null;
  const { id, author, email, date, subject, boundary, repository } = commit;
  return { commit: id, author, email, date, subject, boundary, repository };
}

/** `heir bisect --json`: the commit that introduced a value, and what it did; a commit without parents has no `why`. */
export function bisectionData(found: Bisection, why: Masked<Why> | undefined) {
  const { node, path, good, bad, first, parents, taken, commits, resolutions } = found;
  const { id, author, date, subject } = first;
  return {
    v: 1,
    node,
    path,
    good,
    bad,
    commits,
    resolutions,
    first: { id, author, date, subject, parents },
    taken_from: taken,
    why: why && whyData(why),
  };
}

/** `heir why --json`: why a value differs, with places instead of spans. */
export function whyData(why: Masked<Why>): PlainWhy<DataValue> {
  const { path, old, new: now, changes, layers, edits } = why;
  return {
    v: 1,
    from: endData(old.end),
    to: endData(now.end),
    path,
    differs: isDifferent(why),
    old: sideData(old),
    new: sideData(now),
    changes: changes.map(whyChangeData),
    layers: layers.map(layerData),
    edits: edits.map(editData),
  };
}

function sideData({ name, value, resolves, errors }: WhySide) {
  return {
    ...(name !== undefined && { node: name, resolves }),
    ...(value !== undefined && placedData(value)),
    failing: errors.length > 0 ? failingData({ name: name ?? "", diagnostics: errors }) : undefined,
  };
}

function whyChangeData({ change, layers, chains }: WhyChange) {
  return { ...changeData(change), layers: layers.map(layerData), chains: chains.map((chain) => chain.map(linkData)) };
}

function linkData({ edit, before, after }: CauseLink): WhyLinkData<DataValue> {
  const { cause: _, ...own } = causeData(edit);
  return { cause: own, old: before && placedData(before), new: after && placedData(after) };
}

function layerData({ layer, name, old, new: now }: WhyLayer) {
  return { layer, name, old: old && layerSideData(old), new: now && layerSideData(now) };
}

function layerSideData({ position, contributions }: LayerSide): WhyLayerSideData<DataValue> {
  return { position, said: contributions.map(layerActionData) };
}

function editData(edit: FileDelta) {
  const { old, new: now, commits, uncommitted } = edit;
  const hunks = editHunks(edit)?.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return { old_start: oldStart, old_lines: oldLines, new_start: newStart, new_lines: newLines, lines };
  });
  return {
    old: old?.path,
    new: now?.path,
    commits: commits.map(({ id, author, date, subject, undone }) => ({ id, author, date, subject, undone })),
    uncommitted,
    hunks,
  };
}
