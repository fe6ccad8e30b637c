import { counted } from "../../../report/text/count.ts";
import type { Panes } from "../../draw/areas.ts";
import type { Size } from "../../draw/layout.ts";
import { type Line, plain, span } from "../../draw/line.ts";
import { note, type Pane, waiting } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import { atTop, onItem } from "../../list/cursor.ts";
import { itemLines } from "../../list/pane.ts";
import type { TuiState } from "../../state.ts";
import type { StagedReport } from "../../worker/questions.ts";
import type { FindingRow } from "../../worker/rows/finding-row.ts";
import { isNarrowList } from "../changes/narrow-change.ts";
import type { StagedArea } from "./areas.ts";
import { isCurrent, verdict } from "./current.ts";
import { detailPane } from "./detail.ts";
import { fileCounts } from "./file.ts";
import { findingColumns, findingCounts } from "./finding.ts";
import { itemBlock } from "./item-lines.ts";
import {
  chosenItem,
  isOfWorktree,
  type Section,
  sectionOf,
  sectionRange,
  stagedItems,
  stagedList,
  withFollowing,
} from "./state.ts";

export const stagedPanes: Panes<StagedArea> = {
  list: (state, room) => ({ title: [], lines: oneList(state, room) }),
  files: (state, room) => ({ ...filesPane(state, room), pane: "list" }),
  findings: (state, room) => ({ ...findingsPane(state, room), pane: "list" }),
  changes: (state, room) => ({ ...changesPane(state, room), pane: "list" }),
  detail: detailPane,
};

/** Whether a list has the keys. */
function hasKeys({ staged }: TuiState, section: Section): boolean {
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
  const [from, end] = sectionRange(state.staged, "files");
  if (from === end) return { title, lines: [[plain(" "), span("muted", "nothing differs from HEAD")]] };
  return { title, isFocused: hasKeys(state, "files"), lines: sectionLines(state, room, "files") };
}

function findingsPane(state: TuiState, room: Size): Pane {
  const { report } = state.staged;
  if (report === undefined) return { title: [span("heading", "Findings")], lines: checking(state, room.columns) };
  const counts = findingCounts(report.findings.flatMap(withFollowing));
  const found = [span("heading", "Findings"), plain(`  ${counts === "" ? "none new" : counts}`)];
  const title = [...found, ...mergeSpans(report)];
  const foot = verdict(state);
  const [from, end] = sectionRange(state.staged, "findings");
  if (from === end) return { title, foot, lines: [[plain(" "), span("muted", "no new findings")]] };
  return { title, foot, isFocused: hasKeys(state, "findings"), lines: sectionLines(state, room, "findings") };
}

function checking(state: TuiState, columns: number): readonly Line[] {
  return waiting(state, "staged", { text: "checking…", columns });
}

/** `  2 semantic conflicts`, while a merge is in progress. */
function mergeSpans({ merge }: StagedReport): Line {
  const count = merge?.items.length ?? 0;
  return count === 0 ? [] : [span("error", `  ${counted(count, "semantic conflict")}`)];
}

function changesPane(state: TuiState, room: Size): Pane {
  const { report } = state.staged;
  if (report === undefined)
    return { title: [span("heading", "Changes")], lines: state.failures.has("staged") ? [] : note("comparing…") };
  const { blocks, summary } = report.set;
  const title = [
    span("heading", "Changes"),
    plain("  "),
    ...sideSpans(state),
    plain(`  ${counted(blocks.length, "edit")}`),
  ];
  const foot = state.pending.has("staged") ? "comparing…" : "";
  const [from, end] = sectionRange(state.staged, "changes");
  if (from === end) return { title, foot, lines: summaryLines(summary, room.columns) };
  return { title, foot, isFocused: hasKeys(state, "changes"), lines: sectionLines(state, room, "changes") };
}

/** `[HEAD → index]  HEAD → work tree`: the pair that is shown, and the other one. */
function sideSpans({ staged }: TuiState): Line {
  const isWorktree = isOfWorktree(staged);
  const side = (text: string, isShown: boolean) => (isShown ? span("changed", `[${text}]`) : span("muted", text));
  return [side("HEAD → index", !isWorktree), plain("  "), side("HEAD → work tree", isWorktree)];
}

function summaryLines(summary: string, columns: number): readonly Line[] {
  return wrapped([plain("  "), span("muted", summary)], columns);
}

/** Files, findings and changes in one pane, below what the hook would say. */
function oneList(state: TuiState, { columns, rows }: Size): readonly Line[] {
  const { report } = state.staged;
  const { length } = stagedItems(state.staged);
  if (report === undefined && length === 0) return checking(state, columns);
  const isStopped = report?.verdicts.index === true && isCurrent(state);
  const head: Line = [span(isStopped ? "error" : "title", report === undefined ? "checking…" : verdict(state))];
  if (length === 0) return [head, [], ...summaryLines(report?.set.summary ?? "", columns)];
  return [head, ...listLines(state, { columns, rows: rows - 1 }, [0, length])];
}

function sectionLines(state: TuiState, room: Size, section: Section): readonly Line[] {
  return listLines(state, room, sectionRange(state.staged, section));
}

/** The items of one list that are in sight: around the cursor if it is in that list. */
function listLines(state: TuiState, room: Size, [from, end]: readonly [number, number]): readonly Line[] {
  const { staged, size } = state;
  const { report, cursor } = staged;
  const items = stagedItems(staged);
  const isNarrow = isNarrowList(size);
  const list = stagedList(items.slice(from, end), isNarrow);
  const isHere = cursor.index >= from && cursor.index < end;
  const here = isHere ? { ...cursor, top: cursor.top - from } : atTop;
  const { top } = onItem(here, isHere ? cursor.index - from : 0, { list, height: room.rows });
  const findings = findingColumns(report?.findings ?? NO_FINDINGS);
  return itemLines({ top: from + top, index: cursor.index }, room, {
    count: end,
    item: (index, columns) => itemBlock(items[index], report, { columns, findings, isNarrow }),
  });
}

const NO_FINDINGS: readonly FindingRow[] = [];
