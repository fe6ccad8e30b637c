import { judgeTips, type RefUpdate, tipsOf } from "./tips.ts";
import type { HookVerdict, HookWork } from "./work.ts";

/** pre-push: checks the new target of each ref, not what is checked out. git gives one line for each ref, or none. */
export async function prePush(work: HookWork): Promise<HookVerdict> {
  const updates = (await work.input()).split("\n").flatMap(refUpdate);
  return judgeTips(work, await tipsOf(work, updates), { notes: ["skip once: git push --no-verify"] });
}

/** `local-ref local-id remote-ref remote-id`. */
function refUpdate(line: string): readonly RefUpdate[] {
  const [, now, ref, old] = line.split(" ");
  return now === undefined || ref === undefined || old === undefined ? [] : [{ ref, now, old }];
}
