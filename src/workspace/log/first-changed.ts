/** The history to search for a commit. */
export interface SearchedHistory {
  /** The commit that halves the commits reachable from `now` and from none of `former`, and their number. */
  middle(
    now: string,
    former: readonly string[],
  ): Promise<{ readonly commit: string | undefined; readonly count: number }>;
  parents(commit: string): Promise<readonly string[]>;
  /** Whether a commit has the state of the later end. */
  isNew(commit: string): Promise<boolean>;
}

export interface FirstChanged {
  readonly commit: string;
  /** A parent that has the state of the later end nevertheless: it had it before `former`, which changed it. */
  readonly taken: string | undefined;
  /** The number of commits reachable from the later end and not from the earlier one. */
  readonly commits: number;
}

/**
 * A commit in the state of `now` with no parent in that state, found by bisection. If there are several, it is one of
 * them. Where a merge took the state from a parent that had it since before `former`, it is the merge. It examines
 * about as many commits as their number has binary digits; the states of `former` and `now` are known.
 */
export async function firstChanged(
  { now, former }: { readonly now: string; readonly former: string },
  history: SearchedHistory,
): Promise<FirstChanged> {
  const olds = [former];
  let found = now;
  const { count: commits } = await history.middle(now, olds);
  for (;;) {
    const { commit } = await history.middle(found, olds);
    if (commit === undefined || commit === found) break;
    if (await history.isNew(commit)) found = commit;
    else olds.push(commit);
  }
  let taken: string | undefined;
  for (const parent of await history.parents(found)) {
    if (taken === undefined && !olds.includes(parent) && (await history.isNew(parent))) taken = parent;
  }
  return { commit: found, taken, commits };
}
