import type { DataValue } from "../../encoding/json.ts";
import type { Bisection } from "../../model/results/bisection.ts";
import type { Blame, BlamedLeaf, LineWriter, LogEntry } from "../../model/results/log.ts";
import type { Why } from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { causeData, foldedChangeData, nodeChangesData } from "./comparison.ts";
import type { LogCommitData } from "./history-types.ts";
import { placedData } from "./value.ts";
import { whyData } from "./why.ts";

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
  const more = { boundary, repository };
  return { commit: id, author, email, date, subject, ...more };
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
