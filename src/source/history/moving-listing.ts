import { leadsOut } from "../../model/inventory/folder-paths.ts";
import type { ListingWatch, TreeEntry } from "../../model/inventory/tree-entries.ts";
import type { FileDifference, HistoryCommit } from "../../model/results/history.ts";
import { isOn } from "../../speed/on.ts";

type ListCommit = (commit: string) => Promise<Iterable<readonly [path: string, entry: TreeEntry]>>;

interface Link {
  /** The child through which a commit is reached. */
  readonly child: string;
  /** What the child changed. */
  readonly differences: readonly FileDifference[];
  readonly depth: number;
}

/** The listing of one commit at a time, moved by undoing and redoing changes. git lists only if no child is known. */
export class MovingListing {
  private readonly entries = new Map<string, TreeEntry>();
  private readonly links = new Map<string, Link>();
  private at: string | undefined;
  private readonly list: ListCommit;
  private readonly watches: readonly ListingWatch[];

  constructor(list: ListCommit, watches: readonly ListingWatch[]) {
    this.list = list;
    this.watches = watches;
  }

  /** Call it for every commit, children first. */
  learn(commit: HistoryCommit): void {
    const depth = this.links.get(commit.id)?.depth ?? 0;
    for (const parent of commit.compared) {
      const differences = (commit.differences.get(parent) ?? []).filter(({ path }) => !leadsOut(path));
      this.links.set(parent, { child: commit.id, differences, depth: depth + 1 });
    }
  }

  /** The listing of a learnt commit, or of a parent of one; valid until the next call. */
  async moveTo(commit: string): Promise<ReadonlyMap<string, TreeEntry>> {
    const { up, down } = isOn("listings") ? this.way(commit) : { up: undefined, down: [commit] };
    if (up === undefined) await this.restart(down.shift() ?? commit);
    else for (const { differences } of up) for (const each of differences) this.set(each.path, each.before, each.after);
    for (const id of down) {
      for (const each of this.links.get(id)?.differences ?? []) this.set(each.path, each.after, each.before);
    }
    this.at = commit;
    return this.entries;
  }

  /** The links to redo from here, then the commits to go down to; without `up`, the first of `down` is a start. */
  private way(commit: string): { readonly up: readonly Link[] | undefined; readonly down: string[] } {
    const up: Link[] = [];
    const down: string[] = [];
    let [here, there] = [this.at, commit];
    while (here !== there) {
      const [left, right] = [here === undefined ? undefined : this.links.get(here), this.links.get(there)];
      if (left === undefined && right === undefined) return { up: undefined, down: [there, ...down.reverse()] };
      if (left !== undefined && left.depth >= (right?.depth ?? 0)) {
        up.push(left);
        here = left.child;
      } else if (right !== undefined) {
        down.push(there);
        there = right.child;
      }
    }
    return { up, down: down.reverse() };
  }

  private async restart(commit: string): Promise<void> {
    const listed = await this.list(commit);
    this.entries.clear();
    for (const [path, entry] of listed) this.entries.set(path, entry);
    for (const watch of this.watches) watch.reset(this.entries);
  }

  private set(path: string, before: TreeEntry | undefined, after: TreeEntry | undefined): void {
    if (after === undefined) this.entries.delete(path);
    else this.entries.set(path, after);
    for (const watch of this.watches) watch.changed(path, before, after);
  }
}
