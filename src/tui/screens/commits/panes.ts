import { clip, displayWidth } from "../../../base/terminal-text.ts";
import { fitRow, type Widths } from "../../../report/text/fit.ts";
import { counted, inThousands } from "../../../report/text/row.ts";
import { remembered } from "../../../speed/kept.ts";
import type { Line, Size, TextSpan } from "../../draw/line.ts";
import { cell, countsLine, dayText, fitted, lineWidth, plain, short, span, textOfLine } from "../../draw/line.ts";
import { type Areas, itemsLook, listAreas, listPane, NO_HIT, type Pane, type Panes, waiting } from "../../draw/pane.ts";
import { asksForChanges, asksForWords, filterOf } from "../../list/filter.ts";
import { ask, inTurn, type Reduced, setOf, step, type TuiState, withMessage, withOwn } from "../../state.ts";
import type { CommitRow } from "../../worker/answers/history.ts";
import type { SearchHits } from "../../worker/questions.ts";
import type { ChangeSet, CommitCounts } from "../../worker/rows/change-set.ts";
import { type Entry, entriesOf, entryLine } from "../changes/entries.ts";
import { type CommitsState, chosenCommit, type HistoryRow, noChanges, rowsInFront } from "../state.ts";

/** Beside each other the commits have half of the screen: what is cut is their subject. */
const LIST_PART = 0.5;

/** The commits, and what the chosen one changes. */
export function commitAreas(state: TuiState): Areas {
  const need = Math.floor(state.size.columns * LIST_PART) - 3;
  return listAreas(state, false, { need, length: state.commits.rows.length, most: 0.8 });
}

export const commitPanes: Panes = {
  list: commitsPane,
  detail: (state, room) => ({ title: detailTitle(state), ...shownDetail(state, room) }),
};

function commitsPane(state: TuiState, room: Size): Pane {
  const { now, refs } = state;
  const { all, rows, isLoading, isWhole, goal, counts } = state.commits;
  const widths = { ...commitWidths(all), ...countWidths(counts) };
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
    ...itemsLook(rows, (row, columns) => commitLine(row, counts.get(row.id), { columns, now, widths, refs })),
  });
  return { ...pane, isFocused: true };
}

function noHit({ search: { text }, found }: CommitsState): readonly string[] {
  if (found?.text === text && found.reached === "searching") return ["searching all commits… Esc stops"];
  if (!asksForChanges(filterOf(text))) return [NO_HIT];
  return found?.text === text ? [NO_HIT] : ["Enter compares all commits with their parents"];
}

interface Within extends Pick<TuiState, "now" | "refs"> {
  readonly columns: number;
  readonly widths: Widths & { readonly rest: number };
}

/** `[main] [origin/main] <v1> +2 `, before the subject: what is checked out first. */
function refParts(refs: NonNullable<TuiState["refs"]>): Line {
  const inOrder = [...refs].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const names = inOrder.slice(0, MOST_REFS).map(({ kind, name }) => {
    const shown = clip(name, LONGEST_REF);
    return { ...span("key", kind === "tag" ? `<${shown}> ` : `[${shown}] `, "note"), least: LEAST_SUBJECT };
  });
  const more = refs.length - names.length;
  return more > 0 ? [...names, span("key", `+${more} `, "note")] : names;
}

const MOST_REFS = 2;
const LONGEST_REF = 16;

/** `1a2b3c4 15 Jan  ops  subject   12n ~4 +1 -3 !15`: what does not fit is cut in the subject, then the author goes, then the day. */
const commitLine = remembered(
  "screens",
  (row: HistoryRow, counts: CommitCounts | undefined, { columns, now, widths, refs }: Within): Line => {
    const names = refParts(refs?.filter(({ id }) => id === row.id) ?? []);
    const author =
      displayWidth(row.author) > MOST_AUTHOR ? textOfLine(fitted([plain(row.author)], MOST_AUTHOR)) : row.author;
    const subject: TextSpan = { ...span("plain", row.subject, "note"), least: LEAST_SUBJECT };
    const [count, ...rest] = countSpan(row, counts);
    const fill = " ".repeat(Math.max(0, widths.rest - lineWidth(rest)));
    const day = row.target === undefined ? ` ${cell(dayText(row.time, now), 7)}` : "";
    const by = row.target === undefined ? ` ${author}` : "";
    const front = [plain(" "), span("key", row.shortId, "ref"), span("muted", day, "when"), span("plain", by, "who")];
    const numbers = [...(count === undefined ? [] : [count]), ...rest, plain(fill)];
    const parts = [...front, plain("  "), ...names, subject, plain("  "), ...numbers];
    return fitRow(parts, columns, { ...widths, note: columns });
  },
);

function countSpan({ isGrafted }: CommitRow, counts: CommitCounts | undefined): Line {
  if (isGrafted === true) return [span("muted", "grafted", "count")];
  return counts === undefined ? [span("muted", "…", "count")] : countsLine(counts);
}

const MOST_AUTHOR = 10;
const LEAST_SUBJECT = 16;

/** The width of the longest author, so that columns stay where they are when rows come in sight. */
const commitWidths = remembered("screens", (all: readonly CommitRow[]) => {
  const widest = all.reduce((most, { author }) => Math.max(most, displayWidth(author)), 0);
  return { who: 1 + Math.min(MOST_AUTHOR, widest) };
});

/** The widths of the numbers of nodes, and of what is behind them. */
const countWidths = remembered("screens", (counts: ReadonlyMap<string, CommitCounts>) => {
  let [count, rest] = [2, 0];
  for (const each of counts.values()) {
    const [first, ...others] = countsLine(each);
    count = Math.max(count, lineWidth(first === undefined ? [] : [first]));
    rest = Math.max(rest, lineWidth(others));
  }
  return { count, rest };
});

