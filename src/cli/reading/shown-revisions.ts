import { logWords } from "../../workspace/log/words.ts";
import type { States } from "../../workspace/workspace.ts";

/** What a screen opens with: a preview of a merge, what is staged, else a range of commits. */
export interface ShownWords {
  readonly range: string | undefined;
  readonly staged: boolean;
  readonly merge: string | undefined;
}

/** Throws HeirError for a range with an end that is no commit, and for a branch that is none. */
export async function checkRevisions({ range, merge }: ShownWords, states: Pick<States, "commitOf">): Promise<void> {
  const { ends } = logWords([], range);
  const named = [...(range === undefined ? [] : ends), ...(merge === undefined ? [] : [merge])];
  for (const revision of named) await states.commitOf(revision);
}
