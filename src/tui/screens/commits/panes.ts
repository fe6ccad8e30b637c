import { remembered } from "../../../base/remembered.ts";
import { displayWidth, terminalSafe } from "../../../base/terminal-text.ts";
import { type Areas, area, type ListShares, listAreas, type Panes, roomIn, upperRows } from "../../draw/areas.ts";
import { widest } from "../../draw/columns.ts";
import { countsLine, short } from "../../draw/counts.ts";
import { dayText } from "../../draw/day.ts";
import { bodySize, type Size, screenForm, threeColumns } from "../../draw/layout.ts";
import { cell, type Line, lineWidth, plain, span } from "../../draw/line.ts";
import { note, type Pane } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import { asksForChanges, filterOf } from "../../list/filter.ts";
import type { DetailText } from "../../list/list-screen.ts";
import { listPane, NO_HIT } from "../../list/pane.ts";
import { setOf, type TuiState } from "../../state.ts";
import type { CommitRow } from "../../worker/answers/history.ts";
import type { ChangeSet, CommitCounts } from "../../worker/rows/change-set.ts";
import { type Entry, entriesOf } from "../changes/entries.ts";
import { entryLine } from "../changes/entry-line.ts";
import { noChanges } from "../changes/state.ts";
import { isLoaded } from "./search-all.ts";
import { type CommitsState, chosenCommit } from "./state.ts";

export type CommitArea = "list" | "detail" | "files";

const SHARES: ListShares = { two: 0.5, three: 0.5, largeList: 0.7, largeDetail: 0.3, isStacked: true };

const LEAST_DETAIL = 5;

/** The commits, what the chosen one changes, and, if there is room, the changed files. */
export function commitAreas(state: TuiState): Areas<CommitArea> {
  const { size, zoom } = state;
  const { columns, rows } = bodySize(size);
  if (screenForm(size) === "stacked" && zoom === "normal") {
    // The list gets what it needs, and leaves the changes a few rows.
    const upper = Math.max(upperRows(rows, false), Math.min(state.commits.rows.length + 2, rows - LEAST_DETAIL));
    return [[area("list", columns, upper), area("detail", columns, rows - upper)]];
  }
  if (screenForm(size) !== "three" || zoom !== "normal") return listAreas(state, false, SHARES);
  const [list, detail, files] = threeColumns(columns, [0.4, 0.33]);
  return [[area("list", list, rows)], [area("detail", detail, rows)], [area("files", files, rows)]];
}

/** The commits that fit on the screen. */
export function commitsInSight(state: TuiState): number {
  return Math.max(1, roomIn(state, commitAreas(state), "list")?.rows ?? 1);
}

export const commitPanes: Panes<CommitArea> = {
  list: (state, room) => commitsPane(state, room, true),
  detail: (state, room) => ({ title: detailTitle(state), lines: shownDetail(state, room) }),
  files: (state, room) => ({ title: [span("heading", "Files")], lines: shownFiles(state, room) }),
};

/** The list of commits, also beside their changes; without the keys, only `>` marks the chosen one. */
export function commitsPane(state: TuiState, room: Size, isFocused: boolean): Pane {
  const { all, rows, isLoading, isWhole, goal, counts } = state.commits;
  const within = { columns: room.columns, now: state.now, author: authorColumns(all) };
  const pane = listPane(state, state.commits, {
    title: [span("heading", "Commits")],
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
    item: (index, columns) =>
      rows.slice(index, index + 1).map((row) => commitLine(row, counts.get(row.id), within, columns)),
  });
  return { ...pane, pane: "list", isFocused, lines: isFocused ? pane.lines : pane.lines.map(unchosen) };
}

/** Narrower lists have no author. */
const NARROW = 46;

/** Wider lists have room for more counts before the subject. */
const ROOMY = 90;

function noHit({ search: { text }, found }: CommitsState): readonly string[] {
  if (found?.text === text && found.reached === "searching") return ["searching all commits… Esc stops"];
  if (!asksForChanges(filterOf(text))) return [NO_HIT];
  return found?.text === text ? [NO_HIT] : ["Enter compares all commits with their parents"];
}

const unchosen = remembered((line: Line): Line => {
  return line.map(({ text, label, spot }) => ({ text, label, ...(spot && { spot: { ...spot, pane: "commits" } }) }));
});

/** `1a2b3c4 15 Jan ops 12n ~4 +1 -3 !15 subject`; the subject of a row that is cut begins right behind the counts. */
const commitLine = remembered(
  (row: CommitRow, counts: CommitCounts | undefined, { columns, now, author }: Within, width: number): Line => {
    const who = columns < NARROW ? "" : ` ${cell(row.author, author)}`;
    const front = [plain(" "), span("key", row.shortId), plain(` ${cell(dayText(row.time, now), 7)}${who} `)];
    const said = countSpan(row, counts);
    const left = width - lineWidth(front) - lineWidth(said);
    const room = Math.max(0, (columns < ROOMY ? 8 : 18) - lineWidth(said));
    const fill = Math.max(1, Math.min(room + 1, left - displayWidth(terminalSafe(row.subject))));
    return [...front, ...said, plain(" ".repeat(fill)), plain(row.subject)];
  },
);

interface Within {
  readonly columns: number;
  readonly now: number;
  /** The columns of authors. */
  readonly author: number;
}

function countSpan({ isGrafted }: CommitRow, counts: CommitCounts | undefined): Line {
  if (isGrafted === true) return [span("muted", "grafted")];
  return counts === undefined ? [span("muted", "…")] : countsLine(counts);
}

const MOST_AUTHOR = 12;

/** The width of the longest author, so that columns stay where they are when rows come in sight. */
const authorColumns = remembered((all: readonly CommitRow[]) =>
  Math.min(MOST_AUTHOR, widest(all.map(({ author }) => author))),
);

function place({ commits }: TuiState): string {
  const { all, offset, rows, search, cursor, isWhole } = commits;
  if (search.text !== "")
    return `${rows.length.toLocaleString("en")} of ${totalText(commits)} · ${searchedText(commits)}`;
  if (rows.length === 0) return "";
  const count = (offset + all.length).toLocaleString("en");
  return `${(offset + cursor.index + 1).toLocaleString("en")} of ${count}${isWhole ? "" : "+"}`;
}

/** The number of commits, as far as it is known. */
function totalText({ all, offset, isWhole, found, search }: CommitsState): string {
  const total = found?.text === search.text ? found.total : undefined;
  return total?.toLocaleString("en") ?? `${(offset + all.length).toLocaleString("en")}${isWhole ? "" : "+"}`;
}

/** How many commits the filter was applied to. */
function searchedText(commits: CommitsState): string {
  const { all, found, search } = commits;
  const total = totalText(commits);
  if (found?.text !== search.text) {
    const isAll = isLoaded(commits) && !asksForChanges(filterOf(search.text));
    return isAll ? `searched ${total} of ${total}` : `${all.length} loaded`;
  }
  const searched = found.reached === "whole" && found.total !== undefined ? found.total : found.searched;
  const text = `searched ${searched.toLocaleString("en")} of ${total}`;
  if (found.reached === "searching") return `${text}…`;
  return found.reached === "full" ? `${text}, too many hits` : found.reached === "stopped" ? `${text}, stopped` : text;
}

function chosenSet(state: TuiState): ChangeSet | undefined {
  const commit = chosenCommit(state.commits);
  return commit && setOf(state, commit.id);
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
