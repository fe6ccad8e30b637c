import { remembered } from "../../../base/remembered.ts";
import { fitRow, wholeWidth, widthsOf } from "../../../report/text/fit.ts";
import { counted } from "../../../report/text/row.ts";
import { signPart } from "../../../report/text/sign.ts";
import { type Line, nodeCount, plain, span } from "../../draw/line.ts";
import type { StagedReport } from "../../worker/questions.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { RootRow } from "../../worker/rows/finding-row.ts";
import type { MergeItem } from "../../worker/rows/merge-items.ts";
import { type Entry, rowsOf } from "../changes/entries.ts";
import { entryLine } from "../changes/panes.ts";
import { fileLine } from "./file.ts";
import type { FindingPlace, StagedItem } from "./state.ts";

/** An item of the lists in so many columns. */
export function itemLine(item: StagedItem | undefined, report: StagedReport | undefined, columns: number): Line {
  switch (item?.kind) {
    case "file":
      return fileLine(item.file);
    case "finding":
      return fitRow(findingRow(item.row, item.look), columns, findingWidths(report?.findings ?? NO_FINDINGS));
    case "fold": {
      const isOlder = item.of === "older";
      const follow = `+ ${item.count} ${item.count === 1 ? "follows" : "follow"} from this`;
      const text = isOlder ? `${counted(item.count, "older finding")}: HEAD has them, too` : follow;
      return [plain(`${isOlder ? "" : "  "}${item.isOpen ? "▾" : "▸"} `), span("muted", text)];
    }
    case "gone":
      return [span("error", "×"), plain(" "), span("gone", item.text)];
    case "merge":
      return fitRow(mergeItemRow(item.item), columns);
    case "entry":
      return report === undefined ? [] : workLine(item.entry, report, columns);
    case undefined:
      return [];
  }
}

/** `● ` before a change of the work tree that is staged, `○ ` before any other. */
function workLine(entry: Entry, { set, staged }: StagedReport, columns: number): Line {
  if (staged === undefined) return entryLine(entry, set, columns);
  const isStaged = (row: ChangeRow): boolean => staged.includes(row.id);
  const rows = entry.kind === "change" || entry.kind === "followers" ? rowsOf(entry, set) : [];
  const mark = rows.length === 0 ? plain("  ") : rows.every(isStaged) ? span("added", "● ") : span("muted", "○ ");
  return [mark, ...entryLine(entry, set, columns - 2)];
}

const NO_FINDINGS: readonly RootRow[] = [];
const LEAST_MESSAGE = 24;

const findingWidths = remembered((rows: readonly RootRow[]) => ({
  ...widthsOf(rows.map((row) => findingRow(row, "new"))),
  path: 0,
}));

/** The columns of the longest finding. */
export const findingColumns: (rows: readonly RootRow[]) => number = remembered((rows: readonly RootRow[]) =>
  rows.reduce((most, row) => Math.max(most, wholeWidth(findingRow(row, "new"))), 0),
);

/** `✗ group-conflict  dns: two values…  12 nodes  groups/dc.yml:9`. */
function findingRow({ severity, code, message, nodes, place }: RootRow, look: FindingPlace): Line {
  const sign =
    severity === "error" ? signPart("✗") : severity === "warning" ? span("warning", "! ") : span("muted", "i ");
  const older = look === "older" ? "older  " : "";
  return [
    plain(look === "follows" ? "    " : ""),
    sign,
    span("path", code, "ref"),
    { ...span("plain", `  ${older}${message}`, "path"), cut: "end", least: LEAST_MESSAGE },
    span("plain", nodes === 0 ? "" : `  ${nodeCount(nodes)}`, "note"),
    span("source", place && `  ${place}`, "where"),
  ];
}

/** `12 nodes  ≠ ntp:server  merged value is on neither side`. */
function mergeItemRow({ nodes, sign, title, meaning }: MergeItem): Line {
  const count = nodes === 0 ? [] : [span("node", nodeCount(nodes), "count"), plain("  ")];
  return [...count, signPart(sign), span("path", title, "path"), span("muted", `  ${meaning}`, "note")];
}
