import type { FoldedMergedValue } from "../../../model/results/branch-merge.ts";
import type { Change } from "../../../model/results/change.ts";
import { fourStateRows, mergeMeaning } from "../../../report/merges/merge.ts";
import { segment } from "../../../report/text/row.ts";
import { writeReport } from "../../../workspace/merge/merge.ts";
import type { AnswerWork } from "../repository.ts";
import { type ChangedNode, type ValueDetail, valueLines } from "../rows/value-detail.ts";

/** What became of a value, its value on all sides, and the lines of ours and of the merged one. */
export function mergedValue(
  value: FoldedMergedValue | undefined,
  node: ChangedNode,
): Pick<ValueDetail, "sides" | "lines" | "own"> {
  if (value === undefined) return { lines: [] };
  const meaning = [segment("title", mergeMeaning(value.kind))];
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
export async function mergeWrite(
  { name, text }: { readonly name: string; readonly text: string },
  { repository }: AnswerWork,
) {
  await writeReport(repository.place().cwd, name, text);
  return { name };
}
