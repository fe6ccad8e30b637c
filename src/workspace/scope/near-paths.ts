import { didYouMean } from "../../base/similar.ts";
import { command } from "../../base/terminal-text.ts";
import { EmptyScope } from "../../model/findings/failure.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { exactFilter, NearPaths, type PathFilter, printFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { childKeys, valueAt } from "../../model/values/value-at.ts";
import { type PathSearchState, resolvedNodes, type Searching } from "./resolved-nodes.ts";

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

interface MissingValue {
  readonly node: string;
  readonly text: string;
  readonly path: ParameterPath;
  /** The shown node, in each state in which it resolves. */
  readonly wholes: readonly Value[];
  /** Where the value is missing; empty for the only state. */
  readonly where?: string;
  /** What to do if no path is near. */
  readonly hint?: string;
}

/** The error `web1 has no value at "ntpp"`, with similar paths of the node. */
export function noValue({ node, text, path, wholes, where = "", hint }: MissingValue): EmptyScope {
  const near = nearSearch(exactFilter(path));
  for (const each of wholes) near.add(each);
  const [whole] = wholes;
  const other =
    hint ?? (whole && keysHint(whole, node, path)) ?? `${command(["heir", "show"], [node])} lists all values`;
  const candidates = near.found();
  const message = `${node} has no value at "${printPath(path)}"${where}`;
  return new EmptyScope(text, message, didYouMean(candidates) ?? other, { code: "unknown-path", candidates });
}

const LISTED = 8;

/** The keys of the deepest parent that exists. */
function keysHint(whole: Value, name: string, path: ParameterPath): string {
  let depth = path.length;
  while (depth > 0 && valueAt(whole, path.slice(0, depth)) === undefined) depth -= 1;
  const parent = path.slice(0, depth);
  const keys = childKeys(valueAt(whole, parent) ?? whole);
  const listed = [...keys.slice(0, LISTED), ...(keys.length > LISTED ? ["..."] : [])].join(", ");
  const below = parent.length > 1 ? `"${printPath(parent)}"` : name;
  return keys.length === 0 ? `${below} has nothing below it` : `${below} has ${listed}`;
}
