import { command } from "../../base/command.ts";
import { didYouMean } from "../../base/similar.ts";
import { EmptyScope } from "../../model/findings/failure.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { exactFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { childKeys, valueAt } from "../../model/values/value-at.ts";
import { nearestOf, nearPathsOf } from "./near-paths.ts";

interface MissingValue {
  readonly node: string;
  /** As written. */
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
  const near = nearPathsOf(exactFilter(path));
  for (const whole of wholes) for (const each of near) each.add(whole);
  const [whole] = wholes;
  const other =
    hint ?? (whole && keysHint(whole, node, path)) ?? `${command(["heir", "show"], [node])} lists all values`;
  const candidates = nearestOf(near);
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
