import { clip, displayWidth, padStart } from "../../base/terminal-text.ts";
import type { ComparisonEnd } from "../../model/results/comparison.ts";
import type { WhyLayer } from "../../model/results/why.ts";
import { layerName } from "../text/layer-name.ts";
import { emptyRow, plainText, type Row, segment } from "../text/row.ts";
import { rowColumns } from "../text/row-columns.ts";
import { type SideRow, sideRows } from "./layer-side.ts";

type Ends = readonly [old: ComparisonEnd, now: ComparisonEnd];

/** Columns of the longest mark and the spaces before it. */
const MARK = 12;
/** Columns of a side besides its value: position, mark and the spaces between. */
const BESIDE = MARK + 7;
const NARROWEST = 16;
const WIDEST = 60;

/**
 * The contributions of the layers in both states, weakest first: side by side, or below each other if the terminal is
 * too narrow. Each side has its own positions in the order of layers.
 */
export function layerRows(
  layers: readonly WhyLayer[],
  ends: Ends,
  { width }: { readonly width?: number } = {},
): readonly Row[] {
  if (layers.length === 0) return [];
  const names = Math.max(...layers.map((row) => displayWidth(layerName(row))));
  const room = width === undefined ? WIDEST : Math.min(WIDEST, Math.floor((width - names - 2) / 2) - BESIDE);
  return [emptyRow, ...(room < NARROWEST ? stacked(layers, ends, width ?? 0) : sideBySide(layers, ends, room))];
}

function sideBySide(layers: readonly WhyLayer[], [from, to]: Ends, room: number): readonly Row[] {
  const sides = [columnOf(layers, "old", room), columnOf(layers, "new", room)];
  const title = (end: ComparisonEnd): Row => [segment("title", clip(end.title, room + MARK))];
  const head = [emptyRow, emptyRow, title(from), emptyRow, title(to)];
  const rows = layers.flatMap((row, at) => {
    const [old = [], now = []] = sides.map((side) => side[at] ?? []);
    return Array.from({ length: Math.max(old.length, now.length) }, (_, line) => [
      [plainText(line === 0 ? `  ${layerName(row)}` : "")],
      ...(old[line] ?? [emptyRow, emptyRow]),
      ...(now[line] ?? []),
    ]);
  });
  return rowColumns([head, ...rows]);
}

/** The lines of one side for each layer: position, and value with its mark. */
function columnOf(
  layers: readonly WhyLayer[],
  side: "old" | "new",
  room: number,
): readonly (readonly (readonly Row[])[])[] {
  const all = sideRows(layers, side);
  const widths = all.flat().map(({ text, mark }) => (mark === "" ? 0 : displayWidth(clip(text, room))));
  const width = Math.max(0, ...widths);
  return all.map((rows) => rows.map((row) => cells(row, { room, width })));
}

function stacked(layers: readonly WhyLayer[], [from, to]: Ends, width: number): readonly Row[] {
  const titles = Math.max(displayWidth(from.title), displayWidth(to.title));
  const room = Math.min(WIDEST, Math.max(NARROWEST, width - titles - 4 - BESIDE));
  const sides = [columnOf(layers, "old", room), columnOf(layers, "new", room)];
  return layers.flatMap((row, at) => {
    const lines = sides.flatMap((side, index) => {
      const title = [segment("title", `    ${(index === 0 ? from : to).title}`)];
      return (side[at] ?? []).map((cell) => [title, ...cell]);
    });
    return [[plainText(`  ${layerName(row)}`)], ...rowColumns(lines)];
  });
}

function cells(
  { position, text, mark }: SideRow,
  { room, width }: { readonly room: number; readonly width: number },
): readonly Row[] {
  const value = segment(mark === "" ? "muted" : "value", clip(text, room));
  const number = [segment("muted", padStart(position, 3))];
  if (mark === "") return [number, [value]];
  return [
    number,
    [value, plainText(" ".repeat(Math.max(0, width - displayWidth(value.text)) + 2)), segment("changed", `<- ${mark}`)],
  ];
}
