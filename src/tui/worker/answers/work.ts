import { commitIndex } from "../../../workspace/act/commit.ts";
import { changedFiles, fileHunks, toggleFile, toggleHunk } from "../../../workspace/act/stage.ts";
import type { Acted, FileHunks, WorkFiles } from "../protocol/work-data.ts";
import type { AnswerWork, Ask } from "../work.ts";
import { outcome, placeOf } from "./acts.ts";

/** The files that a commit would change, or could. */
export async function answerFiles(_: Ask<"files">, { repository, signal }: AnswerWork): Promise<WorkFiles> {
  const history = await repository.history();
  return { files: await changedFiles(await placeOf(repository), { signal }), message: history.mergeMessage() };
}

/** The hunks of one of them, each with what it does. */
export async function answerHunks({ path }: Ask<"hunks">, { repository, signal }: AnswerWork): Promise<FileHunks> {
  const hunks = await fileHunks(await placeOf(repository), path, { signal });
  return {
    path,
    hunks: hunks.map(({ id, isStaged, head, lines }) => ({ id, isStaged, head, lines, effects: [] })),
  };
}

/** Stages a file or a hunk, or takes it out of the index. It ignores the signal, as all that writes. */
export async function stage({ path, hunk }: Ask<"stage">, work: AnswerWork): Promise<Acted> {
  const place = await placeOf(work.repository);
  return outcome(work, await (hunk === undefined ? toggleFile(place, path) : toggleHunk(place, path, hunk)));
}

/** Commits what is staged, through git and its hooks. */
export async function commit({ message }: Ask<"commit">, work: AnswerWork): Promise<Acted> {
  return outcome(work, await commitIndex(await placeOf(work.repository), message));
}
