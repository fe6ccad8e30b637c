import { counted } from "../../../report/text/count.ts";
import { type Line, plain, span } from "../../draw/line.ts";
import type { StagedReport } from "../../worker/questions.ts";
import { entryLine } from "../changes/entry-line.ts";
import { narrowChange } from "../changes/narrow-change.ts";
import { fileLine } from "./file.ts";
import { type FindingColumns, findingLine } from "./finding.ts";
import { mergeItemLine } from "./merge-item.ts";
import type { StagedItem } from "./state.ts";

interface Within {
  readonly columns: number;
  readonly findings: FindingColumns;
  readonly isNarrow: boolean;
}

/** The lines of an item of the lists: two for a change in a narrow list. */
export function itemBlock(
  item: StagedItem | undefined,
  report: StagedReport | undefined,
  within: Within,
): readonly Line[] {
  const { columns, findings, isNarrow } = within;
  switch (item?.kind) {
    case "file":
      return [fileLine(item.file)];
    case "finding":
      return [findingLine(item.row, findings, { columns, look: item.look })];
    case "fold": {
      const text =
        item.of === "older"
          ? `${counted(item.count, "older finding")}: HEAD has them, too`
          : `+ ${item.count} ${item.count === 1 ? "follows" : "follow"} from this`;
      return [[plain(`${item.of === "older" ? "" : "  "}${item.isOpen ? "▾" : "▸"} `), span("muted", text)]];
    }
    case "gone":
      return [[span("error", "×"), plain(" "), span("gone", item.text)]];
    case "merge":
      return [mergeItemLine(item.item, columns - 1)];
    case "entry": {
      const { entry } = item;
      if (report === undefined) return [];
      const { set } = report;
      return isNarrow && entry.kind === "change" ? narrowChange(entry, set, columns) : [entryLine(entry, set, columns)];
    }
    case undefined:
      return [];
  }
}
