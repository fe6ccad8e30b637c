import { HeirError } from "../../model/findings/failure.ts";
import { commitParents, remoteBranchesWith } from "../../source/history/commit-ids.ts";
import { type ActingPlace, commitInEditor, commitStaged, resetSoft } from "../../source/repository/user-acts.ts";
import { type Act, type ActOutcome, expectUnmoved, performed, restoreIndex } from "./acts.ts";

/** Where the message of a commit comes from: it was typed, git has prepared it for a merge, or the user's editor asks for it. */
export type CommitMessage = { readonly text: string } | "prepared" | "editor";

/**
 * Commits what is staged, as `git commit` does, with hooks, signature and all. With "editor" git runs on the terminal of this process. Throws
 * HeirError where git cannot be started.
 */
export function commitIndex(place: ActingPlace, message: CommitMessage): Promise<ActOutcome> {
  if (message === "editor") return performed(place, "committed", () => commitInEditor(place));
  const text = message === "prepared" ? undefined : message.text;
  const [first = ""] = (text ?? "the merge").split("\n");
  return performed(place, `committed ${first}`, () => commitStaged(place, text));
}

/**
 * Takes a commit back: HEAD is its parent again, index and files stay as they are. Throws HeirError, and changes nothing, where HEAD or the
 * index moved since, where a remote branch has the commit, and for a merge.
 */
async function takeBackCommit(place: ActingPlace, act: Act): Promise<void> {
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

/** Whether something was a commit: undoing it moves HEAD. */
export function isCommit({ before, after }: Act): boolean {
  return before.head !== after.head;
}

/** Takes back what was done last. Throws HeirError, and changes nothing, where anything moved since, and as `takeBackCommit` does. */
export function takeBackAct(place: ActingPlace, act: Act): Promise<void> {
  return isCommit(act) ? takeBackCommit(place, act) : restoreIndex(place, act);
}
