import type { ActingPlace } from "../../source/repository/user-acts.ts";
import { type Act, restoreIndex } from "./acts.ts";
import { takeBackCommit } from "./commit.ts";

/** Whether something was a commit: undoing it moves HEAD. */
export function isCommit({ before, after }: Act): boolean {
  return before.head !== after.head;
}

/** Takes back what was done last. Throws HeirError, and changes nothing, where anything moved since, and as `takeBackCommit` does. */
export function takeBackAct(place: ActingPlace, act: Act): Promise<void> {
  return isCommit(act) ? takeBackCommit(place, act) : restoreIndex(place, act);
}
