import type { FoundProblem, MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import { isMissing, type Snapshot } from "../../../model/inventory/snapshot.ts";
import type { EndChange } from "../../../model/results/comparison.ts";
import { isSelected, selectPaths } from "../../../model/results/path-selection.ts";
import type { Owner } from "../../../model/results/printed-parts.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { PathFilter } from "../../../model/values/path-filter.ts";
import { changedEnds } from "../../../workspace/evidence/changed-ends.ts";
import { changeOwners } from "../../../workspace/evidence/owners.ts";
import { withBlocks } from "../../../workspace/evidence/reviewed.ts";
import type { GateOptions, GateQuestion, JudgedInventory, Verdict } from "../../../workspace/gate/judge.ts";
import { checkGate } from "../../../workspace/gate/judge.ts";
import { verdictFindings } from "../../../workspace/gate/verdict.ts";
import { contractFindings } from "../../../workspace/judge/contract-findings.ts";
import { pathsOfFinding } from "../../../workspace/scope/paths.ts";
import type { Finding, Workspace } from "../../../workspace/workspace.ts";
import type { ReviewedChange } from "../report/markdown.ts";

export interface ChangeReview extends ReviewedChange {
  /** The inventory folder from the top of the repository; in the earlier state if the later one has none. */
  readonly folder: string;
  /** The states of each inventory, as far as there is one. */
  readonly states: readonly Snapshot[];
}

interface ReviewRequest extends Pick<GateOptions, "signal" | "progress" | "proofs"> {
  /** The values that are asked for; all if absent or empty. */
  readonly paths?: readonly { readonly text: string; readonly filter: PathFilter }[];
  /** Files of which git cannot merge the text; none if absent. */
  readonly conflicts?: readonly string[];
}

/**
 * What a step does to values, findings as of `heir check NEW --new-since OLD`, and contracts kept again. Of paths:
 * their changes, and findings about them or about no value. Secrets are masked. Throws as {@link checkGate} does.
 */
export async function reviewChange(
  workspace: Workspace,
  question: GateQuestion,
  { paths = [], conflicts = [], ...options }: ReviewRequest = {},
): Promise<ChangeReview> {
  const { verdict, comparison, snapshot } = await checkGate(workspace, question, { ...options, causes: true });
  const { parts } = verdict;
  const gone = parts.find(({ after }) => isMissing(after))?.before.place.folder;
  const only = paths.map(({ filter }) => filter);
  const isMeant = await aboutPaths(only, parts, workspace);
  const { keptAgain, ...asides } = await asidesOf(parts, workspace, options);
  const met = metFindings(verdict);
  // Contracts that are newly broken are among the findings.
  const whole = derived(selectPaths(comparison, { only, without: [] }), (each) => ({
    ...each,
    ...asides,
    findings: { fresh: [], gone: keptAgain.filter(({ diagnostic }) => isMeant(diagnostic)) },
    ...(paths.length > 0 && { scope: { nodes: [], paths: paths.map(({ text }) => text), without: [] } }),
  }));
  return {
    comparison: withBlocks(whole),
    findings: verdictFindings(verdict).filter((each) => !met.has(each) && isMeant(each.diagnostic)),
    met: verdict.merges.flatMap(({ way: { name }, met }) => met.map((each) => ({ name, comparison: each.comparison }))),
    conflicts,
    folder: gone ?? snapshot.place.folder,
    states: parts.flatMap(({ before, after }) => [after, before].filter((each) => !isMissing(each))),
  };
}

/** What is on neither side has a section of its own; merges that were not compared have none. */
function metFindings({ objections }: Verdict): ReadonlySet<Finding> {
  const met = objections.filter((objection) => objection.kind === "merge" && objection.needs !== undefined);
  return new Set(met.map(({ finding }) => finding));
}

/** Tells whether a finding is about some paths, or about no value. */
async function aboutPaths(
  filters: readonly PathFilter[],
  parts: readonly JudgedInventory[],
  workspace: Workspace,
): Promise<(finding: MaskedDiagnostic) => boolean> {
  if (filters.length === 0) return () => true;
  const states = parts.map(({ after }) => after).filter((each) => !isMissing(each));
  const inventories = await Promise.all(states.map((state) => workspace.load(state, { scope: "names" })));
  return (finding) => {
    const at = inventories.flatMap((inventory) => pathsOfFinding(finding, inventory));
    return at.length === 0 || at.some((path) => isSelected(path, filters));
  };
}

/** Ends of lines that differ, who owns what changes, and findings of contracts that only the earlier state of an inventory has. */
async function asidesOf(
  parts: readonly JudgedInventory[],
  workspace: Workspace,
  { signal }: Pick<GateOptions, "signal">,
) {
  const ends: EndChange[] = [];
  const owners: Owner[] = [];
  const keptAgain: FoundProblem[] = [];
  for (const { before, after, comparison } of parts) {
    ends.push(...(await changedEnds(workspace, [before, after], comparison.lookedAt.files, { signal })));
    if (isMissing(before)) continue;
    owners.push(...(await changeOwners(workspace, before, comparison, { signal })));
    if (isMissing(after)) continue;
    const findings = await contractFindings(workspace, { before, after }, comparison, { signal });
    keptAgain.push(...(findings?.gone ?? []));
  }
  return {
    ends: ends.length > 0 ? ends : undefined,
    owners: owners.length > 0 ? owners : undefined,
    keptAgain,
  };
}
