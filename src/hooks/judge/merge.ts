import { command } from "../../base/command.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { MergeComparison } from "../../model/results/branch-merge.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { conflictText, mergeRows } from "../../report/merges/merge.ts";
import { counted } from "../../report/text/count.ts";
import { type Row, segment } from "../../report/text/row.ts";
import type { Verdict } from "../../workspace/gate/verdict.ts";
import { compareStagedMerge, isStrictMerge, mergedHeads, strictMergeWords } from "../../workspace/merge/staged.ts";
import { lineLimit, sayLine } from "./report.ts";
import { type HookVerdict, type HookWork, wordSetting } from "./work.ts";

/**
 * Reports semantic merge conflicts; `heir.strictMerge` makes the hook refuse them. In a merge with conflicts resolved
 * by hand, values from a file edited since then are intended.
 */
export async function judgeMerge(work: HookWork, step: Verdict): Promise<HookVerdict> {
  const [head, ...more] = await mergeHeads(work);
  if (head === undefined) return "passed";
  if (more.length > 0) {
    sayLine(work, `a merge of ${more.length + 2} branches: its values are not compared with those of each branch`);
    return "passed";
  }
  const verdicts: HookVerdict[] = [];
  for (const { before, after } of step.parts) verdicts.push(await judgeMerged(work, step, { before, after, head }));
  return verdicts.includes("refused") ? "refused" : "passed";
}

interface MergedInventory {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly head: MergeHead;
}

async function judgeMerged(
  work: HookWork,
  step: Verdict,
  { before, after, head }: MergedInventory,
): Promise<HookVerdict> {
  const merge = { before, after, head: head.id, isByHand: work.hook === "pre-commit" };
  const comparison = await compareStagedMerge(work, merge, { signal: work.signal });
  const found = conflictText(comparison);
  if (found === undefined) return "passed";
  if (step.isRefused) {
    sayLine(work, `the merge also has ${found}: ${command(["heir", "merge-check", head.name])}`);
    return "passed";
  }
  const isStrict = isStrictMerge(wordSetting(work, "strictMerge", strictMergeWords));
  sayMerge(work, comparison, isStrict ? refusal(found, head.name) : notice(found));
  return isStrict ? "refused" : "passed";
}

/** One of the branches that are merged into HEAD. */
interface MergeHead {
  readonly id: string;
  /** The name that the user typed, where git reports it. */
  readonly name: string;
}

/**
 * The commits being merged into HEAD; none when this is no merge. While `git merge` itself runs, MERGE_HEAD is not
 * written yet: the variables GITHEAD_* name them.
 */
export async function mergeHeads({ env, repository }: HookWork): Promise<readonly MergeHead[]> {
  const named = Object.entries(env).flatMap(([variable, name]) => {
    const id = /^GITHEAD_([0-9a-f]+)$/.exec(variable)?.[1];
    return id === undefined ? [] : [{ id, name: name || id }];
  });
  if (named.length > 0) return named;
  return (await mergedHeads(repository)).map((id) => ({ id, name: "MERGE_HEAD" }));
}

interface Message {
  readonly title: string;
  readonly notes: readonly string[];
}

function refusal(found: string, name: string): Message {
  const skip = "skip once: git commit --no-verify completes the merge, git merge --abort aborts it";
  const full = `in full: ${command(["heir", "merge-check", name])}`;
  return { title: `merge refused (heir.strictMerge): ${found}`, notes: [full, skip] };
}

function notice(found: string): Message {
  return { title: `the merge has ${found}`, notes: ["in full: heir merge-check HEAD^2 --into HEAD^1"] };
}

/** Lines that are no rows of the merge: the title, and the number of omitted rows. */
const FRAME = 2;

function sayMerge(work: HookWork, comparison: Masked<MergeComparison>, { title, notes }: Message): void {
  const rows = mergeRows(comparison);
  const most = Math.max(1, Math.floor(lineLimit(work) / 2) - FRAME - notes.length);
  const hidden = rows.length - most;
  const text: readonly Row[] = [
    [segment("title", `heir: ${title}`)],
    ...rows.slice(0, most),
    ...(hidden > 0 ? [[segment("muted", `... ${counted(hidden, "more line")}`)]] : []),
    ...notes.map((note) => [segment("plain", note)]),
  ];
  work.say(text.map((row) => `${work.theme(row)}\n`).join(""));
}
