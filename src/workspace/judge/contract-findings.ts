import { differentPaths } from "../../compare/affected.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Comparison, ContractFindings } from "../../model/results/comparison.ts";
import { matchesPath, type PathFilter } from "../../model/values/path-filter.ts";
import type { Finding, Workspace } from "../workspace.ts";
import { type Interval, movesOf, splitFindings } from "./judgement.ts";

/** Contracts that a change newly breaks, and those kept again; undefined without any. Throws what reading throws. */
export async function contractFindings(
  workspace: Workspace,
  { before, after }: Interval,
  comparison: Comparison,
  { signal }: Abortable = {},
): Promise<ContractFindings | undefined> {
  const listed = { scope: "names", signal } as const;
  const sides = [await workspace.load(before, listed), await workspace.load(after, listed)];
  if (sides.every(({ contracts }) => contracts === undefined)) return undefined;
  const unused = differentPaths(before.blobs, after.blobs);
  if (unused.size === 0) return { fresh: [], gone: [] };
  const known = await workspace.knownFindings(before, { signal });
  const options = { signal, known, unused };
  const found = async (snapshot: Snapshot): Promise<readonly Finding[]> => {
    const { findings } = await workspace.check(snapshot, options);
    return findings.filter(({ diagnostic }) => diagnostic.contract !== undefined);
  };
  const [earlier, later] = [await found(before), await found(after)];
  for (const snapshot of [before, after]) await workspace.keepFindings(snapshot, known);
  const renamed = new Map(comparison.nodes.renamed.map(({ from, to }) => [from, to]));
  return {
    fresh: splitFindings(earlier, later, movesOf(comparison, after)).fresh,
    gone: splitFindings(later, earlier, { renamed, isGone: (path) => !before.blobs.has(path) }).fresh,
  };
}

export interface ContractScope {
  /** All when absent. */
  readonly nodes?: ReadonlySet<string>;
  /** All when empty. */
  readonly only: readonly PathFilter[];
  readonly without: readonly PathFilter[];
}

/** The findings about some nodes and paths. */
export function findingsInScope({ fresh, gone }: ContractFindings, scope: ContractScope): ContractFindings {
  const inScope = (findings: readonly FoundProblem[]) => findings.flatMap((each) => narrowed(each, scope));
  return { fresh: inScope(fresh), gone: inScope(gone) };
}

function narrowed(found: FoundProblem, { nodes, only, without }: ContractScope): readonly FoundProblem[] {
  const path = (found.diagnostic.path ?? []).map(String);
  const matches = (filter: PathFilter): boolean => path.length > 0 && matchesPath(filter, path);
  if ((only.length > 0 && !only.some(matches)) || without.some(matches)) return [];
  if (nodes === undefined) return [found];
  const names = found.nodes.filter((name) => nodes.has(name));
  return names.length === 0 ? [] : [{ ...found, nodes: names }];
}
