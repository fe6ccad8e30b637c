import { remembered } from "../../../base/remembered.ts";
import { compareText } from "../../../base/text-order.ts";
import { nodeSet } from "../../../report/text/node-set.ts";
import { rowText } from "../../../report/text/row.ts";
import type { Size } from "../../draw/layout.ts";
import { type Line, plain, span } from "../../draw/line.ts";
import { note } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import { markedLines } from "../../list/pane.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { ValueDetail } from "../../worker/rows/value-detail.ts";
import { chosenBlock, chosenChange, chosenDetail } from "./chosen.ts";
import { layerParts, type OriginPart } from "./layer-lines.ts";
import { chosenLayer } from "./layers.ts";

/** The layers of the chosen value before and after, why it changed, and the other nodes on which it did; of an edit its places. */
export function originParts(
  { changes }: Pick<TuiState, "changes">,
  set: ChangeSet | undefined,
  { columns, rows }: Size,
): readonly OriginPart[] {
  const chosen = chosenChange(changes, set);
  const edit = chosenBlock(changes, set);
  if (edit !== undefined) return [{ lines: edit.row.places.map((place): Line => [span("source", `  ${place}`)]) }];
  if (chosen === undefined || set === undefined || !chosen.row.isValue) return [];
  const detail = chosenDetail(changes, set);
  if (detail === undefined) return [{ lines: note("resolving…") }];
  const room = columns - 1;
  const reasons = [[], ...reasonLines(detail, room), ...sameLines(chosen.row, set, room)];
  const at = chosenLayer(changes, set)?.at;
  return [...layerParts(detail, { at, columns: room, rows: rows - reasons.length }), { lines: reasons }];
}

/** The parts as lines behind the mark of the cursor. */
export function originLines(state: Pick<TuiState, "changes">, set: ChangeSet | undefined, room: Size): readonly Line[] {
  const { columns } = room;
  const at = chosenLayer(state.changes, set)?.at;
  return originParts(state, set, room).flatMap(({ lines, layer }) =>
    layer === undefined
      ? lines.map((line) => [plain(" "), ...line])
      : markedLines(lines, { isChosen: layer === at, columns, spot: { pane: "detail", index: layer } }),
  );
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
