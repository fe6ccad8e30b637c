import { keptAt } from "../../base/made-once.ts";
import { Identities } from "../../compare/identity.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { FoldedChange, Sided } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { LoggedCommit, PendingChange, PendingCommit, PendingValues } from "../../model/results/log.ts";
import type { Masked, SecretsOptions } from "../../model/secrets/masked.ts";
import type { Value } from "../../model/values/value.ts";
import { leavesOf } from "../../model/values/value-at.ts";
import { changedEnds } from "../evidence/changed-ends.ts";
import type { CompareOptions, Workspace } from "../workspace.ts";

/**
 * What nodes of TO would get if TO were where FROM is, by effect; both are ids of commits. Throws what git and the
 * workspace throw.
 */
export async function pendingBetween(
  workspace: Workspace,
  { from, to, nodes }: { readonly from: string; readonly to: string; readonly nodes: ReadonlySet<string> },
  options: Abortable & SecretsOptions,
): Promise<PendingValues> {
  const search = { workspace, identities: new Identities(), options: { ...options, nodes } };
  const comparison = await between(search, [to, from], true);
  const [ours, theirs] = [await effects(search, `${to}..${from}`), await effects(search, `${from}..${to}`)];
  const base = await workspace.source.mergeBase(to, from, options);
  const since = async (tip: string, made: readonly Effect[]): Promise<ReadonlySet<string>> =>
    base === undefined
      ? new Set(made.flatMap(({ keys }) => [...keys]))
      : keysOf(await between(search, [base, tip]), search);
  const sides = [
    { keys: await since(from, ours), commits: ours },
    { keys: await since(to, theirs), commits: theirs },
  ];
  const waiting = keysOf(comparison, search);
  const commits = ours.map(({ commit, keys }): PendingCommit => {
    const isPending = [...keys].some((key) => waiting.has(key));
    return { commit, state: keys.size === 0 ? "nothing" : isPending ? "pending" : "there" };
  });
  const states = [await workspace.formerSnapshot(to, options), await workspace.formerSnapshot(from, options)] as const;
  const ends = await changedEnds(workspace, states, comparison.lookedAt.files, options);
  return { changes: comparison.changes.flatMap((change) => apart(change, sides, search)), commits, ends };
}

interface Effect {
  readonly commit: LoggedCommit;
  readonly keys: ReadonlySet<string>;
}

/** What differs from the merge base, and the commits since. */
interface Side {
  readonly keys: ReadonlySet<string>;
  readonly commits: readonly Effect[];
}

interface PendingSearch {
  readonly workspace: Workspace;
  readonly identities: Identities;
  readonly options: Pick<CompareOptions, "nodes" | "signal" | "secrets">;
}

async function between(
  { workspace, options }: PendingSearch,
  [old, now]: readonly [string, string],
  causes = false,
): Promise<Masked<Comparison>> {
  const before = await workspace.formerSnapshot(old, options);
  const after = await workspace.formerSnapshot(now, options);
  return workspace.compare(before, after, { ...options, causes });
}

/** The commits of a range, the newest first. A merge counts for what differs from all its parents. */
async function effects(search: PendingSearch, range: string): Promise<readonly Effect[]> {
  const found: Effect[] = [];
  const asked = { revisions: [range], quiet: true, isMeant: () => false };
  for await (const { commit } of (await search.workspace.log(asked, search.options)).entries) {
    let keys: ReadonlySet<string> | undefined;
    for (const parent of commit.parents) {
      const differing = keysOf(await between(search, [parent, commit.id]), search);
      keys = keys === undefined ? differing : new Set([...keys].filter((key) => differing.has(key)));
    }
    found.push({ commit, keys: keys ?? new Set() });
  }
  return found;
}

/** One text for each value of a node that differs, and for each node that differs as a whole. */
function keysOf({ changes, nodes }: Masked<Comparison>, search: PendingSearch): ReadonlySet<string> {
  const failing = nodes.newlyFailing.map(({ name }) => name);
  const whole = [...nodes.added, ...nodes.removed, ...nodes.newlyResolving, ...failing];
  const values = changes.flatMap((change) => change.nodes.flatMap((node) => keysAt(node, change, search)));
  return new Set([...whole, ...values]);
}

/** A change, apart for the nodes on which another side or other commits made it. */
function apart(folded: FoldedChange, sides: readonly Side[], search: PendingSearch): readonly PendingChange[] {
  const parts = new Map<string, PendingChange & { readonly nodes: string[] }>();
  for (const node of folded.nodes) {
    const keys = keysAt(node, folded, search);
    const [inFrom, inTo] = sides.map((each) => keys.some((key) => each.keys.has(key)));
    const side: PendingChange["side"] = inFrom === inTo ? "both" : inFrom === true ? "from" : "to";
    const newest = sides.flatMap(({ keys: of, commits }) => {
      const last = keys.filter((key) => of.has(key)).map((key) => commits.find((each) => each.keys.has(key)));
      return last.flatMap((each) => each?.commit ?? []);
    });
    const since = [...new Set(newest)];
    const key = [side, ...since.map(({ id }) => id)].join(" ");
    keptAt(parts, key, () => ({ ...folded, side, since, nodes: [] })).nodes.push(node);
  }
  return [...parts.values()];
}

/** The values inside a change; of one whose difference is masked, the change itself. */
function keysAt(node: string, { change }: FoldedChange, { identities }: PendingSearch): readonly string[] {
  const leaves = (value: Value | undefined): ReadonlyMap<string, number> => {
    const all = value === undefined ? [] : leavesOf(value, change.path);
    return new Map(all.map((leaf) => [JSON.stringify(leaf.path), identities.of(leaf.value)]));
  };
  const { before, after }: Sided = change;
  const [old, now] = [leaves(before), leaves(after)];
  const differing = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
  const paths = differing.length > 0 ? differing : [JSON.stringify(change.path)];
  return paths.map((path) => `${node}\n${path}`);
}
