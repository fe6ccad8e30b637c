import { resolve } from "node:path";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { comparisonRows } from "../../report/diff/comparison.ts";
import { counted } from "../../report/text/row.ts";
import { plainTheme } from "../../report/text/theme.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { replaceText } from "../../source/disk/changed-files.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import { settingOrigin } from "../../source/repository/settings.ts";
import { inventoryPairs } from "../../workspace/commits/inventory-pairs.ts";
import { withBlocks } from "../../workspace/evidence/reviewed.ts";
import { booleanIn } from "../../workspace/repository/git-settings.ts";
import { judgePick, tellStash } from "./meetings.ts";
import { sayLine, stepText } from "./report.ts";
import { type HookVerdict, type HookWork, judgeStep } from "./work.ts";

/** The most lines of a summary in the message that is being edited. */
const MOST_LINES = 30;

/** prepare-commit-msg: judges a cherry-pick or revert; `heir.prepareMessage` adds changes as comments git removes. */
export async function prepareCommitMessage(work: HookWork): Promise<HookVerdict> {
  const { args, env, repository } = work;
  const [file] = args;
  const message = file === undefined ? undefined : regularFileText(resolve(repository.cwd, file));
  if (file === undefined || message === undefined) return "passed";
  if ((await judgePick(work, message)) === "refused") return "refused";
  const isWanted = booleanIn(repository.settings, "prepareMessage") && env["GIT_EDITOR"] !== ":";
  const mark = isWanted ? await commentMark(work) : undefined;
  if (mark !== undefined) await addChanges(work, file, message, mark);
  return "passed";
}

async function addChanges(work: HookWork, file: string, message: string, mark: string): Promise<void> {
  const { repository, signal, workspace } = work;
  const [before, after] = [await repository.head({ signal }), await repository.staged({ signal })];
  const lines: string[] = [];
  for (const pair of await inventoryPairs(work, { before, after })) {
    const comparison = await workspace.compare(pair.before, pair.after, { signal, causes: true });
    lines.push(...summaryLines(comparison).map((line) => `${mark} ${line}`.trimEnd()));
  }
  await replaceText(resolve(repository.cwd, file), withComment(message, lines, mark));
}

/** post-merge: judges the autostash with the new HEAD; `heir.mergeSummary` reports what a merge or pull changed. */
export async function postMerge(work: HookWork): Promise<HookVerdict> {
  const [squash] = work.args;
  await tellStash(work, "MERGE_AUTOSTASH");
  if (squash === "1" || !booleanIn(work.repository.settings, "mergeSummary")) return "passed";
  return sayBetween(work, "ORIG_HEAD", "HEAD");
}

/** post-checkout: reports the differences between the old and the new commit. */
export async function postCheckout(work: HookWork): Promise<HookVerdict> {
  const [old, now, isBranch] = work.args;
  if (old === undefined || now === undefined || isBranch !== "1" || old === now) return "passed";
  return sayBetween(work, old, now);
}

async function sayBetween(work: HookWork, from: string, to: string): Promise<HookVerdict> {
  const { repository, signal } = work;
  const [old, now] = await commitIds(repository.program, [from, to], { signal });
  if (old === undefined || now === undefined) return "passed";
  const [before, after] = [await repository.commit(old, { signal }), await repository.commit(now, { signal })];
  const step = await judgeStep(work, before, after);
  if (step === undefined) return "passed";
  const fresh = step.fresh.length === 0 ? "" : `; ${counted(countOfAll(step.fresh), "new finding")}: heir check HEAD`;
  sayLine(work, `${stepText(step)}${fresh}`);
  return "passed";
}

/** The character that begins a comment; undefined if git keeps comments or chooses the character itself. */
async function commentMark({ repository }: HookWork): Promise<string | undefined> {
  const cleanup = (await settingOrigin(repository.program, "commit.cleanup"))?.value ?? "default";
  const mark = (await settingOrigin(repository.program, "core.commentChar"))?.value ?? "#";
  return mark.length === 1 && (cleanup === "default" || cleanup === "strip") ? mark : undefined;
}

function summaryLines(comparison: Masked<Comparison>): readonly string[] {
  const rows = [...comparisonRows(withBlocks(comparison), { width: 72 })].map(plainTheme);
  const shown = rows.slice(0, MOST_LINES);
  const hidden = rows.length - shown.length;
  return ["", ...shown, ...(hidden > 0 ? [`... ${hidden} more lines: heir diff --staged`] : [])];
}

/** The lines before the first comment that git itself wrote, or at the end. */
function withComment(message: string, lines: readonly string[], mark: string): string {
  const all = message.split("\n");
  const found = all.findIndex((line) => line.startsWith(mark));
  const at = found === -1 ? all.length - (all.at(-1) === "" ? 1 : 0) : found;
  return all.toSpliced(at, 0, ...lines).join("\n");
}
