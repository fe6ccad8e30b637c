import { HeirError } from "../../model/findings/failure.ts";
import { findsValue, parsePathFilter } from "../../model/values/path-filter.ts";
import { PathSearch } from "../../workspace/scope/path-search.ts";
import type { PathState } from "../../workspace/scope/resolved-nodes.ts";
import type { AskedPath } from "../../workspace/scope/written-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";
import type { Scope } from "./names.ts";

/** The paths that an option names. Throws HeirError for text that is no path. */
export function askedPaths(args: Pick<Arguments, "list">, option: string): readonly AskedPath[] {
  return args.list(option).map((text) => {
    const filter = parsePathFilter(text);
    if (typeof filter === "string") throw new HeirError("usage", `--${option}: ${filter}`);
    return { text, filter, isIn: (node) => findsValue(filter, node) };
  });
}

/** Where states are read. */
export interface Reading {
  readonly workspace: Workspace;
  readonly context: Pick<Context, "signal" | "step">;
}

interface Search extends Reading {
  readonly scope: Scope;
}

/**
 * The paths that some node of the states has a value at; each other one is out of scope. Nodes are resolved one by one, and
 * only until every path is found. Where no node resolves, nothing is known, and every path is accepted.
 */
export async function pathsInScope<Path extends AskedPath>(
  asked: readonly Path[],
  states: readonly PathState[],
  { scope, workspace, context }: Search,
): Promise<readonly Path[]> {
  const search = new PathSearch(asked, { workspace, steps: context });
  for (const state of states) await search.visit(state);
  return search.inScope(scope);
}
