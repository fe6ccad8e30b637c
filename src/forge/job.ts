import { HeirError } from "../model/findings/failure.ts";
import type { Run } from "./forge.ts";

/** The id of a commit; undefined for anything else. */
export function asCommit(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}

/** The same. Throws HeirError for anything else, naming where it comes from. */
export function commitIn(text: string | undefined, from: string): string {
  const commit = asCommit(text);
  if (commit !== undefined) return commit;
  throw new HeirError("environment", `${from} is no commit id`, "--post works in a CI job of a pull or merge request");
}

/** A run by the number of its pipeline and of its attempt; 0 and 1 where there is none. */
export function asRun(id: string | undefined, attempt: string | undefined): Run {
  return { id: wholeNumber(id) ?? 0, attempt: wholeNumber(attempt) ?? 1 };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
