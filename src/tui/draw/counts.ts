import type { CommitCounts } from "../worker/rows/change-set.ts";
import { type Line, span } from "./line.ts";

/** A number in at most five columns: `12.4k` for 12,400. */
export function short(number: number): string {
  if (number < 10_000) return String(number);
  if (number < 999_950) return `${(number / 1000).toFixed(number < 99_950 ? 1 : 0)}k`;
  return `${(number / 1_000_000).toFixed(1)}M`;
}

/** `13n ~2 +1 -1 !1 *1`, with `?` behind it where nodes were not compared; `·` where nothing differs. The first part is a column. */
export function countsLine(counts: CommitCounts): Line {
  const unknown = counts.unknown > 0;
  const { nodes, changed, added, removed, failing, resolving } = counts;
  if (nodes + changed + added + removed + failing + resolving === 0)
    return [unknown ? span("warning", "?", "count") : span("muted", "·", "count")];
  return [
    span("node", `${short(nodes)}n`, "count"),
    ...countSpans(counts),
    ...(unknown ? [span("warning", " ?")] : []),
  ];
}

/** ` ~2 +1 -1 !1 *1`, without zeros. */
export function countSpans({
  changed,
  added,
  removed,
  failing,
  resolving = 0,
}: Omit<CommitCounts, "nodes" | "unknown" | "resolving"> & Partial<Pick<CommitCounts, "resolving">>): Line {
  return [
    ...(changed > 0 ? [span("changed", ` ~${short(changed)}`)] : []),
    ...(added > 0 ? [span("added", ` +${short(added)}`)] : []),
    ...(removed > 0 ? [span("removed", ` -${short(removed)}`)] : []),
    ...(failing > 0 ? [span("error", ` !${short(failing)}`)] : []),
    ...(resolving > 0 ? [span("added", ` *${short(resolving)}`)] : []),
  ];
}

/** `12 nodes`; a number that may still grow ends in `+`. */
export function nodeCount(count: number, isWhole = true): string {
  return `${short(count)}${isWhole ? "" : "+"} ${count === 1 && isWhole ? "node" : "nodes"}`;
}
