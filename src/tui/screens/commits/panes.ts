import { remembered } from "../../../base/remembered.ts";
import { type Areas, area, type ListShares, listAreas, type Panes, roomIn } from "../../draw/areas.ts";
import { countsLine, isNothing, nodeCount, short } from "../../draw/counts.ts";
import { dayText } from "../../draw/day.ts";
import { bodySize, type Size, screenForm, threeColumns } from "../../draw/layout.ts";
import { cell, cellRight, type Line, padded, plain, span, type TextSpan } from "../../draw/line.ts";
import { note, type Pane } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import { asksForChanges, filterOf } from "../../list/filter.ts";
import type { DetailText } from "../../list/list-screen.ts";
import { listPane, NO_HIT } from "../../list/pane.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeSet, CommitCounts, CommitRow } from "../../worker/protocol/data.ts";
import { type Entry, entriesOf } from "../changes/entries.ts";
import { entryLine } from "../changes/entry-line.ts";
import { noChanges } from "../changes/state.ts";
import { type CommitsState, chosenCommit } from "./state.ts";

export type CommitArea = "list" | "detail" | "files";

const SHARES: ListShares = { two: 0.5, three: 0.5, largeList: 0.7, largeDetail: 0.3, isStacked: true };

/** The commits, what the chosen one changes, and, if there is room, the changed files. */
export function commitAreas(state: TuiState): Areas<CommitArea> {
  const { size, zoom } = state;
  if (screenForm(size) !== "three" || zoom !== "normal") return listAreas(state, false, SHARES);
  const { columns, rows } = bodySize(size);
  const [list, detail, files] = threeColumns(columns, [0.4, 0.33]);
  return [[area("list", list, rows)], [area("detail", detail, rows)], [area("files", files, rows)]];
}

/** The commits that fit on the screen. */
export function commitsInSight(state: TuiState): number {
  const { columns, rows } = roomIn(state, commitAreas(state), "list") ?? { columns: 0, rows: 0 };
  return Math.max(1, rows - (columns >= WIDE ? 1 : 0));
}

export const commitPanes: Panes<CommitArea> = {
  list: (state, room) => commitsPane(state, room, true),
  detail: (state, room) => ({ title: detailTitle(state), lines: shownDetail(state, room) }),
  files: (state, room) => ({ title: [span("heading", "Files")], lines: shownFiles(state, room) }),
};

/** The list of commits, also beside their changes; without the keys, only `>` marks the chosen one. */
export function commitsPane(state: TuiState, room: Size, isFocused: boolean): Pane {
  const { all, rows, isLoading, isWhole, goal, counts } = state.commits;
  const pane = listPane(state, state.commits, {
    title: [span("heading", "Commits")],
    head: room.columns >= WIDE ? [HEADER] : [],
    room,
    absence: {
      kind: "history",
      isThere: goal === undefined && (all.length > 0 || (!isLoading && isWhole)),
      waits: "reading the history…",
      noHit: noHit(state.commits),
      none: "no commits yet",
    },
    foot: () => place(state),
    count: rows.length,
    item: (index) =>
      rows.slice(index, index + 1).map((row) => commitLine(row, counts.get(row.id), room.columns, state.now)),
  });
  return { ...pane, pane: "list", isFocused, lines: isFocused ? pane.lines : pane.lines.map(unchosen) };
}

/** Narrower lists have no author. */
const ROOMY = 60;

/** Wider lists have a column for each number. */
const WIDE = 76;

function noHit({ search: { text }, found }: CommitsState): readonly string[] {
  if (found?.text === text && found.reached === "searching") return ["searching all commits, Esc stops"];
  if (!asksForChanges(filterOf(text))) return [NO_HIT];
  return [NO_HIT, "node: path: class: find only commits that were compared"];
}

function unchosen(line: Line): Line {
  return line.map(({ text, label, spot }) => ({ text, label, ...(spot && { spot: { ...spot, pane: "commits" } }) }));
}

const HEADER: Line = [span("muted", "  commit   when     who     nodes  ~val  +val  -val   !  subject")];

function commitLine(row: CommitRow, counts: CommitCounts | undefined, columns: number, now: number): Line {
  const id = [plain(" "), span("key", row.shortId)];
  const when = dayText(row.time, now);
  if (columns >= WIDE) {
    const front = `  ${cell(when, 7)}  ${cell(row.author, 6)}`;
    return [...id, plain(front), ...numberCells(counts), plain("  "), plain(row.subject)];
  }
  if (columns < 46) return [...id, plain(" "), ...countCell(counts, 11), plain(" "), plain(row.subject)];
  const who = columns < ROOMY ? "" : `${cell(row.author, 6)} `;
  const front = ` ${cell(when, 7)} ${who}`;
  return [...id, plain(front), ...countCell(counts, 14), plain(" "), plain(row.subject)];
}

function numberCells(counts: CommitCounts | undefined): readonly TextSpan[] {
  if (counts === undefined) return [span("muted", "     …     …     …     …   …".padStart(27))];
  const cells = [
    span("plain", cellRight(short(counts.nodes), 7)),
    span(counts.changed > 0 ? "changed" : "plain", cellRight(short(counts.changed), 6)),
    span(counts.added > 0 ? "added" : "plain", cellRight(short(counts.added), 6)),
    span(counts.removed > 0 ? "removed" : "plain", cellRight(short(counts.removed), 6)),
    span(counts.failing === 0 ? "muted" : "error", cellRight(counts.failing === 0 ? "·" : short(counts.failing), 4)),
  ];
  return isNothing(counts) ? cells.map(({ text }) => span("muted", text)) : cells;
}

