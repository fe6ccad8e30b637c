import { join } from "node:path";
import { regularFileText } from "../disk/read-files.ts";
import type { GitFacts } from "../git/store.ts";

/** Files of a git directory that say what is in progress. */
export const STATE_FILES: readonly string[] =
  "MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG shallow rebase-merge rebase-apply".split(" ");

/**
 * What git has begun and not finished, in words: `merging feature/x`, `rebasing 2/5 onto main`, `cherry-picking 1a2b3c4`,
 * `reverting 1a2b3c4`, `bisecting`; and `shallow` for a clone without its oldest commits. Never fails.
 */
export function unfinishedWork({ gitDir, commonDir }: Pick<GitFacts, "gitDir" | "commonDir">): readonly string[] {
  const text = (name: string): string | undefined => regularFileText(join(gitDir, name))?.trim();
  const rebase = rebasing(text);
  const picked = text("CHERRY_PICK_HEAD");
  const reverted = text("REVERT_HEAD");
  const isShallow = (regularFileText(join(commonDir, "shallow")) ?? "").trim() !== "";
  return [
    ...(rebase === undefined ? [] : [rebase]),
    ...(text("MERGE_HEAD") === undefined ? [] : [merging(text)]),
    // A rebase picks commits, too: it says so itself.
    ...(picked === undefined || rebase !== undefined ? [] : [`cherry-picking ${shortId(picked)}`]),
    ...(reverted === undefined ? [] : [`reverting ${shortId(reverted)}`]),
    ...(text("BISECT_LOG") === undefined ? [] : ["bisecting"]),
    ...(isShallow ? ["shallow"] : []),
  ];
}

/** The first line of the message of a merge, cherry-pick or revert that waits for its commit. Never fails. */
export function preparedMessage({ gitDir }: Pick<GitFacts, "gitDir">): string | undefined {
  const text = (name: string) => regularFileText(join(gitDir, name));
  const isWaiting = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"].some((name) => text(name) !== undefined);
  const [first = ""] = (isWaiting ? (text("MERGE_MSG") ?? "") : "").split("\n");
  return first === "" ? undefined : first;
}

type TextOf = (name: string) => string | undefined;

function merging(text: TextOf): string {
  const heads = (text("MERGE_HEAD") ?? "").split("\n");
  const [, name] = /^Merge (?:remote-tracking )?(?:branch|tag|commit) '([^'\n]+)'/.exec(text("MERGE_MSG") ?? "") ?? [];
  if (heads.length > 1) return `merging ${heads.length} branches`;
  return `merging ${name === undefined ? shortId(heads[0] ?? "") : name}`;
}

function rebasing(text: TextOf): string | undefined {
  const forms = [
    { folder: "rebase-merge", at: "msgnum", of: "end" },
    { folder: "rebase-apply", at: "next", of: "last" },
  ];
  for (const { folder, at, of } of forms) {
    const [step, steps] = [text(`${folder}/${at}`), text(`${folder}/${of}`)];
    if (step === undefined || steps === undefined) continue;
    const onto = text(`${folder}/onto_name`) ?? text(`${folder}/onto`);
    return `rebasing ${step}/${steps}${onto === undefined ? "" : ` onto ${shortId(onto)}`}`;
  }
  return undefined;
}

function shortId(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 7) : text;
}
