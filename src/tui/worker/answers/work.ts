import { type CommitMessage, commitIndex } from "../../../workspace/act/commit.ts";
import { changedFiles, fileHunks, toggleFile, toggleHunk } from "../../../workspace/act/stage.ts";
import { INDEX, WORKTREE } from "../../state/compared.ts";
import { hunkEffects } from "../rows/hunk-effects.ts";
import type { AnswerWork } from "../work.ts";
import { outcome, placeOf } from "./acts.ts";

/** The files that a commit would change, or could. */
export async function answerFiles(_: object, { repository, signal }: AnswerWork) {
  const history = await repository.history();
  return { files: await changedFiles(await placeOf(repository), { signal }), message: history.mergeMessage() };
}

/** The hunks of one of them, each with what it does. */
export async function answerHunks({ path }: { readonly path: string }, { repository, signal }: AnswerWork) {
  const hunks = await fileHunks(await placeOf(repository), path, { signal });
  const rows = hunks.map((hunk) => {
    const { id, isStaged, head, lines } = hunk;
    const set = repository.lastJudged(isStaged ? INDEX : WORKTREE)?.set;
    return { id, isStaged, head, lines, effects: set === undefined ? [] : hunkEffects(set, path, hunk.ranges) };
  });
  return { path, hunks: rows };
}

/** Stages a file or a hunk, or takes it out of the index. It ignores the signal, as all that writes. */
export async function stage({ path, hunk }: { readonly path: string; readonly hunk?: string }, work: AnswerWork) {
  const place = await placeOf(work.repository);
  return outcome(work, await (hunk === undefined ? toggleFile(place, path) : toggleHunk(place, path, hunk)));
}

/** Commits what is staged, through git and its hooks. */
export async function commit({ message }: { readonly message: CommitMessage }, work: AnswerWork) {
  return outcome(work, await commitIndex(await placeOf(work.repository), message));
}
