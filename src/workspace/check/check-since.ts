import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { CheckResult, CompareOptions, Finding, Workspace } from "../workspace.ts";
import { changeFindings } from "./change-findings.ts";
import { splitFindings } from "./new-findings.ts";

/** The findings of a snapshot, split by whether an earlier snapshot has them. */
export interface CheckSince extends CheckResult {
  /** Those that the earlier state does not have. */
  readonly findings: readonly Finding[];
  readonly older: readonly Finding[];
}

export interface Interval {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Checks a snapshot for new findings. The earlier one is read only if there are findings to compare. */
export async function checkSince(
  workspace: Workspace,
  { before, after }: Interval,
  options: CompareOptions = {},
): Promise<CheckSince> {
  const { findings, lookedAt } = await workspace.check(after, options);
  const ofChange = await changeFindings(workspace, { before, after }, options);
  if (findings.length === 0) return { findings: ofChange, older: [], lookedAt };
  const earlier = before.place.missing === undefined ? await workspace.check(before, options) : { findings: [] };
  const { nodes } = await workspace.compare(before, after, options);
  const renamed = new Map(nodes.renamed.map(({ from, to }) => [to, from]));
  const { fresh, older } = splitFindings(earlier.findings, findings, {
    renamed,
    isGone: (path) => !after.blobs.has(path),
  });
  return { findings: [...ofChange, ...fresh], older, lookedAt };
}
