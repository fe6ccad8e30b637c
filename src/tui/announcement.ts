import { dayText, fitted, type Line, span, textOfLine } from "./draw/line.ts";
import { overlayPrompt } from "./overlays/table.ts";
import { chosenCommit, type HistoryRow } from "./screens/state.ts";
import type { TuiState } from "./state.ts";
import type { CommitCounts } from "./worker/rows/change-set.ts";

/** The meaning of a symbol that begins a word or is one, as in docs/tui.md. */
const WORDS = {
  "+": "added",
  "-": "removed",
  "~": "changed",
  "!": "newly fails",
  "*": "resolves again",
  "?": "not compared",
  "=>": "follows,",
  "→": "to",
  "·": "nothing",
  "…": "not computed yet",
  "✗": "error",
  "×": "gone,",
  "≠": "differs from both sides",
  "∩": "both sides changed it",
  "●": "staged",
  "○": "not staged",
  "▸": "folded",
  "▾": "unfolded",
};
const wordOf = new Map(Object.entries(WORDS));

/** The frame as a screen reader hears it: message or typed text, else the cursor's line in words, else the header. */
export function announced(state: TuiState, lines: readonly Line[]): Line {
  return fitted([span("plain", announcement(state, lines))], state.size.columns);
}

function announcement(state: TuiState, lines: readonly Line[]): string {
  const { message, isTyping, overlay } = state;
  if (message !== undefined) return message.text;
  const isPrompt = overlay === undefined ? isTyping : overlayPrompt(overlay) !== undefined;
  if (isPrompt) return textOfLine(lines.at(-1) ?? []).trim();
  const commit = state.screen === "commits" && overlay === undefined ? chosenCommit(state.commits) : undefined;
  if (commit !== undefined) return commitStatement(commit, state.commits.counts.get(commit.id), state.now);
  const chosen = lines.filter((line) => line.some((part) => part.chosen));
  return statement((chosen.length > 0 ? chosen : lines.slice(0, 1)).map(textOfLine).join("  "));
}

/** In the list the column says what a number counts; here words do. */
function commitStatement(row: HistoryRow, counts: CommitCounts | undefined, now: number): string {
  const { shortId, subject, author, time, target } = row;
  if (target !== undefined) return [shortId, subject, countsText(counts)].join(", ");
  return [subject, countsText(counts), author, dayText(time, now), shortId].join(", ");
}

function countsText(counts: CommitCounts | undefined): string {
  if (counts === undefined) return "not computed yet";
  const { nodes, changed, added, removed, failing, unknown } = counts;
  const values = { changed, added, removed, "newly fail": failing, "not compared": unknown };
  const counted = Object.entries(values).flatMap(([words, count]) => (count === 0 ? [] : [`${count} ${words}`]));
  return [`${nodes} ${nodes === 1 ? "node" : "nodes"}`, ...counted].join(", ");
}

/** Cells of a table become parts of a sentence. */
function statement(text: string): string {
  const bare = text.replace(/^\s*>/, "").replace(/^\s*[▸▾]/, "$& ");
  const inWords = (cell: string): string => cell.replaceAll(/[^ ]+/g, (sign) => wordOf.get(sign) ?? sign);
  const cells = bare.trim().split(/\s{2,}/);
  return cells.map(inWords).join(", ");
}
