import { type Area, type Areas, area, roomIn } from "../../draw/areas.ts";
import { bodySize, screenForm } from "../../draw/line.ts";
import type { TuiState } from "../../state.ts";
import { neededColumns } from "../changes/panes.ts";
import { findingColumns } from "./rows.ts";
import { chosenItem, type StagedSection, type StagedState, sectionOf, stagedItems } from "./state.ts";

/** Left the files, right findings and changes, which get what their longest row needs; what is opened takes the place of the files. */
export function stagedAreas(state: TuiState): Areas {
  const { size, zoom, staged, wish } = state;
  const form = screenForm(size);
  const { columns } = bodySize(size);
  // The verdict stands above.
  const rows = bodySize(size).rows - 1;
  const isOne = form === "one" || form === "too-small" || wish.plain || zoom === "full";
  if (isOne || (form === "stacked" && staged.isOpen)) return [[area(staged.isOpen ? "detail" : "all", columns, rows)]];
  const spare = columns - needed(staged) - AROUND;
  const isLeft = staged.isOpen || (zoom === "half" && sectionOfCursor(staged) === "files");
  const usual = Math.max(isLeft ? Math.floor(columns * HALF) : LEAST, Math.min(spare, columns - LEAST));
  const left = zoom === "half" && !isLeft ? LEAST : usual;
  const leftArea: Area = area(staged.isOpen ? "detail" : "files", left, rows);
  return [[leftArea], [area("list", columns - left, rows)]];
}

const AROUND = 3;
const LEAST = 22;
const HALF = 0.6;

/** Its title names both states; messages may be far too long. */
const LEAST_LIST = 46;
const MOST_FINDING = 72;

function needed({ report }: StagedState): number {
  if (report === undefined) return 0;
  const marks = report.staged === undefined ? 0 : 2;
  return Math.max(
    LEAST_LIST,
    marks + neededColumns(report.set),
    Math.min(MOST_FINDING, findingColumns(report.findings)),
  );
}

function sectionOfCursor(staged: StagedState): StagedSection {
  const item = chosenItem(staged) ?? stagedItems(staged)[0];
  return item === undefined ? "list" : sectionOf(item);
}

/** The lines for items in the list that has the cursor. */
export function linesOfList(state: TuiState): number {
  const areas = stagedAreas(state);
  const own = roomIn(state, areas, "all") ?? roomIn(state, areas, sectionOfCursor(state.staged));
  return (own ?? roomIn(state, areas, "list"))?.rows ?? 1;
}
