/** What is known of the history in which a commit is looked for. */
export interface SearchedHistory {
  /** The commit that halves those that lead to `now` and to none of `former`, and how many these are. */
  middle(
    now: string,
    former: readonly string[],
  ): Promise<{ readonly commit: string | undefined; readonly count: number }>;
  parents(commit: string): Promise<readonly string[]>;
  /** Whether a commit is as the later end is. */
  isNew(commit: string): Promise<boolean>;
}

export interface FirstChanged {
  readonly commit: string;
  /** A parent that is as the later end is, all the same: it was so before, and has changed in between. */
  readonly taken: string | undefined;
  /** Those that lead to the later end and not to the earlier one. */
  readonly commits: number;
}

/**
 * A commit that is as `now` is, while none of its parents is, found by halving the commits between. With several such
 * commits it is one of them. Where a merge took the matter from a parent that had it since before `former`, it is the
 * merge. Asks for about as many commits as the count of them has binary digits; `former` and `now` are known.
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
