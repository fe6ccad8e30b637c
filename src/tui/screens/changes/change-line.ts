import { remembered } from "../../../base/remembered.ts";
import { clip, clipPair, displayWidth } from "../../../base/terminal-text.ts";
import { nodeCount } from "../../draw/counts.ts";
import { cell, type Line, lineWidth, plain, type Style, span, type TextSpan } from "../../draw/line.ts";
import type { BlockRow, ChangeRow, ChangeSet, Sign } from "../../worker/protocol/data.ts";

export const signStyles: Readonly<Record<Sign, Style>> = {
  "+": "added",
  "-": "removed",
  "~": "changed",
  ">": "moved",
  "=": "moved",
  "!": "error",
  "*": "added",
  "?": "warning",
};

export function signSpan(sign: Sign): TextSpan {
  return span(signStyles[sign], sign);
}

/** The sign of a change; a value that follows from another one has `=>`, and `=> -` where it is gone. */
export function changeSign({ sign, isDerived }: ChangeRow): readonly TextSpan[] {
  if (!isDerived) return [signSpan(sign)];
  return [span("changed", "=>"), ...(sign === "~" ? [] : [plain(" "), signSpan(sign)])];
}

/** The least room for values beside long paths. */
const SMALLEST_VALUES = 24;
/** The least room for what was done, beside the number of nodes. */
const SMALLEST_EDIT = 16;

const SMALLEST_PLACE = 12;

/** The columns of paths in a width, the same for all changes of a set; remembered, since it depends on every row. */
const titleColumns: (set: ChangeSet, width: number) => number = remembered(
  ({ changes: rows }: ChangeSet, width: number) => {
    const longest = rows.reduce((widest, row) => (row.isValue ? Math.max(widest, displayWidth(row.title)) : widest), 0);
    return Math.min(longest, Math.max(12, width - FRONT - SMALLEST_VALUES));
  },
);

/** The columns before the path of a change. */
const FRONT = 8;

/** `▾ #2 ~ ntp:server edited in class dc.par1  12 nodes  classes/dc/par1.yml:15`. */
export function blockLine(row: BlockRow, number: number, { width, mark }: Place): Line {
  const front = [plain(`${mark} `), span("muted", `#${number} `), signSpan(row.sign), plain(" ")];
  const nodes = `  ${nodeCount(row.nodes.length)}`;
  const room = Math.max(SMALLEST_EDIT, width - lineWidth(front) - nodes.length);
  const line = [...front, span("title", clip(row.text, room)), plain(nodes)];
  const left = width - lineWidth(line) - 2;
  const [place] = row.places;
  if (place === undefined || left < SMALLEST_PLACE) return line;
  return [...line, span("source", `  ${place}${row.places.length > 1 ? ", …" : ""}`)];
}

interface Place {
  readonly width: number;
  /** Before the line: whether it is folded. */
  readonly mark: string;
}

/** `  ▸ ~ ntp:server  "a" → "b"`, below the line of its edit; the nodes are counted where the edit has more. */
export function changeLine(row: ChangeRow, set: ChangeSet, { width, mark }: Place): Line {
  const front = [plain(`${row.block === undefined ? "" : "  "}${mark} `), ...changeSign(row), plain(" ")];
  if (!row.isValue) return [...front, ...nodesSpans(row)];
  const title = titleColumns(set, width);
  const shown = [...front, span("path", cell(row.title, title)), plain("  ")];
  return [...shown, ...effectSpans(row, set, width - lineWidth(shown))];
}

/** What happens to whole nodes, where it is written, and which they are. */
function nodesSpans({ title, words, place }: ChangeRow): readonly TextSpan[] {
  const source = place === "" ? [] : [span("source", `  ${place}`)];
  return [span("node", words), plain(`  ${title}`), ...source];
}

/** What happens to a value in so many columns: both sides or words, then the note, and how many nodes have it. */
export function effectSpans(row: ChangeRow, set: ChangeSet, width: number): readonly TextSpan[] {
  const all = row.block === undefined ? undefined : set.blocks[row.block]?.nodes.length;
  const own = row.nodes.length === all ? [] : [nodeCount(row.nodes.length)];
  const notes = [...(row.note === "" ? [] : [row.note]), ...own].map((text) => `  ${text}`).join("");
  const room = Math.max(SMALLEST_VALUES, width - displayWidth(notes));
  return [...valueSpans(row, room), span("muted", notes)];
}

/** Both values in so many columns, or the only one; the part that differs stays in sight. */
export function valueSpans(
  { old, now, words = "" }: Pick<ChangeRow, "old" | "now"> & Partial<Pick<ChangeRow, "words">>,
  width: number,
): readonly TextSpan[] {
  if (width < 4) return [];
  if (words !== "") return [plain(clip(words, width))];
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
