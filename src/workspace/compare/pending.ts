import { Identities } from "../../compare/identity.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { LoggedCommit, PendingChange, PendingCommit, PendingValues } from "../../model/results/log.ts";
import type { Masked, SecretsOptions } from "../../model/secrets/masked.ts";
import { leavesOf } from "../../model/values/inside.ts";
import type { Value } from "../../model/values/value.ts";
import type { CompareOptions, Workspace } from "../workspace.ts";
import { changedEnds } from "./changed-ends.ts";

/** Two commits by their ids, and the nodes that count. */
export interface Promotion {
  readonly from: string;
  readonly to: string;
  readonly nodes: ReadonlySet<string>;
}

/** What nodes of TO would get if TO were where FROM is, by effect. Throws what git and the workspace throw. */
export async function pendingBetween(
  workspace: Workspace,
  { from, to, nodes }: Promotion,
  options: Abortable & SecretsOptions,
): Promise<PendingValues> {
  const search = new PendingSearch(workspace, { ...options, nodes });
  const comparison = await search.between(to, from, true);
  const [ours, theirs] = [await search.effects(`${to}..${from}`), await search.effects(`${from}..${to}`)];
  const base = await workspace.source.mergeBase(to, from, options);
  const since = async (tip: string, effects: readonly Effect[]): Promise<ReadonlySet<string>> =>
    base === undefined
      ? new Set(effects.flatMap(({ keys }) => [...keys]))
      : search.keys(await search.between(base, tip));
  const sides = [
    { keys: await since(from, ours), commits: ours },
    { keys: await since(to, theirs), commits: theirs },
  ];
  const waiting = search.keys(comparison);
  const commits = ours.map(({ commit, keys }): PendingCommit => {
    const isPending = [...keys].some((key) => waiting.has(key));
    return { commit, state: keys.size === 0 ? "nothing" : isPending ? "pending" : "there" };
  });
  const states = [await workspace.formerSnapshot(to, options), await workspace.formerSnapshot(from, options)] as const;
  const ends = await changedEnds(states, comparison.lookedAt.files, options);
  return { changes: comparison.changes.flatMap((change) => search.apart(change, sides)), commits, ends };
}

/** A commit, and the values of nodes that it changes. */
interface Effect {
  readonly commit: LoggedCommit;
  readonly keys: ReadonlySet<string>;
}

/** What differs from the merge base, and the commits since. */
interface Side {
  readonly keys: ReadonlySet<string>;
  readonly commits: readonly Effect[];
}

type PendingOptions = Pick<CompareOptions, "nodes" | "signal" | "secrets">;

class PendingSearch {
  private readonly identities = new Identities();
  private readonly workspace: Workspace;
  private readonly options: PendingOptions;

  constructor(workspace: Workspace, options: PendingOptions) {
    this.workspace = workspace;
    this.options = options;
  }

  async between(old: string, now: string, causes = false): Promise<Masked<Comparison>> {
    const before = await this.workspace.formerSnapshot(old, this.options);
    const after = await this.workspace.formerSnapshot(now, this.options);
    return this.workspace.compare(before, after, { ...this.options, causes });
  }

  /** The commits of a range, the newest first. A merge counts for what differs from all its parents. */
  async effects(range: string): Promise<readonly Effect[]> {
    const found: Effect[] = [];
    const asked = { revisions: [range], quiet: true, isMeant: () => false };
    for await (const { commit } of (await this.workspace.log(asked, this.options)).entries) {
      let keys: ReadonlySet<string> | undefined;
      for (const parent of commit.parents) {
        const differing = this.keys(await this.between(parent, commit.id));
        keys = keys === undefined ? differing : new Set([...keys].filter((key) => differing.has(key)));
      }
      found.push({ commit, keys: keys ?? new Set() });
    }
    return found;
  }

  /** One text for each value of a node that differs, and for each node that differs as a whole. */
  keys({ changes, nodes }: Masked<Comparison>): ReadonlySet<string> {
    const failing = nodes.newlyFailing.map(({ name }) => name);
    const whole = [...nodes.added, ...nodes.removed, ...nodes.newlyResolving, ...failing];
    return new Set([
      ...whole,
      ...changes.flatMap((change) => change.nodes.flatMap((node) => this.keysAt(node, change))),
    ]);
  }

  /** A change, apart for the nodes on which another side or other commits made it. */
  apart(folded: FoldedChange, sides: readonly Side[]): readonly PendingChange[] {
    const parts = new Map<string, PendingChange & { readonly nodes: string[] }>();
    for (const node of folded.nodes) {
      const keys = this.keysAt(node, folded);
      const [inFrom, inTo] = sides.map((each) => keys.some((key) => each.keys.has(key)));
      const side = inFrom === inTo ? "both" : inFrom === true ? "from" : "to";
      const newest = sides.flatMap(({ keys: of, commits }) => {
        const last = keys.filter((key) => of.has(key)).map((key) => commits.find((each) => each.keys.has(key)));
        return last.flatMap((each) => each?.commit ?? []);
      });
      const since = [...new Set(newest)];
      const key = [side, ...since.map(({ id }) => id)].join(" ");
      const known = parts.get(key);
      if (known === undefined) parts.set(key, { ...folded, side, since, nodes: [node] });
      else known.nodes.push(node);
    }
    return [...parts.values()];
  }

  /** The values inside a change; of one whose difference is masked, the change itself. */
  private keysAt(node: string, { change }: FoldedChange): readonly string[] {
    const leaves = (value: Value | undefined): ReadonlyMap<string, number> => {
      const all = value === undefined ? [] : leavesOf(value, change.path);
      return new Map(all.map((leaf) => [JSON.stringify(leaf.path), this.identities.of(leaf.value)]));
    };
    const old = leaves("before" in change ? change.before : undefined);
    const now = leaves("after" in change ? change.after : undefined);
    const differing = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
    const paths = differing.length > 0 ? differing : [JSON.stringify(change.path)];
    return paths.map((path) => `${node}\n${path}`);
  }
}
