import type { KnownFindings, Suspects } from "../../cache/known-findings.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { ResolvedBefore } from "../load/outcome.ts";
import type { CompareOptions, Finding, Workspace } from "../workspace.ts";
import { changeFindings } from "./change-findings.ts";
import { splitFindings } from "./new-findings.ts";

/** The effect of a change on values and findings. */
export interface Judgement {
  readonly comparison: Masked<Comparison>;
  /** Findings that the earlier state does not have. */
  readonly fresh: readonly Finding[];
  /** Findings that both states have; undefined when nothing changed, so that nothing was checked. */
  readonly older: readonly Finding[] | undefined;
}

/** Checks the step from one state to another. Throws what reading the states throws. */
export async function judgeChange(
  workspace: Workspace,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  given: CompareOptions = {},
): Promise<Judgement> {
  const options = { ...given, resolved: new ResolvedBefore() };
  const known = await workspace.knownFindings(before, options);
  const suspects = await suspectsOf(workspace, { before, after }, { known, options });
  const limited = suspects === undefined ? options : { ...options, suspects };
  const comparison = await workspace.compare(before, after, options);
  if (comparison.lookedAt.files.length === 0 && isSameListing(before, after)) {
    return { comparison, fresh: [], older: undefined };
  }
  const ofChange = await changeFindings(workspace, { before, after }, limited);
  // A finding in an unchanged file that no node uses is not new: such files need not be read.
  const scope = { ...limited, unused: new Set(comparison.lookedAt.files), known };
  const later = (await workspace.check(after, scope)).findings;
  const earlier = later.length === 0 ? [] : (await workspace.check(before, scope)).findings;
  const renamed = new Map(comparison.nodes.renamed.map(({ from, to }) => [to, from]));
  const { fresh, older } = splitFindings(earlier, later, { renamed, isGone: (path) => !after.blobs.has(path) });
  for (const snapshot of [before, after]) await workspace.keepFindings(snapshot, known);
  return { comparison, fresh: [...ofChange, ...fresh], older };
}

interface Suspected {
  readonly known: KnownFindings;
  readonly options: CompareOptions;
}

/** The nodes that could differ; undefined where only reading all files can decide. */
async function suspectsOf(
  workspace: Workspace,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  { known, options }: Suspected,
): Promise<Suspects | undefined> {
  const names = { scope: "names", signal: options.signal } as const;
  const [old, now] = [await workspace.load(before, names), await workspace.load(after, names)];
  return known.suspects({ snapshot: before, inventory: old }, { snapshot: after, inventory: now });
}

/** Whether two states with equal files are equal in everything else that findings depend on. */
function isSameListing(before: Snapshot, after: Snapshot): boolean {
  if (before.diagnostics.length + after.diagnostics.length > 0) return false;
  return before.folders.size === after.folders.size && [...before.folders].every((folder) => after.folders.has(folder));
}
