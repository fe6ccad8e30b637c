import { Identities } from "../../compare/identity.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { Change, Sided } from "../../model/results/change.ts";
import type { SecretsOptions } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { rangeDiff } from "../../source/commits/commits.ts";
import { beforeTheFirst } from "../../source/snapshot/parts.ts";
import type { Workspace } from "../workspace.ts";

/** What a commit does to a value of a node; to a node that comes, goes or newly fails, with an empty path. */
export interface CommitEffect {
  readonly node: string;
  readonly path: readonly string[];
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Two commits of two ranges, and what each does that the other does not. */
export type PairEffects = Awaited<ReturnType<typeof rangeEffects>>[number];

/**
 * What the commits of one range do to nodes that those of another range do not: `[OLD, NEW]`, or two ranges. An effect
 * is a node, a path and the value after it. Secrets are masked. Throws HeirError outside git, and when git fails.
 */
export async function rangeEffects(
  workspace: Workspace,
  [one, other]: readonly [string, string],
  options: Abortable & SecretsOptions = {},
) {
  const { program, resolve } = workspace.source;
  if (program === undefined)
    throw new HeirError("environment", "comparing ranges needs the git program", "add git to PATH");
  const isRanges = one.includes("..") && other.includes("..");
  const [old, now] = isRanges ? [] : [(await resolve(one, options)).id, (await resolve(other, options)).id];
  const pairs = await rangeDiff(program, old === undefined ? [one, other] : [`${old}...${now}`], options);
  const identities = new Identities();
  const found = [];
  for (const pair of pairs) {
    const [before, after] = [await effects(workspace, pair.old, options), await effects(workspace, pair.new, options)];
    const key = ({ node, path, after: value }: CommitEffect) => {
      return [node, printPath(path), value === undefined ? "" : identities.of(value)].join("\n");
    };
    const beyond = (some: readonly CommitEffect[], others: readonly CommitEffect[]) => {
      const known = new Set(others.map(key));
      return some.filter((each) => !known.has(key(each)));
    };
    found.push({ ...pair, onlyOld: beyond(before, after), onlyNew: beyond(after, before) });
  }
  return found;
}

async function effects(workspace: Workspace, id: string | null, options: Abortable & SecretsOptions) {
  if (id === null) return [];
  const [parent] = (await workspace.source.resolve(id, options)).parents;
  const former = parent === undefined ? beforeTheFirst : await workspace.formerSnapshot(parent, options);
  const { changes, nodes } = await workspace.compare(former, await workspace.formerSnapshot(id, options), options);
  const { added, removed, newlyFailing } = nodes;
  const whole = [...added, ...removed, ...newlyFailing.map(({ name }) => name)];
  return [
    ...whole.map((node) => ({ node, path: [], before: undefined, after: undefined })),
    ...changes.flatMap(({ change, nodes: names }) => {
      const { path, before, after }: Change & Sided = change;
      return names.map((node) => ({ node, path, before, after }));
    }),
  ];
}