function place({ commits }: TuiState): string {
  const { offset, rows, search, cursor } = commits;
  if (search.text !== "") return `${inThousands(rows.length)} of ${totalText(commits)} · ${searchedText(commits)}`;
  if (rows.length === 0) return "";
  const at = cursor.index - rowsInFront(commits);
  return `${at < 0 ? "" : `${inThousands(offset + at + 1)} of `}${totalText(commits)}`;
}

/** The number of commits, as far as it is known. */
function totalText({ all, offset, isWhole, found, search }: CommitsState): string {
  const total = found?.text === search.text ? found.total : undefined;
  return total === undefined ? `${inThousands(offset + all.length)}${isWhole ? "" : "+"}` : inThousands(total);
}

function searchedText(commits: CommitsState): string {
  const { all, found, search } = commits;
  const total = totalText(commits);
  if (found?.text !== search.text) {
    const isAll = isLoaded(commits) && !asksForChanges(filterOf(search.text));
    return isAll ? `searched ${total} of ${total}` : `${all.length} loaded`;
  }
  const searched = found.reached === "whole" && found.total !== undefined ? found.total : found.searched;
  const text = `searched ${inThousands(searched)} of ${total}`;
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

function shownDetail(state: TuiState, { columns, rows }: Size): Pick<Pane, "lines" | "top"> {
  const set = chosenSet(state);
  if (set === undefined && chosenCommit(state.commits) === undefined) return { lines: [] };
  if (set === undefined) return { lines: waiting(state, "changes", { text: "comparing with the parent…", columns }) };
  const parts = detailParts(set);
  const top = Math.min(state.commits.detailTop, Math.max(0, parts.length - rows));
  const lines = parts.map((part, at) => {
    if (!("kind" in part)) return part;
    return at < top || at >= top + rows ? [] : entryLine(part, set, columns);
  });
  return { lines, top };
}

/** The screen of changes shows more. */
const MOST_CHANGES = 200;

/** The lines of the detail: the changes, which become lines when they are in sight, the files, and what was compared. */
const detailParts = remembered("screens", (set: ChangeSet): readonly (Line | Entry)[] => {
  const all = entriesOf(set, noChanges);
  const left = all.length - MOST_CHANGES;
  const more = left <= 0 ? [] : [[span("muted", `  and ${short(left)} more, Enter shows all`)]];
  const end = [...fileLines(set), [], [span("muted", set.summary)]];
  return [...all.slice(0, MOST_CHANGES), ...more, ...(all.length === 0 ? [] : [[]]), ...end];
});

const MOST_LISTED = 12;

/** The files below each other, the first behind a word. */
function fileLines({ files }: ChangeSet): readonly Line[] {
  const shown = files.slice(0, MOST_LISTED).map((file, index): Line => {
    return [span("muted", index === 0 ? "files  " : "       "), span("source", file)];
  });
  const more = files.length - shown.length;
  return more <= 0 ? shown : [...shown, [span("muted", `       and ${short(more)} more`)]];
}

/** Whether commits that are not loaded can be searched with this filter. */
function canSearchAll(commits: CommitsState): boolean {
  const { search, found } = commits;
  const filter = filterOf(search.text);
  if (found?.text === search.text) return false;
  return asksForChanges(filter) || (!isLoaded(commits) && asksForWords(filter));
}

/** Whether the whole history is loaded. */
function isLoaded({ isWhole, offset }: CommitsState): boolean {
  return isWhole && offset === 0;
}

/** Searches the whole history with the filter, unless all of it is loaded. */
export function searchAll(state: TuiState): Reduced | undefined {
  if (!canSearchAll(state.commits)) return undefined;
  const { search, tip } = state.commits;
  const { text } = search;
  const found = { text, commits: [], searched: 0, total: undefined, reached: "searching" } as const;
  const next = withOwn(state, "commits", { found });
  return step(next, ask({ kind: "search", ask: { text, range: state.wish.range ?? tip } }));
}

/** The state with new hits; hits that are reported twice count once. */
export function withHits(state: TuiState, { text, found: hits, searched, total, reached }: SearchHits): TuiState {
  const { found } = state.commits;
  if (found?.text !== text || found.reached !== "searching") return state;
  const last = found.commits.at(-1)?.at ?? -1;
  const commits = [...found.commits, ...hits.filter(({ at }) => at > last)];
  const next = withOwn(state, "commits", { found: { text, commits, searched, total, reached } });
  // A screen reader hears of hits only when the search is over.
  if (reached === "searching" || !state.wish.plain) return next;
  return withMessage(next, `${counted(commits.length, "commit")} found, ${inThousands(searched)} searched`);
}

/** Stops a running search; its hits stay. */
export function stopSearch(state: TuiState): Reduced | undefined {
  const { found } = state.commits;
  if (found?.reached !== "searching") return undefined;
  const searched = state.progress.get("search")?.done ?? found.searched;
  const next = withOwn(state, "commits", { found: { ...found, searched, reached: "stopped" } });
  return step(next, { kind: "giveUp", of: "search" });
}

/** Drops the hits of another filter. Without a filter they are kept for `n` and `N`. */
export function withoutOldSearch(state: TuiState): Reduced {
  const { found, search } = state.commits;
  if (found === undefined || found.text === (search.text === "" ? search.last : search.text)) {
    return search.text === "" ? inTurn(state, stopSearch) : step(state);
  }
  return inTurn(state, stopSearch, (next) => step(withOwn(next, "commits", { found: undefined })));
}
