import { judgeTips, type RefUpdate, tipsOf } from "./tips.ts";
import type { HookVerdict, HookWork } from "./work.ts";

const BRANCHES = "refs/heads/";

/** pre-push: judges the new target of each ref, not what is checked out. git gives one line for each ref, or none. */
export async function prePush(work: HookWork): Promise<HookVerdict> {
  const updates = (await work.input()).split("\n").flatMap(refUpdate);
  const [remote = ""] = work.args;
  const here = `refs/remotes/${remote}/`;
  const tips = await tipsOf(work, updates, {
    known: (ref) => (ref.startsWith(BRANCHES) ? `${here}${ref.slice(BRANCHES.length)}` : ""),
    policy: `${here}HEAD`,
  });
  return judgeTips(work, tips, ["skip once: git push --no-verify"]);
}

/** `local-ref local-id remote-ref remote-id`. */
function refUpdate(line: string): readonly RefUpdate[] {
  const [, now, ref, old] = line.split(" ");
  return now === undefined || ref === undefined || old === undefined ? [] : [{ ref, now, old }];
}
