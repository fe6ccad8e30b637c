import { isSame } from "../../../base/made-once.ts";
import { isError } from "../../../model/findings/diagnostic.ts";
import { counted } from "../../../report/text/row.ts";
import { bodySize, type Line, plain, type Size, screenForm, span } from "../../draw/line.ts";
import { type Areas, area, itemLines, note, type Pane, type Panes, roomIn, waiting } from "../../draw/pane.ts";
import { atTop, listItems, onItem } from "../../list/cursor.ts";
import { isActing, type TuiState } from "../../state.ts";
import type { StagedReport } from "../../worker/questions.ts";
import type { RootRow } from "../../worker/rows/merge-items.ts";
import { neededColumns } from "../changes/entries.ts";
import type { StagedSection, StagedState } from "../state.ts";
import { detailPane } from "./detail.ts";
import { chosenItem, isOfWorktree, sectionOf, sectionRange, stagedItems, withFollowing } from "./items.ts";
import { fileCounts, findingColumns, itemLine } from "./rows.ts";

export const stagedPanes: Panes = {
  all: (state, room) => ({ ...listPane(state, room, [0, stagedItems(state.staged).length]), isFocused: true }),
  files: filesPane,
  list: (state, room) => listPane(state, room, sectionRange(state.staged, "list")),
  detail: detailPane,
};

function hasKeys({ staged }: TuiState, section: StagedSection): boolean {
  const item = chosenItem(staged);
  return !staged.isOpen && item !== undefined && sectionOf(item) === section;
}

function filesPane(state: TuiState, room: Size): Pane {
  const { files } = state.staged;
  const heading = span("heading", "Files");
  if (files === undefined) {
    return { title: [heading], lines: waiting(state, "files", { text: "reading…", columns: room.columns }) };
  }
  const title = [heading, plain(`  ${fileCounts(files.files)}`)];
  const range = sectionRange(state.staged, "files");
  if (range[0] === range[1]) return { title, lines: [[plain(" "), span("muted", "nothing differs from HEAD")]] };
  return { title, isFocused: hasKeys(state, "files"), lines: sectionLines(state, room, range) };
}

/** What is wrong, then what changes. */
function listPane(state: TuiState, room: Size, range: readonly [number, number]): Pane {
  const { report } = state.staged;
  if (report === undefined)
    return { title: [span("heading", "Changes")], lines: waiting(state, "staged", { text: "checking…", ...room }) };
  const { set, merge } = report;
  const found = findingCounts(report.findings.flatMap(withFollowing));
  const conflicts = merge?.items.length ?? 0;
  const title = [
    ...(found === "" ? [] : [span("heading", "Findings"), plain(`  ${found}  `)]),
    ...(conflicts === 0 ? [] : [span("error", `${counted(conflicts, "semantic conflict")}  `)]),
    span("heading", "Changes"),
    plain("  "),
    ...sideSpans(state),
    plain(`  ${counted(set.blocks.length, "edit")}`),
  ];
  const foot = state.pending.has("staged") ? "comparing…" : "";
  const summary = set.changes.length === 0 ? note(set.summary, room.columns) : [];
  const lines = [...sectionLines(state, room, range), ...summary];
  return { title, foot, isFocused: hasKeys(state, "list"), lines };
}

/** `2 errors  1 warning`; empty if there are none. */
function findingCounts(rows: readonly RootRow[]): string {
  const count = (severity: RootRow["severity"]): number => rows.filter((row) => row.severity === severity).length;
  const there = (["error", "warning", "info"] as const).filter((severity) => count(severity) > 0);
  return there.map((severity) => counted(count(severity), severity)).join("  ");
}

/** `[HEAD → index]  HEAD → work tree`: the pair that is shown, and the other one. */
function sideSpans({ staged }: TuiState): Line {
  const isWorktree = isOfWorktree(staged);
  const side = (text: string, isShown: boolean) => (isShown ? span("changed", `[${text}]`) : span("muted", text));
  return [side("HEAD → index", !isWorktree), plain("  "), side("HEAD → work tree", isWorktree)];
}

/** The items of one list that are in sight: around the cursor if it is in that list. */
function sectionLines(state: TuiState, room: Size, [from, end]: readonly [number, number]): readonly Line[] {
  const { report, cursor } = state.staged;
  const items = stagedItems(state.staged);
  const list = listItems(items.slice(from, end), ({ id }) => id);
  const isHere = cursor.index >= from && cursor.index < end;
  const here = isHere ? { ...cursor, top: cursor.top - from } : atTop;
  const { top } = onItem(here, isHere ? cursor.index - from : 0, { list, height: room.rows });
  return itemLines({ top: from + top, index: cursor.index }, room, {
    count: end,
    item: (index, columns) => itemLine(items[index], report, columns),
  });
}

/** Whether the report is of what the index and the work tree hold now: only then its verdict is true. */
export function isCurrent({ staged: { report }, trees, pending }: TuiState): boolean {
  if (report === undefined || trees === undefined || pending.has("staged")) return false;
  return !isActing({ pending }) && isSame(report.trees, trees);
}

/** What the hook would say of the state in front, and of the other one where it differs; as far as it is known of what is there now. */
export function verdictLine(state: TuiState): Line {
  const { report } = state.staged;
  if (report === undefined) return [span("muted", state.failures.has("staged") ? "" : " checking…")];
  if (!isCurrent(state)) return [span("muted", " checking…")];
  const [text, other = ""] = verdictTexts(report);
  const isStopped = report.verdicts.index !== false;
  return [
    span(isStopped ? "error" : "added", ` ${isStopped ? "✗" : "✓"} ${text}`),
    span(other.endsWith("stopped") ? "error" : "added", other && `   ${other}`),
  ];
}

/** `a commit would pass`: of the index, and of the work tree where that is something else. */
export function verdictTexts({ verdicts: { index, worktree }, findings }: StagedReport): readonly string[] {
  const errors = findings.filter(isError).length;
  const why = index === true && errors > 0 ? `: ${counted(errors, "error")}` : "";
  const ofIndex =
    index === undefined ? "the index cannot be checked" : `a commit would ${index ? `be stopped${why}` : "pass"}`;
  if (worktree === index || worktree === undefined) return [ofIndex];
  return [ofIndex, `${worktree ? "✗" : "✓"} work tree: ${worktree ? "stopped" : "passes"}`];
}

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
  return [[area(staged.isOpen ? "detail" : "files", left, rows)], [area("list", columns - left, rows)]];
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
  const ofFindings = Math.min(MOST_FINDING, findingColumns(report.findings));
  return Math.max(LEAST_LIST, marks + neededColumns(report.set), ofFindings);
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
