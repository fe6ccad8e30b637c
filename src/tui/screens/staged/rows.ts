import { fitRow, largest, wholeWidth, widthsOf } from "../../../report/text/fit.ts";
import { counted } from "../../../report/text/row.ts";
import { signPart } from "../../../report/text/sign.ts";
import { remembered } from "../../../speed/kept.ts";
import { fitted, type Line, nodeCount, plain, span, type TextSpan, textOfLine, wrappedLine } from "../../draw/line.ts";
import { note } from "../../draw/pane.ts";
import { fileAt } from "../../state/compared.ts";
import type { TuiState } from "../../state.ts";
import type { HunkRow, StagedReport, WorkFile } from "../../worker/questions.ts";
import type { ChangeRow } from "../../worker/rows/change-set.ts";
import type { MergeItem, RootRow } from "../../worker/rows/merge-items.ts";
import { type Entry, entryLine, rowsOf } from "../changes/entries.ts";
import type { StagedState } from "../state.ts";
import { chosenItem, type FindingPlace, type StagedItem, sectionOf, sectionRange, stagedItems } from "./items.ts";

/** An item of the lists in so many columns. */
export function itemLine(item: StagedItem | undefined, report: StagedReport | undefined, columns: number): Line {
  switch (item?.kind) {
    case "file":
      return fileLine(item.file);
    case "finding":
      return fitRow(findingRow(item.row, item.look), columns, findingWidths(report?.findings ?? NO_FINDINGS));
    case "fold": {
      const isOlder = item.of === "older";
      const follow = `+ ${item.count} ${item.count === 1 ? "follows" : "follow"} from this`;
      const text = isOlder ? `${counted(item.count, "older finding")}: HEAD has them, too` : follow;
      return [plain(`${isOlder ? "" : "  "}${item.isOpen ? "▾" : "▸"} `), span("muted", text)];
    }
    case "gone":
      return [span("error", "×"), plain(" "), span("gone", item.text)];
    case "merge":
      return fitRow(mergeItemRow(item.item), columns);
    case "entry":
      return report === undefined ? [] : workLine(item.entry, report, columns);
    case undefined:
      return [];
  }
}

/** `● ` before a change of the work tree that is staged, `○ ` before any other. */
function workLine(entry: Entry, { set, staged }: StagedReport, columns: number): Line {
  if (staged === undefined) return entryLine(entry, set, columns);
  const isStaged = (row: ChangeRow): boolean => staged.includes(row.id);
  const rows = entry.kind === "change" || entry.kind === "followers" ? rowsOf(entry, set) : [];
  const mark = rows.length === 0 ? plain("  ") : rows.every(isStaged) ? span("added", "● ") : span("muted", "○ ");
  return [mark, ...entryLine(entry, set, columns - 2)];
}

const NO_FINDINGS: readonly RootRow[] = [];
const LEAST_MESSAGE = 24;

const findingWidths = remembered("screens", (rows: readonly RootRow[]) => ({
  ...widthsOf(rows.map((row) => findingRow(row, "new"))),
  path: 0,
}));

/** The columns of the longest finding. */
export const findingColumns = remembered("screens", (rows: readonly RootRow[]) =>
  largest(rows.map((row) => wholeWidth(findingRow(row, "new")))),
);

/** `✗ group-conflict  dns: two values…  12 nodes  groups/dc.yml:9`. */
function findingRow({ severity, code, message, nodes, place }: RootRow, look: FindingPlace): Line {
  const sign =
    severity === "error" ? signPart("✗") : severity === "warning" ? span("warning", "! ") : span("muted", "i ");
  const older = look === "older" ? "older  " : "";
  return [
    plain(look === "follows" ? "    " : ""),
    sign,
    span("path", code, "ref"),
    { ...span("plain", `  ${older}${message}`, "path"), cut: "end", least: LEAST_MESSAGE },
    span("plain", nodes === 0 ? "" : `  ${nodeCount(nodes)}`, "note"),
    span("source", place && `  ${place}`, "where"),
  ];
}

/** `12 nodes  ≠ ntp:server  merged value is on neither side`. */
function mergeItemRow({ names, sign, title, meaning }: MergeItem): Line {
  const count = names.length === 0 ? [] : [span("node", nodeCount(names.length), "count"), plain("  ")];
  return [...count, signPart(sign), span("path", title, "path"), span("muted", `  ${meaning}`, "note")];
}

/** `M  classes/role/web.yml`, with the letters of `git status --short`. */
function fileLine({ path, index, worktree }: WorkFile): Line {
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
export function hunksView(file: WorkFile, hunks: readonly HunkRow[], columns: number, at: number | undefined) {
  if (hunks.length === 0) return { lines: note(withoutHunks(file), columns), chosenAt: undefined };
  const lines: Line[] = [];
  let chosenAt: number | undefined;
  for (const [index, hunk] of hunks.entries()) {
    if (index === at) chosenAt = lines.length;
    lines.push(...hunkLines(hunk, columns, index === at), []);
  }
  return { lines, chosenAt };
}

function withoutHunks({ index, worktree }: WorkFile): string {
  if (worktree === "?") return "a new file: it is staged as a whole";
  if (index === "U") return "not merged: resolve it in the editor, then stage it";
  return "no lines to show: it is staged as a whole";
}

function hunkLines({ head, isStaged, lines, effects }: HunkRow, columns: number, isChosen: boolean): readonly Line[] {
  const side = isStaged ? span("added", "staged") : span("removed", "not staged");
  return [
    [plain(isChosen ? "> " : "  "), side, span("muted", `  ${head}`)],
    ...effects.flatMap((effect) => wrappedLine([plain("    "), ...effect], columns, 4)),
    ...lines.map((line) => fitted([plain("  "), patchSpan(line)], columns)),
  ];
}

function patchSpan(line: string): TextSpan {
  if (line.startsWith("+")) return span("added", line);
  return line.startsWith("-") ? span("removed", line) : plain(line);
}

/** After files or report changed: the cursor's row stays, struck out, if it is gone and any other row is left. */
export function withGoneKept(before: TuiState, after: TuiState): TuiState {
  const { staged } = after;
  const chosen = chosenItem(before.staged);
  const own: StagedState = { ...staged, gone: undefined };
  if (chosen === undefined || !staged.isPlaced || stagedItems(own).some(({ id }) => id === chosen.id))
    return { ...after, staged: own };
  if (chosen.kind === "gone") return after;
  const about = aboutFinding(chosen);
  const moved = about === undefined ? undefined : stagedItems(own).find((item) => aboutFinding(item) === about)?.id;
  if (moved !== undefined) return { ...after, staged: { ...own, cursor: { ...own.cursor, id: moved } } };
  // While a list is not there nobody knows what is gone.
  const isComplete = own.files !== undefined && own.report !== undefined;
  if (stagedItems(own).length === 0 || !isComplete) return { ...after, staged: own };
  const section = sectionOf(chosen);
  const at = before.staged.cursor.index - sectionRange(before.staged, section)[0];
  const gone = { id: chosen.id, section, at, text: textOf(before) };
  return { ...after, staged: { ...own, gone, isOpen: false } };
}

/** What a finding says, wherever in its file; undefined for other items. */
function aboutFinding(item: StagedItem): string | undefined {
  if (item.kind !== "finding") return undefined;
  const { code, message, place } = item.row;
  return [item.look, code, fileAt(place)?.file, message].join("\n");
}

function textOf({ staged }: TuiState): string {
  const text = textOfLine(itemLine(chosenItem(staged), staged.report, Number.POSITIVE_INFINITY));
  return text.trim().replaceAll(/\s{2,}/g, "  ");
}
