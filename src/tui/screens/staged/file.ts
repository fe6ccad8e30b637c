import { fitted, type Line, plain, span, type TextSpan, wrappedLine } from "../../draw/line.ts";
import { note } from "../../draw/pane.ts";
import type { HunkRow, WorkFile } from "../../worker/questions.ts";

/** `M  classes/role/web.yml`, with the letters of `git status --short`. */
export function fileLine({ path, index, worktree }: WorkFile): Line {
  return [span("added", index), span("removed", worktree), plain(" "), span("path", path)];
}

/** `2 staged  1 not staged`; `none` without files. */
export function fileCounts(files: readonly WorkFile[]): string {
  const staged = files.filter(({ index }) => /[MADT]/.test(index)).length;
  const others = files.filter(({ worktree }) => worktree !== " ").length;
  const texts = [...(staged === 0 ? [] : [`${staged} staged`]), ...(others === 0 ? [] : [`${others} not staged`])];
  return texts.length === 0 ? "none" : texts.join("  ");
}

/** The hunks of a file, each with what it does, and the line of the one at the cursor, `at`; undefined while the list has the keys. */
export function hunksView(
  file: WorkFile,
  hunks: readonly HunkRow[],
  { columns, at }: { readonly columns: number; readonly at: number | undefined },
): { readonly lines: readonly Line[]; readonly chosenAt: number | undefined } {
  if (hunks.length === 0) return { lines: note(withoutHunks(file), columns), chosenAt: undefined };
  const lines: Line[] = [];
  let chosenAt: number | undefined;
  for (const [index, hunk] of hunks.entries()) {
    if (index === at) chosenAt = lines.length;
    lines.push(...hunkLines(hunk, { columns, isChosen: index === at }), []);
  }
  return { lines, chosenAt };
}

function withoutHunks({ index, worktree }: WorkFile): string {
  if (worktree === "?") return "a new file: it is staged as a whole";
  if (index === "U") return "not merged: resolve it in the editor, then stage it";
  return "no lines to show: it is staged as a whole";
}

function hunkLines(
  { head, isStaged, lines, effects }: HunkRow,
  { columns, isChosen }: { readonly columns: number; readonly isChosen: boolean },
): readonly Line[] {
  const side = isStaged ? span("added", "staged") : span("removed", "not staged");
  return [
    [plain(isChosen ? "> " : "  "), side, span("muted", `  ${head}`)],
    ...effects.flatMap((effect) => wrappedLine([plain("    "), ...effect], columns, 4)),
    ...lines.map((line) => [plain("  "), patchSpan(line)]).map((line) => fitted(line, columns)),
  ];
}

function patchSpan(line: string): TextSpan {
  if (line.startsWith("+")) return span("added", line);
  return line.startsWith("-") ? span("removed", line) : plain(line);
}
