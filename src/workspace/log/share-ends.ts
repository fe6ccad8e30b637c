import type { LogShare } from "../../model/results/log.ts";
import type { ShareStretch } from "../../source/history/commit.ts";
import type { TrackedStates } from "./records.ts";

/** The states at both ends of a share of a log: which of them are those of the shares around it. */
export class ShareEnds {
  private readonly stretch: ShareStretch;
  private first: TrackedStates | undefined;
  private next: TrackedStates | undefined;

  constructor(stretch: ShareStretch) {
    this.stretch = stretch;
  }

  /** To be called for each commit, newest first. */
  visit(tracked: TrackedStates): void {
    this.first ??= tracked;
  }

  /** Reads the state of the commit after the share from that of its child. */
  async end(read: (commit: string) => Promise<TrackedStates>): Promise<void> {
    if (this.stretch.next !== undefined) this.next = await read(this.stretch.next);
  }

  get nodes(): Pick<LogShare, "entered" | "left" | "changed"> {
    const { first, next } = this;
    const kept = (name: string): boolean => next === undefined || next.states.get(name) === first?.states.get(name);
    return {
      entered: this.stretch.isContinued ? resolvedNames(first) : [],
      left: resolvedNames(next),
      changed: [...(first?.states.keys() ?? [])].filter((name) => !kept(name)),
    };
  }
}

function resolvedNames(tracked: TrackedStates | undefined): readonly string[] {
  return [...(tracked?.states ?? [])].flatMap(([name, { isResolved }]) => (isResolved ? [name] : []));
}
