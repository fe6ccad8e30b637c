import { posix, relative } from "node:path";
import { HeirError } from "../../../model/findings/failure.ts";
import { counted, plainText, type Row } from "../../../report/text/row.ts";
import {
  type CommitMessage,
  commitIndex,
  type EditedLines,
  fileHunks,
  stageablePaths,
  toggleFile,
  toggleHunk,
  toggleLines,
} from "../../../workspace/act/acts.ts";
import { type ComparedStates, comparedKey, INDEX, WORKTREE } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";
import type { ChangeRow, ChangeSet } from "../rows/change-set.ts";
import { actingPlace, outcome } from "./acts.ts";

/** The files that a commit would change, or could. */
export async function answerFiles(_: object, { repository, signal }: AnswerWork) {
  const history = await repository.history();
  return { files: await stageablePaths(await actingPlace(repository), { signal }), message: history.mergeMessage() };
}

/** The hunks of one of them, each with what it does. */
export async function answerHunks({ path }: { readonly path: string }, { repository, signal }: AnswerWork) {
  const hunks = await fileHunks(await actingPlace(repository), path, { signal });
  const rows = hunks.map((hunk) => {
    const { id, isStaged, head, lines } = hunk;
    const set = repository.lastJudged(isStaged ? INDEX : WORKTREE)?.set;
    return { id, isStaged, head, lines, effects: set === undefined ? [] : hunkEffects(set, path, hunk.ranges) };
  });
  return { path, hunks: rows };
}

/** What is to be staged: a file, a hunk of it, or the lines that make changes, by the ids of their rows. */
type Staging =
  | { readonly path: string; readonly hunk?: string }
  | { readonly target: ComparedStates; readonly changes: readonly string[]; readonly words: string };

/** Stages something, or takes it out of the index. It ignores the signal, as all that writes. */
export async function stage(asked: Staging, work: AnswerWork) {
  const place = await actingPlace(work.repository);
  if ("changes" in asked) return outcome(work, await toggleLines(place, await linesOf(asked, work)));
  const { path, hunk } = asked;
  return outcome(work, await (hunk === undefined ? toggleFile(place, path) : toggleHunk(place, path, hunk)));
}

/** The lines of changes of the report that was given last. */
async function linesOf(asked: Extract<Staging, { readonly words: string }>, { repository, signal }: AnswerWork) {
  const { target, changes, words } = asked;
  const { set } = await repository.judged(target, { signal });
  const sides = () => repository.sides(target, { signal });
  const rows = set.changes.filter(({ id }) => changes.includes(id));
  const lines = [...rows.flatMap(({ edits = [] }) => edits), ...(await nodeFiles(rows, set.nodes, sides))];
  if (lines.length === 0) throw new HeirError("usage", "no line makes this change", "stage the file that makes it");
  const workspace = await repository.workspace();
  const folder = relative(workspace.source.top, await workspace.worktreeFolder());
  const edits = lines.map((edit) => ({ ...edit, path: posix.join(folder, edit.path) }));
  return { words, edits, isOfIndex: comparedKey(target) === comparedKey(INDEX) };
}

/** The files of nodes that are new, gone or renamed: no line of another file makes them so. */
async function nodeFiles(
  rows: readonly ChangeRow[],
  names: readonly string[],
  sides: () => ReturnType<WorkerRepository["sides"]>,
): Promise<readonly EditedLines[]> {
  const own = rows.filter(({ isValue, edits = [] }) => !isValue && edits.length === 0);
  if (own.length === 0) return [];
  const [old, now] = await sides();
  const all = own.flatMap(({ nodes, otherName }) => {
    const current = [...nodes].map((node) => names[node] ?? "");
    return otherName === undefined ? current : [...current, otherName];
  });
  const paths = all.flatMap((name) => [now, old].flatMap((side) => side.fileOf("node", name) ?? []));
  return paths.map((path) => ({ path }));
}

/** Commits what is staged, through git and its hooks. */
export async function commit({ message }: { readonly message: CommitMessage }, work: AnswerWork) {
  return outcome(work, await commitIndex(await actingPlace(work.repository), message));
}

/** Lines of the older file, and of the newer one: the first and the last. */
type Ranges = readonly (readonly [first: number, last: number])[];

/** What the lines of a file do to nodes: of the edits that were made there, each effect, `6 nodes  ~ http:workers  8 → 16`. */
function hunkEffects({ blocks, changes }: ChangeSet, file: string, ranges: Ranges): readonly Row[] {
  const isMade = ({ place, block }: ChangeRow): boolean => {
    const at = lineIn(place, file);
    if (at !== undefined) return isWithin(at, ranges);
    // Its edit is elsewhere than its value, as of a class that is listed.
    const { places = [] } = (block === undefined ? undefined : blocks[block]) ?? {};
    return places.some((each) => isWithin(lineIn(each, file) ?? Number.NaN, ranges));
  };
  return changes.filter(isMade).map(({ nodes, row }) => [plainText(`${counted(nodes.length, "node")}  `), ...row]);
}

/** The line of a place in a file; undefined for a place in another file. */
function lineIn(place: string, file: string): number | undefined {
  const [, name = "", line] = /^(.*):(\d+)$/.exec(place) ?? [];
  return name !== "" && (name === file || file.endsWith(`/${name}`)) ? Number(line) : undefined;
}

function isWithin(line: number, ranges: Ranges): boolean {
  return ranges.some(([first, last]) => first <= line && line <= last);
}
