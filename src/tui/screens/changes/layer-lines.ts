import { clip, clipPair, displayWidth, padEnd } from "../../../base/terminal-text.ts";
import type { Size } from "../../draw/layout.ts";
import { cell, cellRight, type Line, plain, span } from "../../draw/line.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { LayerRow, Provenance, ValueDetail } from "../../worker/rows/value-detail.ts";
import { layersOf } from "./layers.ts";

/** Lines of one layer, which the cursor can stand on, or of text. */
export interface OriginPart {
  readonly lines: readonly Line[];
  /** Its index among the layers. */
  readonly layer?: number;
}

/** The layers of a change before and after it; the one at the cursor is whole if there are rows for that (rule L2). */
export function layerParts(
  detail: ValueDetail,
  { at, columns, rows }: Size & { readonly at: number | undefined },
): readonly OriginPart[] {
  const all = layersOf(detail).map(({ row }) => row);
  const parts = bothSides(detail, lookIn(columns, all));
  if (at === undefined || lookIn(columns, all).isNarrow) return parts;
  const whole = bothSides(detail, lookIn(Number.POSITIVE_INFINITY, all)).find(({ layer }) => layer === at)?.lines ?? [];
  const lines = whole.flatMap((line) => wrapped(line, columns, INDENT));
  const unfolded = parts.map((part) =>
    part.layer === at && lines.length > part.lines.length ? { ...part, lines } : part,
  );
  return unfolded.reduce((sum, part) => sum + part.lines.length, 0) <= rows ? unfolded : parts;
}

/** Of what goes on in another line. */
const INDENT = 9;

function bothSides({ old, now }: ValueDetail, look: Look): readonly OriginPart[] {
  const first = old?.layers.length ?? 0;
  return [
    ...sideParts("old", old, { ...look, wins: "won", other: now, first: 0 }),
    ...sideParts("new", now, { ...look, wins: "wins", other: old, first }),
  ];
}

interface Look {
  readonly columns: number;
  /** Whether a layer takes three lines: its name, its value, its place. */
  readonly isNarrow: boolean;
  readonly layer: number;
  readonly value: number;
}

interface SideLook extends Look {
  readonly wins: string;
  /** The other side: of two texts that differ, the parts that differ are shown. */
  readonly other: Provenance | undefined;
  /** The index of the first layer. */
  readonly first: number;
}

function lookIn(columns: number, all: readonly LayerRow[]): Look {
  const whole = FRAME + widest(all, "layer") + widest(all, "value") + widest(all, "place");
  const layer = Math.min(widest(all, "layer"), Math.floor(columns * 0.35));
  const place = Math.min(columns < 84 ? 24 : 32, widest(all, "place"));
  const value = Math.min(widest(all, "value"), Math.max(8, columns - layer - FRAME - place));
  // A few layers below each other are read better than cut ones.
  return { columns, isNarrow: columns < NARROW || (whole > columns && all.length <= FEW), layer, value };
}

/** What a line of a layer takes besides its name, its value and its place. */
const FRAME = 20;
const FEW = 4;
const NARROW = 46;

function widest(rows: readonly LayerRow[], column: "layer" | "value" | "place"): number {
  return rows.reduce((most, row) => Math.max(most, displayWidth(row[column])), 0);
}

function sideParts(word: string, from: Provenance | undefined, look: SideLook): readonly OriginPart[] {
  if (from === undefined) return [];
  const rows = from.layers;
  if (rows.length === 0) return [{ lines: [[span("muted", `${word}  (not set)`)]] }];
  return rows.map((row, index): OriginPart => {
    const front = index === 0 ? word : "   ";
    const lines = look.isNarrow ? narrowLines(front, row, look) : [[span("muted", `${front}  `), ...cells(row, look)]];
    return { lines, layer: look.first + index };
  });
}

function narrowLines(front: string, row: LayerRow, { wins, columns }: SideLook): readonly Line[] {
  const { position, layer, value, place, counts } = row;
  const lines: readonly Line[] = [
    [
      span("muted", `${front} `),
      span(counts ? "changed" : "plain", counts ? "▸" : " "),
      plain(`${position} `),
      span(counts ? "node" : "plain", layer),
      span(counts ? "changed" : "muted", counts ? `  ${wins}` : ""),
    ],
    [plain("       "), span(counts ? "value" : "muted", value)],
    [plain("       "), span("source", place)],
  ];
  return lines.flatMap((line) => wrapped(line, columns, INDENT));
}

function cells({ position, layer, value, place, counts }: LayerRow, look: SideLook): Line {
  return [
    span(counts ? "changed" : "plain", counts ? "▸" : " "),
    plain(`${cellRight(String(position), 3)} `),
    span(counts ? "node" : "plain", cell(layer, look.layer)),
    plain("  "),
    span(counts ? "value" : "muted", padEnd(besideText(value, layer, look), look.value)),
    plain("  "),
    span("source", place),
    span(counts ? "changed" : "muted", counts ? `  ${look.wins}` : ""),
  ];
}

/** The value of a layer, cut so that it differs from what the same layer says on the other side. */
function besideText(value: string, layer: string, { other, value: width }: SideLook): string {
  const theirs = other?.layers.find((row) => row.layer === layer)?.value;
  return theirs === undefined || theirs === value ? clip(value, width) : clipPair(value, theirs, width)[0];
}
