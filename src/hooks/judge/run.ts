import { rememberRun } from "../../cache/judged-trees.ts";
import { type HookName, hookNamed } from "../install/names.ts";
import { postCommit } from "./after.ts";
import { preApplyPatch, preCommit, preMergeCommit } from "./commit.ts";
import { commitMessage } from "./gate.ts";
import { postRewrite } from "./rebase.ts";
import { prePush, preReceive } from "./receive.ts";
import { postCheckout, postMerge, prepareCommitMessage } from "./summary.ts";
import type { HookVerdict, HookWork } from "./work.ts";

const runs: Readonly<Record<HookName, (work: HookWork) => Promise<HookVerdict>>> = {
  "pre-commit": preCommit,
  "pre-merge-commit": preMergeCommit,
  "commit-msg": commitMessage,
  "pre-applypatch": preApplyPatch,
  "pre-push": prePush,
  "pre-receive": preReceive,
  "post-commit": postCommit,
  "post-rewrite": postRewrite,
  "prepare-commit-msg": prepareCommitMessage,
  "post-merge": postMerge,
  "post-checkout": postCheckout,
};

/** Runs one hook and returns whether git may continue: always "passed" for a hook that cannot stop it. */
export async function runHook(work: HookWork): Promise<HookVerdict> {
  const begin = performance.now();
  const { hook, repository } = work;
  const verdict = await runs[hook](work);
  if (hookNamed(hook)?.kind !== "blocks") return "passed";
  const ms = Math.round(performance.now() - begin);
  const at = Math.floor(Date.now() / 1000);
  // The run of pre-commit a moment before already covers that of commit-msg.
  if (hook !== "commit-msg") await rememberRun(repository.gitDir, { hook, passed: verdict === "passed", ms, at });
  return verdict;
}
