import type { FileCommit, FileEdit } from "../../model/results/why.ts";
import { type Label, plainText, type Row, segment } from "../text/row.ts";
import { rowColumns } from "../text/row-columns.ts";
import { editHunks, type Hunk } from "./file-hunks.ts";
import { moreRows } from "./parts.ts";

const MOST_COMMITS = 5;
const MOST_LINES = 30;

/** How a file was edited: by which commits, newest first, and in which lines. */
export function* fileEditRows(edit: FileEdit, { full = false }: { readonly full?: boolean } = {}): Generator<Row> {
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
  const rows = hunks.flatMap(hunkRows);
  const shown = full ? rows : rows.slice(0, MOST_LINES);
  yield* shown;
  yield* moreRows(rows.length - shown.length, "line");
}

function titleRow({ old, new: now }: FileEdit): Row {
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

const labels: Readonly<Record<string, Label>> = { "+": "added", "-": "removed", "\\": "muted" };

function hunkRows({ oldStart, oldLines, newStart, newLines, lines }: Hunk): readonly Row[] {
  return [
    [segment("muted", `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`)],
    ...lines.map((line): Row => {
      if (line.startsWith("\\")) return [segment("muted", "\\ no line end at the end of the file")];
      return [segment(labels[line.charAt(0)] ?? "plain", line)];
    }),
  ];
}
