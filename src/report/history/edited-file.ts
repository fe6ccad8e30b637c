import type { StructuredPatchHunk } from "diff";
import type { FileCommit, FileDelta } from "../../model/results/why.ts";
import type { SourceFile } from "../../model/values/value.ts";
import { shownLine, spanLines } from "../text/frame.ts";
import { type Fullness, limitedRows, moreRows, plainText, type Row, rowColumns, segment } from "../text/row.ts";
import { hunkRows, lineHunks } from "../text/text-diff.ts";

const MOST_COMMITS = 5;
const MOST_LINES = 30;

/** How a file was edited: by which commits, newest first, and in which lines. */
export function* fileEditRows(edit: FileDelta, { full = false }: Fullness = {}): Generator<Row> {
  yield titleRow(edit);
  if (edit.uncommitted) yield [plainText("not committed yet")];
  const commits = full ? edit.commits : edit.commits.slice(0, MOST_COMMITS);
  yield* rowColumns(commits.map(commitCells));
  yield* moreRows(edit.commits.length - commits.length, "commit");
  const hunks = editHunks(edit);
  if (hunks === undefined) {
    yield [segment("muted", "too much differs to be shown line by line")];
    return;
  }
  const rows = hunks.flatMap((hunk) => hunkRows(hunk, "file"));
  yield* limitedRows(rows, full ? Number.POSITIVE_INFINITY : MOST_LINES);
}

function titleRow({ old, new: now }: FileDelta): Row {
  const name = segment("title", now?.path ?? old?.path ?? "");
  if (old === undefined) return [name, segment("muted", "  new file")];
  if (now === undefined) return [name, segment("muted", "  file is gone")];
  return old.path === now.path ? [name] : [segment("title", old.path), segment("muted", " -> "), name];
}

/** `9d21ab4  2026-03-02  ops  "subject"`. */
function commitCells({ shortId, date, author, subject, undone }: FileCommit): readonly Row[] {
  return [
    [segment("changed", shortId)],
    [plainText(date.slice(0, "2000-01-01".length))],
    [plainText(author)],
    [plainText(`"${subject}"`), ...(undone ? [segment("muted", "  undone")] : [])],
  ];
}

/** How a file was edited, for programs: a member of `edits` in `heir why --json`. */
export function fileEditData(edit: FileDelta) {
  const { old, new: now, commits, uncommitted } = edit;
  const hunks = editHunks(edit)?.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return { old_start: oldStart, old_lines: oldLines, new_start: newStart, new_lines: newLines, lines };
  });
  return {
    old: old?.path,
    new: now?.path,
    commits: commits.map(({ id, author, date, subject, undone }) => ({ id, author, date, subject, undone })),
    uncommitted,
    hunks,
  };
}

/**
 * The hunks of an edited file that contain a place of the causes, or all hunks if none does, as `diff -u` counts their
 * lines; undefined for texts that differ too much. Hidden parts are removed only after lines are compared, so that a
 * changed secret is still shown as a change. Never fails.
 */
export function editHunks(edit: FileDelta): readonly StructuredPatchHunk[] | undefined {
  const hunks = lineHunks(edit.old?.text ?? "", edit.new?.text ?? "");
  if (hunks === undefined) return undefined;
  const named = hunks.filter((hunk) => edit.spans.some((place) => holds(hunk, place)));
  return (named.length > 0 ? named : hunks).map((hunk) => shownHunk(hunk, edit));
}

function holds(hunk: StructuredPatchHunk, { side, span }: FileDelta["spans"][number]): boolean {
  const [start, count] = side === "old" ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
  const [first, last] = spanLines(span);
  return first < start + count && last >= start;
}

function shownHunk(hunk: StructuredPatchHunk, edit: FileDelta): StructuredPatchHunk {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  let [old, now] = [oldStart, newStart];
  const lines = hunk.lines.map((line) => {
    const sign = line.charAt(0);
    if (sign === "\\") return line;
    const text = sign === "-" ? lineOf(edit.old, old) : lineOf(edit.new, now);
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    return sign + text;
  });
  // If there are no lines, the line before is counted, as git and diff do.
  const [oldFrom, newFrom] = [oldLines === 0 ? oldStart - 1 : oldStart, newLines === 0 ? newStart - 1 : newStart];
  return { oldStart: oldFrom, oldLines, newStart: newFrom, newLines, lines };
}

function lineOf(file: SourceFile | undefined, line: number): string {
  return file === undefined ? "" : shownLine(file, line);
}
