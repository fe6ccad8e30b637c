import { command } from "../../base/terminal-text.ts";
import { isSemanticConflict } from "../../model/results/branch-merge.ts";
import type { FailingNode } from "../../model/results/comparison.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { counted } from "../../report/text/row.ts";
import { inventoryPairs } from "../../workspace/commits/inventory-pairs.ts";
import type { Met } from "../../workspace/merge/merge.ts";
import { type Arrival, meetOn, rebaseWays } from "../../workspace/merge/ways.ts";
import { timeFor } from "../../workspace/repository/git-settings.ts";
import { metText, sayMeeting, tellStash } from "./meetings.ts";
import { firstParent, type HookVerdict, type HookWork } from "./work.ts";

/**
 * post-rewrite: after a rebase, what neither the old branch nor its new base has: values, nodes that fail and findings, and
 * which commits bring them. Changes that git has put aside are compared before it brings them back.
 */
export async function postRewrite(work: HookWork): Promise<HookVerdict> {
  const [cause] = work.args;
  if (cause !== "rebase") return "passed";
  const pairs = (await work.input()).split("\n").map((line) => line.split(" "));
  const commits = [...new Set(pairs.flatMap(([, now]) => now || []))];
  const old = pairs.findLast(([, now]) => now)?.[0];
  for (const way of await rebaseWays(work, { commits, old })) await tellRebase(work, way, commits);
  await tellStash(work, "rebase-merge/autostash");
  return "passed";
}

async function tellRebase(work: HookWork, way: Arrival, commits: readonly string[]): Promise<void> {
  const met = await meetOn(work, way);
  const found = metText(met);
  if (found === undefined) return;
  const undo = `fix it in a further commit, or undo it: ${command(["git", "reset", "--keep", "ORIG_HEAD"])}`;
  const [base, old] = [way.ours.slice(0, 12), way.theirs.slice(0, 12)];
  const ranges = command(["heir", "diff", "--range-diff", `${base}..${old}`, `${base}..HEAD`]);
  const notes = [...(await broughtBy(work, met, commits)), `commit by commit: ${ranges}`, undo];
  sayMeeting(work, { title: `the rebased branch has ${found}`, met, notes });
}

/** Subjects of commits that bring what is met, newest first, and how many are not known; `commits`: oldest first. */
async function broughtBy(work: HookWork, met: readonly Met[], commits: readonly string[]): Promise<readonly string[]> {
  const { repository, signal } = work;
  let open: ReadonlySet<string> = new Set(
    met.flatMap(({ comparison: { values, nodes } }) => effects(values.filter(isSemanticConflict), nodes.failing)),
  );
  const lines: string[] = [];
  const hasTime = timeFor(repository.settings);
  for (const [index, commit] of commits.toReversed().entries()) {
    if (open.size === 0) break;
    if (!hasTime()) {
      return [...lines, `${counted(commits.length - index, "older commit")} not looked at (heir.judgeSeconds)`];
    }
    const after = await repository.commit(commit, { signal });
    const before = (await firstParent(work, after)) ?? after;
    const made: string[] = [];
    const names = new Set([...open].map((effect) => effect.split("\n", 1)[0] ?? ""));
    for (const pair of await inventoryPairs(work, { before, after })) {
      const { changes, nodes } = await work.workspace.compare(pair.before, pair.after, { signal, nodes: names });
      const values = changes.map(({ change, nodes: having }) => ({ path: change.path, nodes: having }));
      made.push(...effects(values, nodes.newlyFailing));
    }
    const left = new Set([...open].filter((effect) => !made.some((each) => isWithin(each, effect))));
    const { subject = "" } = after.snapshots[0];
    if (left.size < open.size) lines.push(`brought by ${commit.slice(0, 7)} "${subject}"`);
    open = left;
  }
  return lines;
}

/** Each value on a node, as its name and on a second line its path, and each node that fails, by its name. */
function effects(
  values: readonly { readonly path: ParameterPath; readonly nodes: readonly string[] }[],
  failing: readonly FailingNode[],
): readonly string[] {
  const ofValues = values.flatMap(({ path, nodes }) => nodes.map((name) => `${name}\n${printPath(path)}`));
  return [...ofValues, ...failing.map(({ name }) => name)];
}

/** Whether one effect is another one, or the one of a mapping around or inside it. */
function isWithin(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}:`) || other.startsWith(`${one}:`);
}
