import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";
import type { HistoryRange, ShareStretch, Stretches } from "./commit.ts";
import { revList } from "./rev-list.ts";

/** A commit and the parents that it is compared with. */
interface ListedCommit {
  readonly id: string;
  readonly parents: readonly string[];
}

/** Which commits are wanted; a history ends behind the last of them. */
type Wanted = ReadonlySet<string> | undefined;

/**
 * The commits of one share: equal stretches of the range, each moved on to the next commit at which all lines of history
 * meet, so that nothing else is known of what is before it. Throws HeirError when git fails.
 */
export async function stretchOf(
  program: GitProgram,
  range: HistoryRange,
  { part, wanted, signal }: { readonly part: Stretches; readonly wanted: Wanted } & Abortable,
): Promise<ShareStretch> {
  const args = revList(range, "--topo-order", "--parents");
  const listed = (await git(program, args, { signal })).toString().split("\n").slice(0, -1);
  const commits = listed.map((line): ListedCommit => {
    const [id = "", ...parents] = line.split(" ");
    return { id, parents: range.firstParent ? parents.slice(0, 1) : parents };
  });
  return divided(commits, part, wanted);
}

/** The stretch of a share of some commits, newest first, no commit before its children. */
function divided(listed: readonly ListedCommit[], { index, of }: Stretches, wanted?: Wanted): ShareStretch {
  const last = wanted === undefined ? listed.length - 1 : listed.findLastIndex(({ id }) => wanted.has(id));
  const commits = listed.slice(0, last + 1);
  const meeting = meetings(commits);
  const cut = (share: number): number => {
    let at = Math.floor((share * commits.length) / of);
    while (at < commits.length && meeting[at] === false) at += 1;
    return at;
  };
  const [start, end] = [cut(index - 1), cut(index)];
  const hasChild = (at: number, from: number): boolean =>
    commits.slice(from, at).some(({ parents }) => parents.includes(commits[at]?.id ?? ""));
  const isNext = start < end && end < commits.length && hasChild(end, start);
  return { start, end, isContinued: start < end && hasChild(start, 0), next: isNext ? commits[end]?.id : undefined };
}

/** Whether the commits before a position lead to no commit behind it, and to no parent outside that it leads to as well. */
function meetings(commits: readonly ListedCommit[]): readonly boolean[] {
  const positions = new Map(commits.map(({ id }, at) => [id, at]));
  const firstNamed = new Map<string, number>();
  const lastNamed = new Map<string, number>();
  for (const [at, { parents }] of commits.entries()) {
    for (const parent of parents) {
      if (!firstNamed.has(parent)) firstNamed.set(parent, at);
      // A parent in the list is where its line is met; of one outside, its last child.
      lastNamed.set(parent, positions.has(parent) ? (positions.get(parent) ?? at) - 1 : at);
    }
  }
  const changes = new Array<number>(commits.length + 1).fill(0);
  for (const [parent, from] of firstNamed) {
    const to = lastNamed.get(parent) ?? from;
    changes[from + 1] = (changes[from + 1] ?? 0) + 1;
    changes[to + 1] = (changes[to + 1] ?? 0) - 1;
  }
  let open = 0;
  return commits.map((_, at) => {
    open += changes[at] ?? 0;
    return open === 0;
  });
}
