import { counted } from "../../../report/text/count.ts";
import { type Area, type Areas, area, type Panes, roomIn } from "../../draw/areas.ts";
import { keyFor } from "../../draw/key-for.ts";
import { bodySize, columnsOf, type Size, screenForm, threeColumns } from "../../draw/layout.ts";
import { type Line, plain, span } from "../../draw/line.ts";
import { note, type Pane, waiting } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import { atTop, onItem } from "../../list/cursor.ts";
import type { DetailText } from "../../list/list-screen.ts";
import { itemLines } from "../../list/pane.ts";
import type { TuiState } from "../../state.ts";
import type { StagedReport } from "../../worker/protocol/data.ts";
import { chosenDetail } from "../changes/chosen.ts";
import { entriesOf } from "../changes/entries.ts";
import { entryLine } from "../changes/entry-line.ts";
import { isNarrowList, narrowChange } from "../changes/narrow-change.ts";
import { provenanceLines } from "../changes/provenance.ts";
import { noChanges } from "../changes/state.ts";
import { valueView } from "../changes/value.ts";
import { mergeItemLine, mergeItemLines } from "../merge/panes.ts";
import { isCurrent } from "./current.ts";
import { type FindingColumns, findingColumns, findingCounts, findingLine, findingView } from "./finding.ts";
import { asChanges, chosenFinding, chosenItem, type StagedItem, stagedItems, stagedList } from "./state.ts";

export type StagedArea = "list" | "findings" | "changes" | "detail";

/** Findings, changes, and the detail of the chosen item; or all items in one list. */
export function stagedAreas(state: TuiState): Areas<StagedArea> {
  const { size, zoom, staged } = state;
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const isHalf = zoom === "half";
  const isOneColumn = form === "stacked" || zoom === "full";
  if (form === "one" || form === "too-small" || (isOneColumn && staged.isOpen))
    return [[area(staged.isOpen ? "detail" : "list", columns, rows)]];
  if (zoom === "full") return [listsBelow(state, columns, rows)];
  if (form === "stacked") {
    const [upper, middle] = heights(state, Math.floor(rows * (isHalf ? 0.75 : 0.55)));
    const lists = [area("findings", columns, upper), area("changes", columns, middle)];
    return [[...lists, area("detail", columns, rows - upper - middle)]];
  }
  if (form === "three") {
    const shares = isHalf ? (staged.isOpen ? 0.2 : 0.4) : undefined;
    const [first, second, third] = threeColumns(columns, [shares ?? 0.34, shares ?? 0.28]);
    return [[area("findings", first, rows)], [area("changes", second, rows)], [area("detail", third, rows)]];
  }
  const [left, right] = columnsOf(columns, isHalf ? (staged.isOpen ? 0.3 : 0.7) : 0.5);
  return [listsBelow(state, left, rows), [area("detail", right, rows)]];
}

function listsBelow(state: TuiState, columns: number, rows: number): readonly Area<"findings" | "changes">[] {
  const [upper] = heights(state, rows);
  return [area("findings", columns, upper), area("changes", columns, rows - upper)];
}

/** The rows of the findings and of the changes, as many as they need if there is room. */
function heights({ staged }: TuiState, rows: number): readonly [number, number] {
  const items = stagedItems(staged);
  const findings = items.filter(isFound).length;
  const half = Math.floor(rows / 2);
  if (staged.report === undefined) return [half, rows - half];
  const lower = Math.max(5, Math.min(items.length - findings + 2, half));
  const upper = Math.max(3, Math.min(findings + 2, rows - lower));
  return [upper, lower];
}

/** Whether an item is in the upper list. */
function isFound(item: StagedItem | undefined): boolean {
  return item !== undefined && item.kind !== "entry";
}

/** The lines for items in the list that has the cursor. */
export function linesOfList(state: TuiState): number {
  const areas = stagedAreas(state);
  const one = roomIn(state, areas, "list");
  const pane = isFound(chosenItem(state.staged)) ? "findings" : "changes";
  return one === undefined ? (roomIn(state, areas, pane)?.rows ?? 1) : one.rows - 1;
}

