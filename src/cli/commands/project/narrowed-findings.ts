import type { FoundProblem } from "../../../model/findings/diagnostic.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { matchesPath } from "../../../model/values/path-filter.ts";
import type { FindingScope } from "../../../report/findings/diagnostic.ts";
import { counted } from "../../../report/text/row.ts";
import { pathsOfFinding } from "../../../workspace/scope/paths.ts";
import type { AskedPath } from "../../../workspace/scope/things.ts";
import { askedPaths, chosenNodes, pathsInScope, type ScopedReading } from "../../reading/names.ts";
import type { Arguments } from "../command.ts";

/**
 * The findings of the nodes asked for, cut to these nodes and to `--path`; their scope, and notes on what may belong to
 * it but is not reported. A name or path that the state lacks is out of scope, unless a finding is about it.
 */
export async function narrowedTo(
  args: Arguments,
  findings: readonly FoundProblem[],
  { snapshot, ...reading }: ScopedReading & { readonly snapshot: Snapshot },
): Promise<{ findings: readonly FoundProblem[]; scope?: FindingScope; notes: readonly string[] }> {
  const patterns = args.list("node");
  const paths = askedPaths(args, "path");
  if (patterns.length === 0 && paths.length === 0) return { findings, notes: [] };
  const inventory = await reading.workspace.load(snapshot, { scope: "names" });
  const { nodeNames } = inventory;
  const state = { workspace: reading.workspace, snapshot, inventory };
  const chosen = await chosenNodes(patterns, [state], reading);
  const ofNodes = chosen === undefined ? findings : cutTo(new Set(chosen), findings);
  const placed =
    paths.length === 0 ? [] : ofNodes.map((each) => ({ each, at: pathsOfFinding(each.diagnostic, inventory) }));
  const isAbout = (at: readonly ParameterPath[], { filter }: AskedPath) => at.some((path) => matchesPath(filter, path));
  const unmet = paths.filter((path) => !placed.some(({ at }) => isAbout(at, path)));
  await pathsInScope(unmet, [{ snapshot }], reading);
  // Nobody knows where those are that are only counted.
  const isReported = ({ each, at }: (typeof placed)[number]) =>
    each.diagnostic.rest !== undefined || paths.some((path) => isAbout(at, path));
  const isOfNone = ({ nodes }: FoundProblem) => patterns.length > 0 && nodes.length === 0;
  return {
    findings: paths.length === 0 ? ofNodes : placed.filter(isReported).map(({ each }) => each),
    scope: { nodes: patterns, paths: paths.map(({ text }) => text), count: (chosen ?? nodeNames).length },
    notes: [
      ...note(findings.filter(isOfNone).length, "of no node"),
      ...note(placed.filter(({ at }) => at.length === 0).length, "about no value"),
    ],
  };
}

function cutTo(nodes: ReadonlySet<string>, findings: readonly FoundProblem[]): readonly FoundProblem[] {
  return findings.flatMap((each) => {
    const kept = each.nodes.filter((name) => nodes.has(name));
    return kept.length === 0 ? [] : [{ ...each, nodes: kept }];
  });
}

function note(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`not reported: ${counted(count, "finding")} ${what}`];
}
