import { countsLine, isNothing, nodeCount, short } from "../../draw/counts.ts";
import { dayText } from "../../draw/day.ts";
import { bodySize, columnsOf, type ScreenForm, type Size, screenForm, threeColumns } from "../../draw/layout.ts";
import { cell, cellRight, chosen, type Line, lineWidth, plain, span, spotted, type TextSpan } from "../../draw/line.ts";
import { beside, drawPane, inside, note, type Pane } from "../../draw/pane.ts";
import { wrapped } from "../../draw/wrap.ts";
import { arrangedSpans, NO_HIT } from "../../list/arranged.ts";
import { asksForChanges, filterOf } from "../../list/filter.ts";
import type { TuiState } from "../../state.ts";
import type { ChangeRow, ChangeSet, CommitCounts, CommitRow } from "../../worker/protocol/data.ts";
import { changeColumns, changeLine } from "../changes/change-line.ts";
import { type CommitsState, chosenCommit } from "./state.ts";

/** The panes of the screen: the commits, what the chosen one changes, and why, in a pane of its own where there is room. */
export interface CommitPanes {
  readonly form: ScreenForm;
  readonly list: Size;
  /** None where there is room for one pane only. */
  readonly detail: Size | undefined;
  readonly reasons: Size | undefined;
  readonly isBoxed: boolean;
}

export function commitPanes({ size, wish, zoom }: TuiState): CommitPanes {
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const isBoxed = !wish.plain && form !== "one";
  if (form === "one" || form === "too-small" || zoom === "full")
    return { form, list: { columns, rows }, detail: undefined, reasons: undefined, isBoxed };
  if (form === "stacked") {
    const upper = Math.ceil(rows * (zoom === "half" ? 0.7 : 0.45));
    const detail = { columns, rows: rows - upper };
    return { form, list: { columns, rows: upper }, detail, reasons: undefined, isBoxed };
  }
  if (form === "three" && zoom === "normal") {
    const [list, detail, reasons] = threeColumns(columns, [0.4, 0.33]);
    const panes = { list: { columns: list, rows }, detail: { columns: detail, rows } };
    return { form, ...panes, reasons: { columns: reasons, rows }, isBoxed };
  }
  const [left, right] = columnsOf(columns, zoom === "half" ? 0.7 : 0.5);
  return { form, list: { columns: left, rows }, detail: { columns: right, rows }, reasons: undefined, isBoxed };
}

/** How many commits are in sight at once. */
export function commitsInSight(state: TuiState): number {
  const { list, isBoxed } = commitPanes(state);
  const { columns, rows } = inside(list, isBoxed);
  return Math.max(1, rows - (columns >= WIDE ? 1 : 0));
}

export function drawCommits(state: TuiState): readonly Line[] {
  const { form, list, detail, reasons, isBoxed } = commitPanes(state);
  const commits = drawPane(commitsPane(state, inside(list, isBoxed), true), list, isBoxed);
  if (detail === undefined) return commits;
  const lines = shownDetail(state, inside(detail, isBoxed));
  const below = drawPane({ title: detailTitle(state), lines, pane: "detail" }, detail, isBoxed);
  if (form === "stacked") return [...commits, ...below];
  if (reasons === undefined) return beside(commits, below);
  const why = {
    title: [span("heading", "Why")],
    lines: shownReasons(state, inside(reasons, isBoxed)),
    pane: "detail" as const,
  };
  return beside(commits, below, drawPane(why, reasons, isBoxed));
}

/** The list of commits, also beside their changes; where the keys do not go, only a sign marks the chosen one. */
export function commitsPane(state: TuiState, size: Size, isFocused: boolean): Pane {
  const title = [span("heading", "Commits"), ...arrangedSpans(state.commits, "time")];
  const lines = listLines(state, size);
  return { title, foot: place(state), isFocused, lines: isFocused ? lines : lines.map(unchosen), pane: "list" };
}

/** Below this the subject needs the room of the author. */
const ROOMY = 60;

/** From here on the numbers have columns of their own. */
const WIDE = 76;

function listLines(state: TuiState, { columns, rows: height }: Size): readonly Line[] {
  const { all, rows, cursor, counts, isLoading, isWhole, goal } = state.commits;
  if (all.length > 0 && rows.length === 0 && goal === undefined) return noHit(state.commits);
  if (rows.length === 0) return note(isLoading || !isWhole ? "reading the history…" : "no commits yet");
  const shown = rows.slice(cursor.top, cursor.top + height);
  const lines = shown.map((row, offset) => {
    const isChosen = cursor.top + offset === cursor.index;
    const text = commitLine(row, { counts: counts.get(row.id), columns, now: state.now });
    const marked = [plain(isChosen ? "> " : "  "), ...text];
    const line = isChosen ? chosen(padded(marked, columns)) : marked;
    return spotted(line, { pane: "list", index: cursor.top + offset });
  });
  return columns >= WIDE ? [HEADER, ...lines] : lines;
}

function noHit({ search: { text }, found }: CommitsState): readonly Line[] {
  if (found?.text === text && found.reached === "searching") return note("searching all commits, Esc stops");
  if (!asksForChanges(filterOf(text))) return note(NO_HIT);
  return [...note(NO_HIT), ...note("node: path: and class: find commits that were looked at")];
}

function unchosen(line: Line): Line {
  return line.map(({ text, label, spot }) => ({ text, label, ...(spot && { spot: { ...spot, pane: "commits" } }) }));
}

