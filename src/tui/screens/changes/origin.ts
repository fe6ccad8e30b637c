import { remembered } from "../../../base/remembered.ts";
import { padStart } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import { fitRow, widthsOf } from "../../../report/text/fit.ts";
import { nodeSet, rowText } from "../../../report/text/row.ts";
import { type Line, plain, span, wrappedLine } from "../../draw/line.ts";
import { note } from "../../draw/pane.ts";
import { markedLine } from "../../list/pane.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { Provenance, ValueDetail } from "../../worker/rows/value-detail.ts";
import { chosenBlock, chosenChange, chosenDetail, chosenLayer } from "./chosen.ts";

interface Origin {
  readonly lines: readonly Line[];
  /** The line of each layer. */
  readonly layers: readonly number[];
}

/** The layers of the chosen value before and after, why it changed, and the other nodes on which it did; of an edit its places. */
export function originView(
  { changes }: Pick<TuiState, "changes">,
  set: ChangeSet | undefined,
  columns: number,
): Origin {
  const chosen = chosenChange(changes, set);
  const edit = chosenBlock(changes, set);
  if (edit !== undefined) return { lines: edit.row.places.map((place) => [span("source", `   ${place}`)]), layers: [] };
  if (chosen === undefined || set === undefined || !chosen.row.isValue) return { lines: [], layers: [] };
  const detail = chosenDetail(changes, set);
  if (detail === undefined) return { lines: note("resolving…"), layers: [] };
  const rows = [...sideRows("old", detail.old, "won"), ...sideRows("new", detail.now, "wins")];
  const widths = widthsOf(rows.map(({ line }) => line));
  const at = chosenLayer(changes, set)?.at;
  const layers = rows.flatMap(({ isLayer }, line) => (isLayer ? [line] : []));
  const lines = rows.map(({ line, isLayer }, index) => {
    const row = fitRow(line, columns - 1, widths);
    const layer = layers.indexOf(index);
    return !isLayer
      ? [plain(" "), ...row]
      : markedLine(row, { isChosen: layer === at, columns, spot: { pane: "detail", index: layer } });
  });
  const reasons = [...reasonLines(detail, columns - 1), ...sameLines(chosen.row, set, columns - 1)];
  return { lines: [...lines, [], ...reasons.map((line) => [plain(" "), ...line])], layers };
}

/** `old ▸ 6 class ssh.server  "no"  classes/ssh/server.yml:4  won`. */
function sideRows(
  word: string,
  from: Provenance | undefined,
  wins: string,
): readonly { readonly line: Line; readonly isLayer: boolean }[] {
  if (from?.layers.length === 0) return [{ line: [span("muted", `${word}  (not set)`)], isLayer: false }];
  return (from?.layers ?? []).map(({ position, layer, value, place, counts }, index) => {
    const front = [span("muted", index === 0 ? word : "   "), span("changed", counts ? " ▸" : "  ")];
    const name = span(counts ? "node" : "plain", layer, "ref");
    const said = span(counts ? "value" : "muted", value, "new");
    const where = span("source", `  ${place}`, "where");
    const end = span("changed", counts ? `  ${wins}` : "");
    return {
      line: [...front, plain(`${padStart(String(position), 3)} `), name, plain("  "), said, where, end],
      isLayer: true,
    };
  });
}

function reasonLines({ cause, causePlace, old, now }: ValueDetail, columns: number): readonly Line[] {
  const through = now?.through || old?.through || "";
  const lines: readonly Line[] = [
    [span("muted", "because  "), plain(cause)],
    [plain("         "), span("source", causePlace)],
    [span("muted", "through  "), plain(through.replaceAll(" > ", " › "))],
  ];
  return lines
    .filter(([, said]) => said?.text !== "")
    .flatMap((line) => wrappedLine(line, columns, "because  ".length));
}

function sameLines(row: ChangeRow, set: ChangeSet, columns: number): readonly Line[] {
  if (row.nodes.length <= 1) return [];
  return wrappedLine([span("muted", "same on  "), plain(sameText(row, set))], columns, "same on  ".length);
}

/** More nodes are written as a set. */
const MOST_NAMES = 60;

/** The nodes that have a change by their names, or as a set; remembered, since there may be thousands. */
const sameText: (row: ChangeRow, set: ChangeSet) => string = remembered(({ nodes }: ChangeRow, set: ChangeSet) => {
  const names = Array.from(nodes, (node) => set.nodes[node] ?? "");
  return names.length <= MOST_NAMES ? [...names].sort(compareText).join(", ") : rowText(nodeSet(names));
});
