import { displayWidth } from "../../../base/terminal-text.ts";
import { type Area, type Areas, area, roomIn } from "../../draw/areas.ts";
import { bodySize, columnsOf, screenForm, sharedRows, threeColumns } from "../../draw/layout.ts";
import type { TuiState } from "../../state.ts";
import { chosenItem, SECTIONS, type Section, type StagedState, sectionOf, sectionRange, stagedItems } from "./state.ts";

export type StagedArea = "list" | Section | "detail";

/** Files, findings, changes, and the detail of the chosen item; or all items in one list. */
export function stagedAreas(state: TuiState): Areas<StagedArea> {
  const { size, zoom, staged } = state;
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const isHalf = zoom === "half";
  const isOneColumn = form === "stacked" || zoom === "full";
  if (form === "one" || form === "too-small" || (isOneColumn && staged.isOpen))
    return [[area(staged.isOpen ? "detail" : "list", columns, rows)]];
  if (zoom === "full") return [listsIn(state, SECTIONS, { columns, rows })];
  if (form === "stacked") {
    const upper = Math.floor(rows * (isHalf ? 0.8 : 0.65));
    // Without boxes there are no titles: the list says the verdict itself.
    if (state.wish.plain) return [[area("list", columns, upper), area("detail", columns, rows - upper)]];
    const lists = listsIn(state, SECTIONS, { columns, rows: upper });
    return [[...lists, area("detail", columns, rows - upper)]];
  }
  if (form === "three") {
    const shares = isHalf ? (staged.isOpen ? 0.2 : 0.4) : undefined;
    const [first, second, third] = threeColumns(columns, [shares ?? 0.34, shares ?? 0.28]);
    const left = listsIn(state, ["files", "findings"], { columns: first, rows });
    return [left, [area("changes", second, rows)], [area("detail", third, rows)]];
  }
  const [left, right] = columnsOf(columns, isHalf ? (staged.isOpen ? 0.3 : 0.7) : 0.5);
  return [listsIn(state, SECTIONS, { columns: left, rows }), [area("detail", right, rows)]];
}

const BORDERS = 2;
/** The rows of why there is nothing yet. */
const WAITING = 3;

/** Lists below each other, each with the rows that it needs if there is room. */
function listsIn(
  { staged }: TuiState,
  sections: readonly Section[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Area<StagedArea>[] {
  const needs = sections.map((section) => {
    const [from, end] = sectionRange(staged, section);
    const isThere = section === "files" ? staged.files !== undefined : staged.report !== undefined;
    const isLong = section === "findings" && isAnyCut(staged, columns - BORDERS - 1);
    return Math.max(end - from, isThere ? 1 : WAITING) + (isLong ? UNFOLDED : 0) + BORDERS;
  });
  const shares = sharedRows(rows, needs);
  return sections.map((section, at) => area(section, columns, shares[at] ?? 0));
}

/** Rows in which a long message unfolds. */
const UNFOLDED = 3;

function isAnyCut({ report }: StagedState, columns: number): boolean {
  return (report?.findings ?? []).some(({ message }) => displayWidth(message) > columns);
}

/** The lines for items in the list that has the cursor. */
export function linesOfList(state: TuiState): number {
  const areas = stagedAreas(state);
  const one = roomIn(state, areas, "list");
  const item = chosenItem(state.staged) ?? stagedItems(state.staged)[0];
  const section = item === undefined ? "findings" : sectionOf(item);
  return one === undefined ? (roomIn(state, areas, section)?.rows ?? 1) : one.rows - 1;
}
