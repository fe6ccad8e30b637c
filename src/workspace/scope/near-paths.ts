import { NearPaths } from "../../model/values/near-path.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { exactFilter, type PathFilter, printFilter } from "../../model/values/path-filter.ts";
import { type PathSearchState, resolvedNodes, type SearchedNode, type Searching } from "./resolved-nodes.ts";

/** The nearest paths of any node of a state, as written. */
export async function nearPaths(
  path: ParameterPath,
  state: PathSearchState,
  searching: Searching,
): Promise<readonly string[]> {
  const near = new NearSearch(exactFilter(path));
  for await (const node of resolvedNodes(state, searching)) near.add(node);
  return near.found();
}

/** The shown paths near to one. Most nodes add none, so their secrets need not be masked. */
export class NearSearch {
  private readonly near: readonly (readonly [rough: NearPaths, shown: NearPaths])[];

  constructor(filter: PathFilter) {
    const rough = nearPathsOf(filter);
    const shown = nearPathsOf(filter);
    this.near = rough.flatMap((each, at) => shown.slice(at, at + 1).map((other) => [each, other] as const));
  }

  add(node: SearchedNode): void {
    for (const [rough, shown] of this.near) {
      const before = rough.facts;
      rough.add(node.whole);
      if (rough.facts > before) shown.add(node.shown());
    }
  }

  /** The nearest of them, as written. */
  found(): readonly string[] {
    return nearestOf(this.near.map(([, shown]) => shown));
  }
}

/** Keys joined by dots, slashes or blanks are searched for, too. */
export function nearPathsOf({ keys }: PathFilter): readonly NearPaths[] {
  const [section, only, ...more] = keys;
  const dotted = more.length === 0 && section?.kind === "key" && only?.kind === "key" && SEPARATOR.test(only.text);
  if (!dotted) return [new NearPaths(keys)];
  return [new NearPaths(keys), new NearPaths(exactFilter([section.text, ...only.text.split(SEPARATOR)]).keys)];
}

const SEPARATOR = /[./ ]/;

/** The nearest paths of the first search that has some, as written. */
export function nearestOf(near: readonly NearPaths[]): readonly string[] {
  const [paths = []] = near.map((each) => each.nearest(MOST)).filter((some) => some.length > 0);
  return paths.map(printFilter);
}

const MOST = 3;
