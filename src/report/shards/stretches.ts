import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogShare } from "../../model/results/log.ts";

/** What a log says of all its stretches. */
export interface JoinedStretches {
  readonly commits: number;
  /** How often the whole run resolves a node. */
  readonly resolved: number;
  readonly leftOut: readonly LeftOut[];
  /** Set where no commit has an inventory. */
  readonly missing?: LogShare["missing"];
}

/** Joins what the stretches of a log say, in order, newest first. */
export function joinedStretches(stretches: readonly LogShare[]): JoinedStretches {
  const visited = stretches.filter(({ commits }) => commits > 0);
  const [missing] = visited.flatMap((stretch) => stretch.missing ?? []);
  const isMissing = missing !== undefined && visited.every((stretch) => stretch.missing);
  return {
    commits: stretches.reduce((sum, stretch) => sum + stretch.commits, 0),
    resolved: resolvedIn(stretches),
    leftOut: [...stretches.flatMap(({ leftOut }) => leftOut), ...border(stretches)],
    ...(isMissing && { missing }),
  };
}

/** How often the whole run resolves a node: a state that goes on from one share to the next is counted once. */
function resolvedIn(stretches: readonly LogShare[]): number {
  let known = new Set<string>();
  let resolved = 0;
  for (const stretch of stretches) {
    resolved += stretch.resolved - stretch.entered.filter((name) => known.has(name)).length;
    const changed = new Set(stretch.changed);
    known = new Set([...stretch.left, ...[...known].filter((name) => !changed.has(name))]);
  }
  return resolved;
}

function border(stretches: readonly LogShare[]): readonly LeftOut[] {
  const oldest = stretches.findLast((stretch) => stretch.border.oldest !== undefined)?.border.oldest;
  const without = stretches.reduce((sum, stretch) => sum + stretch.border.without, 0);
  return oldest === undefined || without === 0 ? [] : [{ kind: "settings", commit: oldest, commits: without }];
}
