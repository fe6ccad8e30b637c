import { HeirError } from "../../model/findings/failure.ts";
import { commitParents, remoteBranchesWith } from "../../source/history/commit-place.ts";
import { type ActingPlace, commitStaged, resetSoft } from "../../source/repository/user-acts.ts";
import { type Act, type ActOutcome, expectUnmoved, performed } from "./acts.ts";

/**
 * Commits what is staged, as `git commit` does, with hooks, signature and all; without a message the one that git has prepared for a merge. Throws
 * HeirError where git cannot be started.
 */
export function commitIndex(place: ActingPlace, message: string | undefined): Promise<ActOutcome> {
  return performed(place, `committed ${firstLine(message)}`, () => commitStaged(place, message));
}

function firstLine(message = "the merge"): string {
  return message.split("\n")[0] ?? "";
}

/**
 * Takes a commit back: HEAD is its parent again, index and files stay as they are. Throws HeirError, and changes nothing, where HEAD or the
 * index moved since, where a remote branch has the commit, and for a merge.
 */
export async function takeBackCommit(place: ActingPlace, act: Act): Promise<void> {
  await expectUnmoved(place, act);
  const commit = act.after.head ?? "HEAD";
  const parents = await commitParents(place.program, commit);
  if (parents.length > 1)
    throw new HeirError("environment", `${commit.slice(0, 7)} is a merge: undone, it would be none any more`);
  const [remote] = await remoteBranchesWith(place.program, commit);
  if (remote !== undefined)
    throw new HeirError("environment", `${commit.slice(0, 7)} is on ${remote}: others may have it`, "git revert");
  const { isDone, tried, output } = await resetSoft(place, act.before.head);
  if (!isDone) throw new HeirError("environment", `${tried} failed`, output);
}
