import { didYouMean } from "../../base/similar.ts";
import { EmptyScope } from "../../model/findings/empty-scope.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { findsValue, type PathFilter, parsePathFilter } from "../../model/values/path-filter.ts";
import { NearSearch } from "../../workspace/scope/near-paths.ts";
import { type PathState, resolvedNodes } from "../../workspace/scope/resolved-nodes.ts";
import type { AskedPath } from "../../workspace/scope/written-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";
import type { Scope } from "./scope.ts";

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
  { scope, ...reading }: Search,
): Promise<readonly Path[]> {
  const search = new PathSearch(asked, reading);
  for (const state of states) await search.visit(state);
  return search.inScope(scope);
}

/** Looks for paths in one state after the other, until each is found. */
export class PathSearch<Path extends AskedPath> {
  private readonly asked: readonly Path[];
  private readonly reading: Reading;
  private missing: readonly { readonly path: Path; readonly near: NearSearch }[];
  private resolved = 0;

  constructor(asked: readonly Path[], reading: Reading) {
    this.asked = asked;
    this.reading = reading;
    this.missing = asked.map((path) => ({ path, near: new NearSearch(path.filter) }));
  }

  get isDone(): boolean {
    return this.missing.length === 0;
  }

  /** Those of the paths that are not found yet. */
  get filters(): readonly PathFilter[] {
    return this.missing.map(({ path }) => path.filter);
  }

  /** Resolves the nodes of a state, until every path is found. */
  async visit(state: PathState): Promise<void> {
    if (this.isDone) return;
    const { workspace, context: steps } = this.reading;
    for await (const node of resolvedNodes(state, { workspace, steps })) {
      this.resolved += 1;
      this.missing = this.missing.filter(({ path }) => !path.isIn(node.whole));
      if (this.isDone) return;
      for (const { near } of this.missing) near.add(node);
    }
  }

  /** The paths that were found; each other one is out of scope. Where no node resolved, all. */
  inScope(scope: Scope): readonly Path[] {
    if (this.resolved === 0) return this.asked;
    for (const { path, near } of this.missing) scope.leaveOut(nowhere(path, near));
    const empty = new Set(this.missing.map(({ path }) => path));
    return this.asked.filter((path) => !empty.has(path));
  }
}

function nowhere({ text, hint: other }: AskedPath, near: NearSearch): EmptyScope {
  const candidates = near.found();
  const hint = other ?? didYouMean(candidates) ?? "heir grep -k searches keys and paths";
  return new EmptyScope(text, `no node has a value at "${text}"`, hint, { code: "unknown-path", candidates });
}
