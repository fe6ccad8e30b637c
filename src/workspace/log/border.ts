import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogShare } from "../../model/results/log.ts";
import type { PlacedCommit } from "../../source/history/places.ts";

/** Where settings begin along a history: older commits were read without any (rule F9 in docs/concepts/inventories.md). */
export class LogBorder {
  private oldest: string | undefined;
  private without = 0;

  /** To be called for each commit, newest first. */
  visit({ id, place }: PlacedCommit): void {
    if (place.hasSettings === true) this.oldest = id;
    else if (place.missing === undefined && place.defaults === undefined) this.without += 1;
  }

  /** What the borders of all shares of a log are joined from. */
  get ofShare(): LogShare["border"] {
    return { ...(this.oldest !== undefined && { oldest: this.oldest }), without: this.without };
  }

  get leftOut(): readonly LeftOut[] {
    if (this.oldest === undefined || this.without === 0) return [];
    return [{ kind: "settings", commit: this.oldest, commits: this.without }];
  }
}