export const stagedPanes: Panes<StagedArea> = {
  list: (state, room) => ({ title: [], lines: oneList(state, room) }),
  findings: (state, room) => ({ ...findingsPane(state, room), pane: "list" }),
  changes: (state, room) => ({ ...changesPane(state, room), pane: "list" }),
  detail: detailPane,
};

/** What the hook would say of the index, and of the work tree where that is something else. */
function verdict(state: TuiState): string {
  const { report } = state.staged;
  if (report === undefined) return "";
  if (!isCurrent(state)) return "checking…";
  const { index, worktree } = report.verdicts;
  const ofIndex = index === undefined ? "the index cannot be checked" : `a commit would ${wouldText(index)}`;
  return worktree === index || worktree === undefined
    ? ofIndex
    : `${ofIndex} · with the work tree: it would ${wouldText(worktree)}`;
}

function wouldText(isStopped: boolean): string {
  return isStopped ? "be stopped" : "pass";
}

function findingsPane(state: TuiState, { columns, rows }: Size): Pane {
  const { report, showsOlder, isOpen } = state.staged;
  if (report === undefined) return { title: [span("heading", "Findings")], lines: checking(state, columns) };
  const counts = findingCounts(report.findings);
  const older = report.older.length;
  const hidden =
    older === 0
      ? ""
      : `   (${older} older ${showsOlder ? "shown" : "hidden"}${keyFor(state, "older", (key) => `, ${key}`)})`;
  const found = [span("heading", "Findings"), plain(`  ${counts === "" ? "none new" : counts}`)];
  const title = [...found, ...mergeSpans(report), span("muted", hidden)];
  const foot = verdict(state);
  const count = stagedItems(state.staged).filter(isFound).length;
  if (count === 0) return { title, foot, lines: [[plain("  "), span("muted", "no new findings")]] };
  const isFocused = !isOpen && isFound(chosenItem(state.staged));
  return { title, foot, isFocused, lines: listLines(state, { columns, rows }, 0, count) };
}

function checking(state: TuiState, columns: number): readonly Line[] {
  return waiting(state, "staged", { text: "checking…", columns });
}

/** `  2 semantic conflicts`, while a merge is in progress. */
function mergeSpans({ merge }: StagedReport): Line {
  const count = merge?.items.length ?? 0;
  return count === 0 ? [] : [span("error", `  ${counted(count, "semantic conflict")}`)];
}

function changesPane(state: TuiState, { columns, rows }: Size): Pane {
  const { report, isOpen } = state.staged;
  if (report === undefined)
    return { title: [span("heading", "Changes")], lines: state.failures.has("staged") ? [] : note("comparing…") };
  const { changes, blocks, summary } = report.set;
  const title = [span("heading", "Changes"), plain(`  ${counted(blocks.length, "edit")}`)];
  const foot = state.pending.has("staged") ? "comparing…" : "";
  if (changes.length === 0) return { title, foot, lines: summaryLines(summary, columns) };
  const isFocused = !isOpen && chosenItem(state.staged)?.kind === "entry";
  const { length } = stagedItems(state.staged);
  const from = length - entriesOf(report.set, noChanges).length;
  return { title, foot, isFocused, lines: listLines(state, { columns, rows }, from, length) };
}

function summaryLines(summary: string, columns: number): readonly Line[] {
  return wrapped([plain("  "), span("muted", summary)], columns);
}

/** Findings and changes in one pane, below what the hook would say. */
function oneList(state: TuiState, { columns, rows }: Size): readonly Line[] {
  const { report } = state.staged;
  if (report === undefined) return checking(state, columns);
  const { length } = stagedItems(state.staged);
  const isStopped = isCurrent(state) && report.verdicts.index === true;
  const head: Line = [span(isStopped ? "error" : "title", verdict(state))];
  if (length === 0) return [head, [], ...summaryLines(report.set.summary, columns)];
  return [head, ...listLines(state, { columns, rows: rows - 1 }, 0, length)];
}

