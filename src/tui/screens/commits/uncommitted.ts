import { counted } from "../../../report/text/row.ts";
import { type ComparedStates, comparedKey, INDEX, WORKTREE } from "../../state/compared.ts";
import { setOf, type TuiState } from "../../state.ts";
import type { HistoryRow } from "./state.ts";

const STAGED = /[MADTRC]/;

/** What is not committed, above the commits, as far as there are any: the work tree, and the index where that is another state. */
export function uncommittedRows(state: TuiState): readonly HistoryRow[] {
  const files = state.commits.files?.files ?? [];
  const isStaged = files.some(({ index }) => STAGED.test(index));
  const isElsewhere = files.some(({ worktree }) => worktree !== " ");
  const inIndex = files.filter(({ index }) => STAGED.test(index)).length;
  const isUnborn = state.commits.isWhole && state.commits.all.length === 0;
  if (files.length === 0 || isUnborn || state.wish.range !== undefined) return [];
  const rows = [rowOf(state, { name: "work tree", target: WORKTREE, files: files.length })];
  return isStaged && isElsewhere ? [...rows, rowOf(state, { name: "index", target: INDEX, files: inIndex })] : rows;
}

interface Uncommitted {
  readonly name: string;
  readonly target: ComparedStates;
  readonly files: number;
}

const MOST_PATHS = 6;

/** `work tree  1 file  ntp:server, rack`. */
function rowOf(state: TuiState, { name, target, files }: Uncommitted): HistoryRow {
  const id = comparedKey(target);
  const edits = (setOf(state, id)?.changes ?? []).filter(({ isValue, follows }) => isValue && follows === undefined);
  const paths = [...new Set(edits.map(({ title }) => title))].slice(0, MOST_PATHS).join(", ");
  const subject = [counted(files, "file"), paths].filter((text) => text !== "").join("  ");
  return { id, shortId: name, parent: undefined, time: 0, author: "", subject, target };
}
