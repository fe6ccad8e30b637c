import { providerFindings } from "../../checks/providers.ts";
import { changedPaths } from "../../compare/affected.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { maskedDiagnostic } from "../../model/secrets/masked-diagnostic.ts";
import type { CheckOptions, Finding, Workspace } from "../workspace.ts";

/** Findings about a change itself, which neither of its two states has alone: who changed what belongs to a provider. */
export async function changeFindings(
  workspace: Workspace,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  options: CheckOptions = {},
): Promise<readonly Finding[]> {
  if (before.id === after.id) return [];
  const changed = changedPaths(before.blobs, after.blobs);
  const found = await workspace.reading(
    [before, after],
    (inventoryOf) => providerFindings(inventoryOf(before), inventoryOf(after), changed),
    options,
  );
  const secrets = await workspace.secrets([before, after], options);
  return found.map((diagnostic) => ({ diagnostic: maskedDiagnostic(diagnostic, secrets), nodes: [] }));
}