/** The items of one list that are in sight: around the cursor if it is in that list. */
function listLines(state: TuiState, room: Size, from: number, end: number): readonly Line[] {
  const { staged, size } = state;
  const { report, cursor } = staged;
  if (report === undefined) return [];
  const items = stagedItems(staged);
  const isNarrow = isNarrowList(size);
  const list = stagedList(items.slice(from, end), isNarrow);
  const isHere = cursor.index >= from && cursor.index < end;
  const here = isHere ? { ...cursor, top: cursor.top - from } : atTop;
  const { top } = onItem(here, isHere ? cursor.index - from : 0, { list, height: room.rows });
  const columns = room.columns - 1;
  const findings = findingColumns([...report.findings, ...report.older], columns);
  return itemLines({ top: from + top, index: cursor.index }, room, {
    count: end,
    item: (index) => itemBlock(items[index], report, { columns, findings, isNarrow }),
  });
}

interface Within {
  readonly columns: number;
  readonly findings: FindingColumns | undefined;
  readonly isNarrow: boolean;
}

/** The lines of an item: two for a change in a narrow list. */
function itemBlock(item: StagedItem | undefined, { set }: StagedReport, within: Within): readonly Line[] {
  const { columns, findings, isNarrow } = within;
  if (item === undefined) return [];
  if (item.kind === "finding") return [findingLine(item.row, findings, item.isOlder)];
  if (item.kind === "merge") return [mergeItemLine(item.item, 0, columns - 1)];
  const { entry } = item;
  return isNarrow && entry.kind === "change" ? narrowChange(entry, set, columns) : [entryLine(entry, set, columns)];
}

function detailPane(state: TuiState, size: Size): Pane {
  const { title, lines, top } = detailView(state, size);
  const item = chosenItem(state.staged);
  const foot = item?.kind === "entry" ? keyFor(state, "open", (key) => `${key} opens it on screen 2`) : "";
  return { title, foot, isFocused: state.staged.isOpen, lines: lines.slice(top) };
}

interface DetailView {
  readonly title: Line;
  readonly lines: readonly Line[];
  /** The first line in sight. */
  readonly top: number;
}

/** The size of the detail, for scrolling. */
export function stagedText(state: TuiState): DetailText | undefined {
  const room = roomIn(state, stagedAreas(state), "detail");
  if (room === undefined) return undefined;
  const { lines, top } = detailView(state, room);
  return { lines: lines.length, rows: room.rows, top };
}

/** The chosen finding, merged value or change, the last with its value and origin. */
function detailView(state: TuiState, { columns, rows }: Size): DetailView {
  const { staged } = state;
  const item = chosenItem(staged);
  const { detailTop: top } = staged;
  if (item === undefined) return { title: [], lines: [], top: 0 };
  if (item.kind === "entry") {
    const changes = asChanges(staged, state.changes);
    const set = staged.report?.set;
    const { title, lines } = valueView({ ...state, changes }, set, columns);
    const origin = chosenDetail(changes, set) && provenanceLines({ changes }, set, columns);
    return { title, lines: origin === undefined ? lines : [...lines, [], ...origin], top };
  }
  if (item.kind === "merge") {
    const { sign, title, meaning, lines } = item.item;
    return { title: [plain(`${sign} `), span("heading", title)], lines: mergeItemLines(meaning, lines, columns), top };
  }
  const title = [span("heading", item.row.code)];
  const detail = chosenFinding(staged);
  if (detail === undefined) return { title, lines: note("reading…"), top: 0 };
  const { lines, chosenAt } = findingView(detail, staged.isOpen ? staged.choiceAt : undefined);
  // The choice stays in sight, with its effect below it.
  const least = chosenAt === undefined ? 0 : Math.max(0, chosenAt - rows);
  return { title, lines, top: Math.max(top, least) };
}
