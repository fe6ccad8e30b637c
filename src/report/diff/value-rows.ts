import type { Value } from "../../model/values/value.ts";
import { type Label, type Row, segment } from "../text/row.ts";
import { isMultiline, textLines } from "../text/text-diff.ts";
import { isLong, limitedBlock } from "../text/value-block.ts";
import { moreRows } from "./parts.ts";

/** The lines of a value that is too long for the row of its path; none for any other. More than `limit` are counted. */
export function wholeRows(value: Value, label: Label, limit: number): readonly Row[] {
  if (isMultiline(value) && value.kind === "scalar") {
    return limitedRows(
      textLines(value).map((line) => [segment(label, line)]),
      limit,
    );
  }
  if (!isLong(value)) return [];
  const { lines, more } = limitedBlock(value, limit);
  return [...lines.map((line): Row => [segment(label, line)]), ...moreRows(more, "line")];
}

/** The first rows; the others are counted. */
export function limitedRows(rows: readonly Row[], limit: number): readonly Row[] {
  return rows.length <= limit ? rows : [...rows.slice(0, limit), ...moreRows(rows.length - limit, "line")];
}
