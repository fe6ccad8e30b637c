import { remembered } from "../../../base/remembered.ts";
import { clip, clipPair, displayWidth, padEnd } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import { nodeSet } from "../../../report/text/node-set.ts";
import { rowText } from "../../../report/text/row.ts";
import { cell, cellRight, type Line, plain, span } from "../../draw/line.ts";
import { note } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeRow, ChangeSet, LayerRow, Provenance, ValueDetail } from "../../worker/protocol/data.ts";
import { chosenBlock, chosenChange, chosenDetail } from "./chosen.ts";

/** The layers of the chosen value before and after, why it changed, and the other nodes on which it did; of an edit its places. */
export function provenanceLines(
  { changes }: Pick<TuiState, "changes">,
  set: ChangeSet | undefined,
  columns: number,
): readonly Line[] {
  const chosen = chosenChange(changes, set);
  const edit = chosenBlock(changes, set);
  if (edit !== undefined) return edit.row.places.map((place): Line => [span("source", `  ${place}`)]);
  if (chosen === undefined || set === undefined || !chosen.row.isValue) return [];
  const detail = chosenDetail(changes, set);
  if (detail === undefined) return note("resolving…");
  return [...layerLines(detail, columns), [], ...reasonLines(detail, columns), ...sameLines(chosen.row, set, columns)];
}

function layerLines(detail: ValueDetail, columns: number): readonly Line[] {
  const all = [...(detail.old?.layers ?? []), ...(detail.now?.layers ?? [])];
  const whole = FRAME + widest(all, "layer") + widest(all, "value") + widest(all, "place");
  // A few layers below each other are read better than cut ones.
  if (columns < NARROW || (whole > columns && all.length <= FEW))
    return [...narrowLines("old", detail.old, "won"), ...narrowLines("new", detail.now, "wins")].flatMap((line) =>
      wrapped(line, columns, 9),
    );
  const layer = Math.min(widest(all, "layer"), Math.floor(columns * 0.35));
  const place = Math.min(columns < 84 ? 24 : 32, widest(all, "place"));
  const value = Math.min(widest(all, "value"), Math.max(8, columns - layer - FRAME - place));
  return [
    ...sideLines("old", detail.old, { layer, value, wins: "won", other: detail.now }),
    ...sideLines("new", detail.now, { layer, value, wins: "wins", other: detail.old }),
  ];
}

/** What a line of a layer takes besides its name, its value and its place. */
const FRAME = 20;
const FEW = 4;

/** Below this a layer takes three lines: its name, its value, its place. */
const NARROW = 46;

function narrowLines(word: string, from: Provenance | undefined, wins: string): readonly Line[] {
  const rows = from?.layers ?? [];
  if (rows.length === 0) return [[span("muted", `${word}  (not set)`)]];
  return rows.flatMap(({ position, layer, value, place, counts }, index): readonly Line[] => [
    [
      span("muted", index === 0 ? `${word} ` : "    "),
      span(counts ? "changed" : "plain", counts ? "▸" : " "),
      plain(`${position} `),
      span(counts ? "node" : "plain", layer),
      span(counts ? "changed" : "muted", counts ? `  ${wins}` : ""),
    ],
    [plain("       "), span(counts ? "value" : "muted", value)],
    [plain("       "), span("source", place)],
  ]);
}

function widest(rows: readonly LayerRow[], column: "layer" | "value" | "place"): number {
  return rows.reduce((most, row) => Math.max(most, displayWidth(row[column])), 0);
}

interface Columns {
  readonly layer: number;
  readonly value: number;
  readonly wins: string;
  /** The other side: of two texts that differ, the parts that differ are shown. */
  readonly other: Provenance | undefined;
}

function sideLines(word: string, from: Provenance | undefined, columns: Columns): readonly Line[] {
  const rows = from?.layers ?? [];
  if (rows.length === 0) return [[span("muted", `${word}  `), span("muted", "(not set)")]];
  return rows.map((row, index): Line => {
    const front = index === 0 ? `${word}  ` : "     ";
    return [span("muted", front), ...layerCells(row, columns)];
  });
}

function layerCells({ position, layer, value, place, counts }: LayerRow, columns: Columns): Line {
  return [
    span(counts ? "changed" : "plain", counts ? "▸" : " "),
    plain(`${cellRight(String(position), 3)} `),
    span(counts ? "node" : "plain", cell(layer, columns.layer)),
    plain("  "),
    span(counts ? "value" : "muted", padEnd(besideText(value, layer, columns), columns.value)),
    plain("  "),
    span("source", place),
    span(counts ? "changed" : "muted", counts ? `  ${columns.wins}` : ""),
  ];
}

/** The value of a layer, cut so that it differs from what the same layer says on the other side. */
function besideText(value: string, layer: string, { other, value: width }: Columns): string {
  const theirs = other?.layers.find((row) => row.layer === layer)?.value;
  return theirs === undefined || theirs === value ? clip(value, width) : clipPair(value, theirs, width)[0];
}

function reasonLines({ cause, causePlace, old, now }: ValueDetail, columns: number): readonly Line[] {
  const lines: Line[] = [];
  if (cause !== "") lines.push([span("muted", "because  "), plain(cause)]);
  if (causePlace !== "") lines.push([plain("         "), span("source", causePlace)]);
  const through = now?.through || old?.through;
  if (through) lines.push([span("muted", "through  "), plain(through.replaceAll(" > ", " › "))]);
  return lines.flatMap((line) => wrapped(line, columns, "because  ".length));
}

function sameLines(row: ChangeRow, set: ChangeSet, columns: number): readonly Line[] {
  if (row.nodes.length <= 1) return [];
  return wrapped([span("muted", "same on  "), plain(sameText(row, set))], columns, "same on  ".length);
}

/** More nodes are written as a set. */
const MOST_NAMES = 60;

/** The nodes that have a change by their names, or as a set; remembered, since there may be thousands. */
const sameText: (row: ChangeRow, set: ChangeSet) => string = remembered(({ nodes }: ChangeRow, set: ChangeSet) => {
  const names = Array.from(nodes, (node) => set.nodes[node] ?? "");
  return names.length <= MOST_NAMES ? [...names].sort(compareText).join(", ") : rowText(nodeSet(names));
});
