import { remembered } from "../../../speed/kept.ts";
import { type ComparedStates, comparedKey, INDEX, WORKTREE } from "../../state/compared.ts";
import type { FileHunks, FindingDetail, HunkRow, StagedReport, WorkFile, WorkFiles } from "../../worker/questions.ts";
import type { MergeItem, RootRow } from "../../worker/rows/merge-items.ts";
import { type Entry, entriesOf } from "../changes/entries.ts";
import { type GoneItem, noChanges, type StagedSection, type StagedState } from "../state.ts";

/** A line of the lists: files, then findings and merged values, then edits with their effects. */
export type StagedItem =
  | { readonly kind: "file"; readonly id: string; readonly file: WorkFile }
  | { readonly kind: "finding"; readonly id: string; readonly row: RootRow; readonly look: FindingPlace }
  /** What follows from the finding above it, and what HEAD has, too, is folded. */
  | {
      readonly kind: "fold";
      readonly id: string;
      readonly of: FoldKind;
      readonly count: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: "merge"; readonly id: string; readonly item: MergeItem }
  | ({ readonly kind: "gone" } & GoneItem)
  | { readonly kind: "entry"; readonly id: string; readonly entry: Entry };

/** Which findings a section holds: those that follow from the one above it, or those that HEAD has, too. */
export type FoldKind = "follows" | "older";

export type FindingPlace = "new" | FoldKind;

/** What was chosen; undefined if the worker decides. */
export function askedTarget({ shown }: StagedState): ComparedStates | undefined {
  return shown === undefined ? undefined : shown === "index" ? INDEX : WORKTREE;
}

/** The index against HEAD, or the work tree. */
export function stagedTarget(staged: StagedState): ComparedStates {
  return askedTarget(staged) ?? staged.report?.target ?? INDEX;
}

/** Whether the work tree is shown. */
export function isOfWorktree(staged: StagedState): boolean {
  return comparedKey(stagedTarget(staged)) === comparedKey(WORKTREE);
}

/** All items; the same object for the same report. */
export function stagedItems({ files, report, unfolded, gone }: StagedState): readonly StagedItem[] {
  return itemsOf(files ?? NO_FILES, report, { unfolded, gone });
}

const NO_FILES: WorkFiles = { files: [], message: undefined };

const itemsOf = remembered(
  "screens",
  ({ files }: WorkFiles, report: StagedReport | undefined, { unfolded, gone }: Listed): readonly StagedItem[] => {
    const items = [
      ...files.map((file): StagedItem => ({ kind: "file", id: `file ${file.path}`, file })),
      ...(report === undefined ? [] : reportItems(report, unfolded)),
    ];
    return gone === undefined ? items : withGone(items, gone);
  },
);

type Listed = Pick<StagedState, "unfolded" | "gone">;

function withGone(items: readonly StagedItem[], gone: GoneItem): readonly StagedItem[] {
  const files = items.filter((item) => sectionOf(item) === "files").length;
  const at = gone.section === "files" ? Math.min(gone.at, files) : files + gone.at;
  return [...items.slice(0, at), { kind: "gone", ...gone }, ...items.slice(at)];
}

const reportItems = ({ findings, older, merge, set }: StagedReport, unfolded: Unfolded): readonly StagedItem[] => [
  ...findings.flatMap((row) => findingItems(row, "new", unfolded)),
  ...(merge?.items ?? []).map((item): StagedItem => ({ kind: "merge", id: `merge ${item.id}`, item })),
  ...foldItems("older", "older findings", older, unfolded),
  ...entriesOf(set, { ...noChanges, turned: unfolded }).map(
    (entry): StagedItem => ({ kind: "entry", id: `change ${entry.id}`, entry }),
  ),
];

type Unfolded = StagedState["unfolded"];

/** A finding, and below it those that follow from it. */
function findingItems(row: RootRow, look: FindingPlace, unfolded: Unfolded): readonly StagedItem[] {
  const own: StagedItem = { kind: "finding", id: row.id, row, look };
  return [own, ...foldItems("follows", `follow ${row.id}`, row.follows, unfolded)];
}

function foldItems(of: FoldKind, id: string, rows: readonly RootRow[], unfolded: Unfolded): readonly StagedItem[] {
  if (rows.length === 0) return [];
  const isOpen = unfolded.has(id);
  const head: StagedItem = { kind: "fold", id, of, count: rows.length, isOpen };
  return isOpen ? [head, ...rows.flatMap((row) => findingItems(row, of, unfolded))] : [head];
}

/** A finding and all that follow from it. */
export function withFollowing(row: RootRow): readonly RootRow[] {
  return [row, ...row.follows];
}

export function sectionOf(item: StagedItem): StagedSection {
  if (item.kind === "gone") return item.section;
  return item.kind === "file" ? "files" : "list";
}

/** The items of a list: from one index to before another. */
export function sectionRange(staged: StagedState, section: StagedSection): readonly [from: number, end: number] {
  const items = stagedItems(staged);
  const from = items.findIndex((each) => sectionOf(each) === section);
  if (from === -1) return [items.length, items.length];
  return [from, items.findLastIndex((each) => sectionOf(each) === section) + 1];
}

/** Where the work begins: the first error, else the first file, else the first change. */
export function firstItem(staged: StagedState): number {
  const isError = (item: StagedItem): boolean =>
    item.kind === "finding" && withFollowing(item.row).some(({ severity }) => severity === "error");
  return Math.max(0, stagedItems(staged).findIndex(isError));
}

/** The hunks of the chosen file; undefined until the worker has answered. */
export function chosenHunks(staged: StagedState): FileHunks | undefined {
  const item = chosenItem(staged);
  return item?.kind === "file" && staged.hunks?.path === item.file.path ? staged.hunks : undefined;
}

/** The hunk at the cursor, while the hunks have the keys. */
export function chosenHunk(staged: StagedState): HunkRow | undefined {
  return staged.isOpen ? chosenHunks(staged)?.hunks[staged.choiceAt] : undefined;
}

export function chosenItem(staged: StagedState): StagedItem | undefined {
  return stagedItems(staged)[staged.cursor.index];
}

/** The detail of the chosen finding; undefined until the worker has answered. */
export function chosenFinding(staged: StagedState): FindingDetail | undefined {
  const { finding, report } = staged;
  const isOfIt = finding?.key === report?.set.key && finding?.id === chosenItem(staged)?.id;
  return isOfIt ? finding : undefined;
}
