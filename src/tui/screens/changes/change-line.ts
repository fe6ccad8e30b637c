import { remembered } from "../../../base/remembered.ts";
import { clip, clipPair, displayWidth, sharedHead } from "../../../base/terminal-text.ts";
import { type Cell, columnsLine, textCell, widest } from "../../draw/columns.ts";
import { nodeCount } from "../../draw/counts.ts";
import { type Line, lineWidth, plain, type Style, span, type TextSpan } from "../../draw/line.ts";
import type { BlockRow, ChangeRow, Sign } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";

const signStyles: Readonly<Record<Sign, Style>> = {
  "+": "added",
  "-": "removed",
  "~": "changed",
  ">": "moved",
  "=": "moved",
  "!": "error",
  "*": "added",
  "?": "warning",
  "✗": "error",
  "≠": "error",
  "∩": "warning",
  "·": "muted",
};

export function signSpan(sign: Sign): TextSpan {
  return span(signStyles[sign], sign);
}

/** The sign of a change; a value that follows from another one has `=>`, and `=> -` where it is gone. */
export function changeSign({ sign, isDerived }: ChangeRow): readonly TextSpan[] {
  if (!isDerived) return [signSpan(sign)];
  return [span("changed", "=>"), ...(sign === "~" ? [] : [plain(" "), signSpan(sign)])];
}

/** The least room for what may be cut: a path, a value, what was done. */
const LEAST = 12;

/** The columns of a list of changes, the same for all rows of a set; remembered, since they depend on every row. */
const columnsOf: (set: ChangeSet) => { readonly nodes: number; readonly title: number } = remembered(
  ({ changes: rows, soFar }: ChangeSet) => ({
    nodes: widest(rows.map(({ nodes }) => nodeCount(nodes.length, soFar === undefined))),
    title: Math.min(MOST_TITLE, widest(rows.flatMap(({ isValue, title }) => (isValue ? [title] : [])))),
  }),
);
const MOST_TITLE = 40;

/** The columns that the rows of a set take without a cut, places left out. */
export const neededColumns: (set: ChangeSet) => number = remembered((set: ChangeSet) => {
  const blocks = set.blocks.map((row, at) =>
    lineWidth(blockLine({ ...row, places: [] }, at, { width: Number.POSITIVE_INFINITY, mark: " ", isWhole: false })),
  );
  const rows = set.changes.map((row) =>
    lineWidth(changeLine({ ...row, place: "" }, set, { width: Number.POSITIVE_INFINITY, mark: " " })),
  );
  return 1 + [...blocks, ...rows].reduce((most, each) => Math.max(most, each), 0);
});

interface Place {
  readonly width: number;
  /** Before the line: whether it is folded. */
  readonly mark: string;
}

interface BlockPlace extends Place {
  /** Whether all nodes are known. */
  readonly isWhole: boolean;
}

/** `▾ #2 ~ ntp:server edited in class dc.par1  12 nodes  classes/dc/par1.yml:15`. */
export function blockLine(row: BlockRow, number: number, { width, mark, isWhole }: BlockPlace): Line {
  const front = [plain(`${mark} `), span("muted", `#${number} `), signSpan(row.sign), plain(" ")];
  const [place = ""] = row.places;
  const more = row.places.length > 1 ? ` and ${row.places.length - 1} more` : "";
  const text = textCell(span("title", row.text), { least: 2 * LEAST });
  const nodes: Cell = { line: [plain(nodeCount(row.nodes.length, isWhole))] };
  const where: Cell = { line: [span("source", place + more)], isSpare: true };
  return [...front, ...columnsLine([text, nodes, where], width - lineWidth(front))];
}

/** `  ▸ 12 nodes  ~ ntp:server  "a" → "b"  type change`, below the line of its edit. */
export function changeLine(row: ChangeRow, set: ChangeSet, { width, mark }: Place): Line {
  const front = [plain(`${row.block === undefined ? "" : "  "}${mark} `)];
  const { nodes, title } = columnsOf(set);
  const text = row.nodes.length === 0 ? "" : nodeCount(row.nodes.length, set.soFar === undefined);
  const count: Cell = { line: [span("muted", text)], column: nodes, isRight: true };
  const room = width - lineWidth(front);
  if (!row.isValue) return [...front, ...columnsLine([count, ...nodesCells(row)], room)];
  const path: Cell = {
    line: [...changeSign(row), plain(" "), span("path", row.title)],
    column: title + 2,
    least: LEAST,
    cut: (left) => [
      ...changeSign(row),
      plain(" "),
      span("path", clip(row.title, left - lineWidth(changeSign(row)) - 1)),
    ],
  };
  return [...front, ...columnsLine([count, path, ...effectCells(row)], room)];
}

/** `! proxy01.par fails: class-not-found: …`, and where it is written. */
function nodesCells({ sign, title, words, place }: ChangeRow): readonly Cell[] {
  const what = [signSpan(sign), plain(" "), span("node", words), plain(" "), span(signStyles[sign], title)];
  return [
    { line: what, least: 2 * LEAST },
    { line: [span("source", place)], isSpare: true },
  ];
}

/** What happens to a value: both sides or words, of which the part that differs stays in sight, then the note. */
export function effectCells(row: ChangeRow): readonly Cell[] {
  return [
    { line: valueSpans(row, Number.POSITIVE_INFINITY), least: leastOf(row), cut: (room) => valueSpans(row, room) },
    { line: [span("muted", row.note)] },
  ];
}

/** The least room in which the words that differ are whole. */
export function leastOf({ old, now }: Pick<ChangeRow, "old" | "now">): number {
  if (old === undefined || now === undefined) return LEAST;
  const { before, after } = differingWord(old, now);
  return Math.max(LEAST, Math.min(3 * LEAST, 2 * (before + after + 2) + 3));
}

/** How far the first words that differ reach before and after the first difference. */
function differingWord(old: string, now: string): { readonly before: number; readonly after: number } {
  const head = sharedHead(old, now);
  const [[before = ""] = []] = [/\w*$/.exec(head) ?? []];
  const after = [old, now].map((text) => /^\w*/.exec(text.slice(head.length))?.[0].length ?? 0);
  return { before: before.length, after: Math.max(...after) };
}

/** The columns before the first difference that stay: 8, and the beginning of its word (rule L3). */
function contextOf(old: string, now: string, width: number): number {
  const { before, after } = differingWord(old, now);
  return Math.max(0, Math.min(before + 8, width - after - 2));
}

/** Two texts, each in so many columns, of which the part that differs stays in sight. */
export function differingParts(old: string, now: string, width: number): readonly [string, string] {
  return clipPair(old, now, width, contextOf(old, now, width));
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
  const width = shorter < half ? room - shorter : half;
  return differingParts(old, now, width);
}