function countCell(counts: CommitCounts | undefined, width: number): readonly TextSpan[] {
  const line = counts === undefined ? [span("muted", "…")] : countsLine(counts);
  return padded(line, width);
}

function place({ commits }: TuiState): string {
  const { all, offset, rows, search, cursor, isWhole } = commits;
  if (search.text !== "") {
    const at = rows.length === 0 ? "" : `${cursor.index + 1} of ${rows.length}`;
    return [at, searchedText(commits)].filter((text) => text !== "").join(" · ");
  }
  if (rows.length === 0) return "";
  const count = (offset + all.length).toLocaleString("en");
  return `${(offset + cursor.index + 1).toLocaleString("en")} of ${count}${isWhole ? "" : "+"}`;
}

/** How many commits the filter was applied to. */
function searchedText({ all, found, search }: CommitsState): string {
  if (found?.text !== search.text) return `${all.length} loaded`;
  const searched = found.searched.toLocaleString("en");
  switch (found.reached) {
    case "searching":
      return "searching…";
    case "whole":
      return `all ${searched} searched`;
    case "full":
      return `${searched} searched, too many hits`;
    case "stopped":
      return `stopped after ${searched}`;
  }
}

function chosenSet(state: TuiState): ChangeSet | undefined {
  const commit = chosenCommit(state.commits);
  return commit && state.sets.get(commit.id);
}

function detailTitle(state: TuiState): Line {
  const commit = chosenCommit(state.commits);
  if (commit === undefined) return [];
  const set = chosenSet(state);
  const count = set === undefined ? "" : ` · ${changesText(set)}`;
  return [span("heading", commit.shortId), plain(count)];
}

function changesText({ blocks, changes }: ChangeSet): string {
  if (changes.length === 0) return "no resolved change";
  return `${short(blocks.length)} ${blocks.length === 1 ? "edit" : "edits"}`;
}

function shownDetail(state: TuiState, { columns, rows }: Size): readonly Line[] {
  const set = chosenSet(state);
  if (set === undefined) return chosenCommit(state.commits) === undefined ? [] : note("comparing with the parent…");
  const all = roomIn(state, commitAreas(state), "files") === undefined ? detailParts(set) : changeParts(set);
  const parts = scrolledTo(state, all, rows);
  return parts.map((part) => ("kind" in part ? entryLine(part, set, columns) : part));
}

/** The changed files, and what was compared. */
function shownFiles(state: TuiState, { columns, rows }: Size): readonly Line[] {
  const set = chosenSet(state);
  return set === undefined ? [] : scrolledTo(state, filesLines(set, columns), rows);
}

/** The part in sight; of two panes that scroll together the shorter stops at its end. */
function scrolledTo<Part>({ commits: { detailTop } }: TuiState, parts: readonly Part[], rows: number): readonly Part[] {
  const top = Math.min(detailTop, Math.max(0, parts.length - rows));
  return parts.slice(top, top + rows);
}

/** The size of the detail, for scrolling. */
export function commitText(state: TuiState): DetailText | undefined {
  const areas = commitAreas(state);
  const room = roomIn(state, areas, "detail");
  return room && { lines: detailHeight(chosenSet(state), roomIn(state, areas, "files")), rows: room.rows };
}

function detailHeight(set: ChangeSet | undefined, files: Size | undefined): number {
  if (set === undefined) return 0;
  if (files === undefined) return detailParts(set).length;
  return Math.max(changeParts(set).length, filesLines(set, files.columns).length);
}

/** The lines of the detail; changes become lines when they are in sight. */
const detailParts = remembered((set: ChangeSet): readonly (Line | Entry)[] => {
  const rows = changeParts(set);
  const more = [...fileLines(set), [], [span("muted", set.summary)]];
  return rows.length === 0 ? more : [...rows, [], ...more];
});

function changeParts(set: ChangeSet): readonly (Line | Entry)[] {
  const all = entriesOf(set, noChanges);
  const rows = all.slice(0, MOST_CHANGES);
  const more = all.length - rows.length;
  return more === 0 ? rows : [...rows, [span("muted", `  and ${short(more)} more, Enter shows all`)]];
}

function filesLines(set: ChangeSet, columns: number): readonly Line[] {
  const lines = fileLines(set).flatMap((line) => wrapped(line, columns, 7));
  const summary = wrapped([span("muted", set.summary)], columns, 0);
  return [...lines, ...(lines.length > 0 ? [[]] : []), ...summary];
}

/** The screen of changes shows more. */
const MOST_CHANGES = 200;

function fileLines(set: ChangeSet): readonly Line[] {
  return listed(
    "files",
    set.files.map((file) => [span("source", file)]),
  );
}

const MOST_LISTED = 12;

/** Items below each other, the first behind a word. */
function listed(word: string, items: readonly Line[]): readonly Line[] {
  const shown = items.slice(0, MOST_LISTED).map((item, index): Line => {
    return [span("muted", index === 0 ? `${word}  ` : " ".repeat(word.length + 2)), ...item];
  });
  const more = items.length - shown.length;
  if (more <= 0) return shown;
  return [...shown, [span("muted", `${" ".repeat(word.length + 2)}and ${short(more)} more`)]];
}

/** `main  14 nodes`, for the header. */
export function headerText({ header }: TuiState): string {
  return header === undefined ? "" : `${header.branch}  ${nodeCount(header.nodes)}`;
}
