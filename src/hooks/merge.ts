import type { FoldedMergedValue, MergeComparison } from "../model/merge.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { counted } from "../report/count.ts";
import { mergeRows, surpriseText } from "../report/merge.ts";
import { type Row, segment } from "../report/row.ts";
import type { MergeSides } from "../workspace/hook-repository.ts";
import { compareMerge } from "../workspace/merge.ts";
import { type HookWork, type Verdict, wordSetting } from "./hook-work.ts";
import { lineLimit, sayLine } from "./report.ts";
import type { JudgedStep } from "./step.ts";

/**
 * Shows what a merge does to values that neither side did; with `heir.strictMerge` that refuses it. Of a merge that was
 * settled by hand, values that come from a file which somebody has edited since are meant to be what they are.
 */
export async function judgeMerge(work: HookWork, step: JudgedStep): Promise<Verdict> {
  const [head, ...more] = await mergeHeads(work);
  if (head === undefined) return "passed";
  if (more.length > 0) {
    sayLine(work, `a merge of ${more.length + 2} branches: its values are not held against those of each branch`);
    return "passed";
  }
  const comparison = await compared(work, step, { ours: "HEAD", theirs: head.id });
  const found = surpriseText(comparison);
  if (found === undefined) return "passed";
  if (step.isBad) {
    sayLine(work, `the merge also has ${found}: heir merge-check ${head.name}`);
    return "passed";
  }
  const isStrict = on.has(wordSetting(work, "strictMerge", ["false", "true", "no", "yes", "off", "on", "0", "1"]));
  sayMerge(work, comparison, isStrict ? refusal(found, head.name) : notice(found));
  return isStrict ? "refused" : "passed";
}

/** One of the branches that are merged into HEAD. */
interface MergeHead {
  readonly id: string;
  /** As the user called it, where git tells. */
  readonly name: string;
}

/**
 * What is being merged into HEAD; nothing when this is no merge. While `git merge` itself runs, MERGE_HEAD is not
 * written yet: variables GITHEAD_* say it.
 */
export async function mergeHeads({ env, repository }: HookWork): Promise<readonly MergeHead[]> {
  const named = Object.entries(env).flatMap(([variable, name]) => {
    const id = /^GITHEAD_([0-9a-f]+)$/.exec(variable)?.[1];
    return id === undefined ? [] : [{ id, name: name || id }];
  });
  if (named.length > 0) return named;
  const ids = ((await repository.gitText("MERGE_HEAD")) ?? "").split("\n").filter((id) => id !== "");
  return ids.map((id) => ({ id, name: "MERGE_HEAD" }));
}

const on: ReadonlySet<string> = new Set(["true", "yes", "on", "1"]);

async function compared(work: HookWork, step: JudgedStep, sides: MergeSides): Promise<MergeComparison> {
  const { repository, workspace, signal } = work;
  const [theirs, base] = [
    await repository.commit(sides.theirs, { signal }),
    await repository.mergeBase(sides, { signal }),
  ];
  const [ours, merged] = [step.before.snapshot, step.after.snapshot];
  const states = { base: base.snapshot, ours, theirs: theirs.snapshot, merged };
  const task = { states, base: base.kind, conflicts: new Set<string>() };
  const comparison = await compareMerge(workspace, task, { signal });
  if (work.hook !== "pre-commit" || comparison.values.length === 0) return comparison;
  const edited = differing(merged, await repository.mergedByGit(sides, { signal }));
  return { ...comparison, values: comparison.values.filter((value) => !isFrom(value, edited)) };
}

/** Paths whose content is not that of another state. */
function differing(one: Snapshot, other: Snapshot): ReadonlySet<string> {
  const paths = new Set([...one.blobs.keys(), ...other.blobs.keys()]);
  return new Set([...paths].filter((path) => one.blobs.get(path) !== other.blobs.get(path)));
}

/** Whether a merged value stands in one of some files; one that is gone, whether it stood there on a side. */
function isFrom({ values }: FoldedMergedValue, files: ReadonlySet<string>): boolean {
  const told = values.merged === undefined ? [values.ours, values.theirs] : [values.merged];
  return told.some((value) => {
    if (value === undefined) return false;
    const target = value.kind === "template" ? undefined : value.via?.target;
    return files.has(value.origin.file.path) || files.has(target?.file.path ?? "");
  });
}

interface Message {
  readonly title: string;
  readonly notes: readonly string[];
}

function refusal(found: string, name: string): Message {
  const skip = "skip once: git commit --no-verify concludes the merge, git merge --abort gives it up";
  return { title: `merge refused (heir.strictMerge): ${found}`, notes: [`all of it: heir merge-check ${name}`, skip] };
}

function notice(found: string): Message {
  return { title: `the merge has ${found}`, notes: ["all of it: heir merge-check HEAD^2 --into HEAD^1"] };
}

/** Lines that are no rows of the merge: the title, and how many are left out. */
const FRAME = 2;

function sayMerge(work: HookWork, comparison: MergeComparison, { title, notes }: Message): void {
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
