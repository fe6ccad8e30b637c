import { didYouMean } from "../../base/similar.ts";
import { EmptyScope } from "../../model/findings/failure.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";
import { NearSearch } from "./near-paths.ts";
import { type PathSearchState, resolvedNodes, type Searching } from "./resolved-nodes.ts";
import type { AskedPath } from "./written-path.ts";

/** Where what names nothing is left out, or is an error. */
export interface Leaving {
  /** Throws the error unless such operands are accepted. */
  leaveOut(error: EmptyScope): void;
}

/** Looks for paths in one state after the other, until each is found. */
export class PathSearch<Path extends AskedPath> {
  private readonly asked: readonly Path[];
  private readonly reading: Searching;
  private missing: readonly { readonly path: Path; readonly near: NearSearch }[];
  private resolved = 0;

  constructor(asked: readonly Path[], reading: Searching) {
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
  async visit(state: PathSearchState): Promise<void> {
    if (this.isDone) return;
    for await (const node of resolvedNodes(state, this.reading)) {
      this.resolved += 1;
      this.missing = this.missing.filter(({ path }) => !path.isIn(node.whole));
      if (this.isDone) return;
      for (const { near } of this.missing) near.add(node);
    }
  }

  /** The paths that were found; each other one is out of scope. Where no node resolved, all. */
  inScope(scope: Leaving): readonly Path[] {
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
