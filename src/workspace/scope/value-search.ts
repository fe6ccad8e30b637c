import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { exactFilter, NearPaths, type PathFilter, printFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { hasError, shownNode, wholeNode } from "../load/outcome.ts";
import type { Steps } from "../load/progress.ts";
import type { Workspace } from "../workspace.ts";

export interface PathSearchState {
  readonly snapshot: Snapshot;
  /** The nodes to search, the most likely first, which the state need not have; all of them when absent. */
  readonly names?: readonly string[];
}

export interface Searching {
  readonly workspace: Workspace;
  readonly steps: Steps;
}

/**
 * Nodes that resolve, as mappings of their parts; `shown` is without what must not be shown: messages name only these
 * keys. Files are read in batches that grow, as most searches end soon.
 */
export async function* resolvedNodes(
  { snapshot, names: asked }: PathSearchState,
  { workspace, steps }: Searching,
): AsyncGenerator<{ readonly whole: Value; shown(): Value }> {
  const { signal } = steps;
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  if (hasError(inventory)) return;
  const present = new Set(inventory.nodeNames);
  const names = asked?.filter((name) => present.has(name)) ?? inventory.nodeNames;
  for (let at = 0, size = 1; at < names.length; at += size, size = Math.min(size * 4, LARGEST_BATCH)) {
    const batch = names.slice(at, at + size);
    await workspace.load(snapshot, { nodes: batch, signal });
    for (const { node } of workspace.resolve(inventory, batch)) {
      if (node) yield { whole: wholeNode(inventory, node), shown: () => shownNode(node, inventory) };
    }
    await steps.step(Math.min(at + size, names.length), names.length);
  }
}

const LARGEST_BATCH = 256;

/** The nearest paths of any node of a state, as written. */
export async function nearPaths(
  path: ParameterPath,
  state: PathSearchState,
  searching: Searching,
): Promise<readonly string[]> {
  const near = nearSearch(exactFilter(path));
  for await (const node of resolvedNodes(state, searching)) near.add(node.shown());
  return near.found();
}

export type NearSearch = ReturnType<typeof nearSearch>;

/** The shown paths near to one. */
export function nearSearch(filter: PathFilter) {
  const near = nearPathsOf(filter);
  return {
    add: (node: Value): void => {
      for (const each of near) each.add(node);
    },
    /** The nearest paths of the first search that has some, as written. */
    found: (): readonly string[] => {
      const [paths = []] = near.map((each) => each.nearest(MOST)).filter((some) => some.length > 0);
      return paths.map(printFilter);
    },
  };
}

/** Keys joined by dots, slashes or blanks are searched for, too. */
function nearPathsOf({ keys }: PathFilter): readonly NearPaths[] {
  const [section, only, ...more] = keys;
  const dotted = more.length === 0 && section?.kind === "key" && only?.kind === "key" && SEPARATOR.test(only.text);
  if (!dotted) return [new NearPaths(keys)];
  return [new NearPaths(keys), new NearPaths(exactFilter([section.text, ...only.text.split(SEPARATOR)]).keys)];
}

const SEPARATOR = /[./ ]/;

const MOST = 3;
