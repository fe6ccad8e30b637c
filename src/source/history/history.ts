import { digest } from "../../base/digest.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { type ListingWatch, TreeEntries, type TreeEntry } from "../../model/inventory/tree-entries.ts";
import type {
  CommitFilter,
  CommitStretch,
  HistoryCommit,
  HistoryRange,
  PlacedCommit,
  ShareStretch,
  Stretches,
} from "../../model/results/history.ts";
import type { AttributedStore } from "../attributes/tree-attributes.ts";
import { git, printedPieces } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import type { BlobReader, GitFacts } from "../git/store.ts";
import { shallowCommits } from "../git/unknown-revision.ts";
import type { Finder } from "../inventory/finder.ts";
import { readIds } from "../partial/store.ts";
import { listingSnapshot } from "../snapshot/tree.ts";
import { MovingListing } from "./moving-listing.ts";
import { CommitPlaces } from "./places.ts";
import { historyCommits, revList } from "./raw-log.ts";

export interface History extends BlobReader {
  /** Newest first, no commit before its children; read while it is asked for. */
  commits(options?: Abortable): AsyncIterable<PlacedCommit>;
  filtered(filter: CommitFilter, options?: Abortable): Promise<ReadonlySet<string>>;
  /** A text that is equal for equal lists of commits; with a filter, of those that it lets through. */
  signature(options?: { readonly filter?: CommitFilter } & Abortable): Promise<string>;
  /** The stretch of the commits that a share is; with `wanted` of those up to the last one of these. */
  stretch(options: StretchOptions): Promise<ShareStretch>;
  within(stretch: CommitStretch): History;
  /** A listing that moves along the commits that were given. */
  listing(watches: readonly ListingWatch[], options?: Abortable): MovingListing;
  /** The listing of one commit as a snapshot; its id is the id of the commit. */
  snapshot(commit: string, entries: ReadonlyMap<string, TreeEntry>, options?: Abortable): Promise<Snapshot>;
}

interface StretchOptions extends Abortable {
  readonly part: Stretches;
  /** Which commits are wanted; a history ends behind the last of them. */
  readonly wanted: ReadonlySet<string> | undefined;
}

interface HistorySource {
  readonly store: AttributedStore;
  readonly git: GitFacts;
  readonly finder: Finder;
  /** Undefined if there is no git program. */
  readonly program: GitProgram | undefined;
}

const SHORT = 7;

/** The history of a repository. Throws HeirError where there is no git program. */
export function openHistory(source: HistorySource, range: HistoryRange): History {
  const { store, git: facts, program, finder } = source;
  if (program === undefined) {
    throw new HeirError("environment", "reading a history needs the git program", "install git, or add it to PATH");
  }
  const places = new CommitPlaces(store, finder);
  return {
    async *commits(options) {
      await store.expectTrees?.(range.revisions, options);
      const listed = historyCommits(program, range, options);
      const commits = store.expect === undefined ? listed : announced(listed, store.expect);
      for await (const commit of markedCommits(commits, facts)) yield places.within(commit, options);
    },
    filtered: async (filter, options) => {
      return new Set(printedPieces(await git(program, revList(range, ...conditionsOf(filter)), options)));
    },
    stretch: (options) => stretchOf(program, range, options),
    within: ({ start, end }) => openHistory(source, { ...range, stretch: { start, end } }),
    signature: async ({ filter = {}, ...options } = {}) => {
      return digest((await git(program, revList(range, "--parents", ...conditionsOf(filter)), options)).toString());
    },
    listing(watches, options) {
      return new MovingListing((commit) => places.entries(commit, options), watches);
    },
    async snapshot(id, entries, options) {
      const { place, lost } = await places.placed(id, options);
      const listing = { id, entries: TreeEntries.of(entries), submodules: new Map(), unreadable: [] };
      return listingSnapshot(store, { listing, lost, place }, { ...options, tree: id, title: id.slice(0, SHORT) });
    },
    blobs: store.blobs,
    blobsNow: store.blobsNow,
  };
}

/** Announces what the commits of a history change before the first of them is read. */
async function* announced(
  commits: AsyncIterable<HistoryCommit>,
  expect: (ids: Iterable<string>) => void,
): AsyncGenerator<HistoryCommit> {
  const all: HistoryCommit[] = [];
  for await (const commit of commits) all.push(commit);
  for (const { differences } of all) {
    for (const { path, before, after } of [...differences.values()].flat()) {
      expect(readIds([before, after].flatMap((entry) => (entry === undefined ? [] : [[path, entry] as const]))));
    }
  }
  yield* all;
}

/** Marks the commits at which a shallow clone ends. */
async function* markedCommits(commits: AsyncIterable<HistoryCommit>, git: GitFacts): AsyncGenerator<HistoryCommit> {
  const cut = shallowCommits(git);
  for await (const commit of commits) yield cut.has(commit.id) ? { ...commit, boundary: true } : commit;
}

function conditionsOf(filter: CommitFilter): readonly string[] {
  return Object.entries(filter).map(([name, text]) => `--${name}=${text}`);
}

type ListedCommit = Pick<HistoryCommit, "id" | "parents">;

/**
 * The commits of one share: equal stretches of the range, each moved on to the next commit at which all lines of history
 * meet, so that nothing else is known of what is before it. Throws HeirError when git fails.
 */
async function stretchOf(
  program: GitProgram,
  range: HistoryRange,
  { part, wanted, signal }: StretchOptions,
): Promise<ShareStretch> {
  const args = revList(range, "--topo-order", "--parents");
  const commits = printedPieces(await git(program, args, { signal })).map((line): ListedCommit => {
    const [id = "", ...parents] = line.split(" ");
    return { id, parents: range.firstParent ? parents.slice(0, 1) : parents };
  });
  return divided(commits, part, wanted);
}

/** The stretch of a share of some commits, newest first, no commit before its children. */
function divided(
  listed: readonly ListedCommit[],
  { index, of }: Stretches,
  wanted: StretchOptions["wanted"],
): ShareStretch {
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
