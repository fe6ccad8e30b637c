import { remembered } from "../../../base/remembered.ts";
import { clip, clipPair, displayWidth } from "../../../base/terminal-text.ts";
import { nodeCount } from "../../draw/counts.ts";
import { cell, cellRight, type Line, plain, type Style, span, type TextSpan } from "../../draw/line.ts";
import type { ChangeRow, ChangeSet, Sign } from "../../worker/protocol/data.ts";

const styles: Readonly<Record<Sign, Style>> = {
  "+": "added",
  "-": "removed",
  "~": "changed",
  ">": "moved",
  "!": "error",
  "*": "added",
  "?": "warning",
};

export function signSpan(sign: Sign): TextSpan {
  return span(styles[sign], sign);
}

/** The columns of a list of changes. */
export interface ChangeColumns {
  readonly count: number;
  readonly title: number;
  readonly values: number;
}

/** The least room for values beside long paths. */
const SMALLEST_VALUES = 24;

/** The columns of a set in a width; remembered, since they depend on every row. */
export const changeColumns: (set: ChangeSet, width: number) => ChangeColumns = remembered(columnsFor);

function columnsFor({ changes: rows }: ChangeSet, width: number): ChangeColumns {
  const count = rows.reduce((widest, { nodes }) => Math.max(widest, nodeCount(nodes.length).length), 0);
  const longest = rows.reduce((widest, row) => (row.isValue ? Math.max(widest, displayWidth(row.title)) : widest), 0);
  const room = Math.max(0, width - count - 6);
  const title = Math.min(longest, Math.max(12, room - SMALLEST_VALUES));
  return { count, title, values: Math.max(0, room - title - 2) };
}

/** `▸ 12 nodes  ~ ntp:server  "a" → "b"`. */
export function changeLine(row: ChangeRow, set: ChangeSet, columns: ChangeColumns, mark = "▸"): Line {
  const count = cellRight(nodeCount(row.nodes.length), columns.count);
  const front = [plain(`${mark} ${count}  `), signSpan(row.sign), plain(" ")];
  if (!row.isValue) return [...front, plain(`${namesText(row, set)} ${row.title}`), ...placeSpans(row)];
  return [...front, span("path", cell(row.title, columns.title)), plain("  "), ...valueSpans(row, columns.values)];
}

/** The name, or the first of several. */
export function namesText({ nodes }: ChangeRow, set: ChangeSet): string {
  const first = set.nodes[nodes[0] ?? -1] ?? "";
  return nodes.length <= 1 ? first : `${first} and ${nodes.length - 1} more`;
}

/** Both values in so many columns, or the only one; the part that differs stays in sight. */
export function valueSpans({ old, now }: Pick<ChangeRow, "old" | "now">, width: number): readonly TextSpan[] {
  if (width < 4) return [];
  if (old === undefined) return [span("added", clip(now ?? "", width))];
  if (now === undefined) return [span("removed", clip(old, width))];
  const [left, right] = pair(old, now, width - 3);
  return [span("removed", left), span("muted", " → "), span("added", right)];
}

/** Clips both values; a short one leaves its room to the other. */
function pair(old: string, now: string, room: number): readonly [string, string] {
  const [left, right] = [displayWidth(old), displayWidth(now)];
  if (left + right <= room) return [old, now];
  const half = Math.floor(room / 2);
  const shorter = Math.min(left, right);
  return clipPair(old, now, shorter < half ? room - shorter : half);
}

function placeSpans({ place }: ChangeRow): readonly TextSpan[] {
  return place === "" ? [] : [span("source", `  ${place}`)];
}