/** The line of the cursor reaches from border to border. */
function padded(line: Line, columns: number): Line {
  return [...line, plain(" ".repeat(Math.max(0, columns - lineWidth(line))))];
}

const HEADER: Line = [span("muted", "  commit   when     who     nodes  ~val  +val  -val   !  subject")];

interface Within {
  readonly counts: CommitCounts | undefined;
  readonly columns: number;
  readonly now: number;
}

function commitLine(row: CommitRow, { counts, columns, now }: Within): Line {
  const when = dayText(row.time, now);
  if (columns >= WIDE) {
    const front = `  ${cell(when, 7)}  ${cell(row.author, 6)}`;
    return [span("key", row.shortId), plain(front), ...numberCells(counts), plain("  "), plain(row.subject)];
  }
  if (columns < 46)
    return [span("key", row.shortId), plain(" "), ...countCell(counts, 11), plain(" "), plain(row.subject)];
  const who = columns < ROOMY ? "" : `${cell(row.author, 6)} `;
  const front = ` ${cell(when, 7)} ${who}`;
  return [span("key", row.shortId), plain(front), ...countCell(counts, 14), plain(" "), plain(row.subject)];
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
  return [...line, plain(" ".repeat(Math.max(0, width - lineWidth(line))))];
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

/** Of how many commits the filter has left those in the list. */
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

function changesText({ changes }: ChangeSet): string {
  if (changes.length === 0) return "no resolved change";
  return `${short(changes.length)} ${changes.length === 1 ? "change" : "changes"}, folded over nodes`;
}

function shownDetail(state: TuiState, { columns, rows }: Size): readonly Line[] {
  const set = chosenSet(state);
  if (set === undefined)
    return chosenCommit(state.commits) === undefined ? [] : note("comparing with the commit before…");
  const layout = changeColumns(set, columns);
  const all = commitPanes(state).reasons === undefined ? detailParts(set) : changeParts(set);
  const parts = scrolledTo(state, all, rows);
  return parts.map((part) => ("sign" in part ? changeLine(part, set, layout) : part));
}

/** Why the chosen commit changes what it does, which files it changes, and what was compared. */
function shownReasons(state: TuiState, { columns, rows }: Size): readonly Line[] {
  const set = chosenSet(state);
  return set === undefined ? [] : scrolledTo(state, reasonLines(set, columns), rows);
}

/** The shorter of two panes that scroll together stops at its end. */
function scrolledTo<Part>({ commits: { detailTop } }: TuiState, parts: readonly Part[], rows: number): readonly Part[] {
  const top = Math.min(detailTop, Math.max(0, parts.length - rows));
  return parts.slice(top, top + rows);
}

/** How many lines there are to scroll through. */
export function detailHeight(state: TuiState): number {
  const set = chosenSet(state);
  if (set === undefined) return 0;
  const { reasons, isBoxed } = commitPanes(state);
  if (reasons === undefined) return detailParts(set).length;
  return Math.max(changeParts(set).length, reasonLines(set, inside(reasons, isBoxed).columns).length);
}

const knownParts = new WeakMap<ChangeSet, readonly (Line | ChangeRow)[]>();

/** The lines of the detail pane; changes become lines when they are in sight. */
function detailParts(set: ChangeSet): readonly (Line | ChangeRow)[] {
  const known = knownParts.get(set);
  if (known !== undefined) return known;
  const rows = changeParts(set);
  const parts = [
    ...rows,
    ...(rows.length > 0 ? [[]] : []),
    ...causeLines(set),
    ...fileLines(set),
    [],
    [span("muted", set.summary)],
  ];
  knownParts.set(set, parts);
  return parts;
}

function changeParts({ changes }: ChangeSet): readonly (Line | ChangeRow)[] {
  const rows = changes.slice(0, MOST_CHANGES);
  const more = changes.length - rows.length;
  return more === 0 ? rows : [...rows, [span("muted", `  and ${short(more)} more, Enter shows all`)]];
}

function reasonLines(set: ChangeSet, columns: number): readonly Line[] {
  const lines = [...causeLines(set), ...fileLines(set)].flatMap((line) => wrapped(line, columns, 7));
  const summary = wrapped([span("muted", set.summary)], columns, 0);
  return [...lines, ...(lines.length > 0 ? [[]] : []), ...summary];
}

/** Of more the screen of changes tells. */
const MOST_CHANGES = 200;

function causeLines(set: ChangeSet): readonly Line[] {
  const causes = new Map(set.changes.map(({ cause, place: at }) => [cause, at]));
  causes.delete("");
  return listed(
    "cause",
    [...causes].map(([cause, at]) => [plain(cause), span("source", `  ${at}`)]),
  );
}

function fileLines(set: ChangeSet): readonly Line[] {
  return listed(
    "files",
    set.files.map((file) => [span("source", file)]),
  );
}

const MOST_LISTED = 12;

/** Items below each other, with a word before the first. */
function listed(word: string, items: readonly Line[]): readonly Line[] {
  const shown = items.slice(0, MOST_LISTED).map((item, index): Line => {
    return [span("muted", index === 0 ? `${word}  ` : " ".repeat(word.length + 2)), ...item];
  });
  const more = items.length - shown.length;
  if (more <= 0) return shown;
  return [...shown, [span("muted", `${" ".repeat(word.length + 2)}and ${short(more)} more`)]];
}

/** `main  14 nodes`, for the header. */
export function whereText({ where }: TuiState): string {
  return where === undefined ? "" : `${where.branch}  ${nodeCount(where.nodes)}`;
}
