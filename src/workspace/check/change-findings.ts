import { providerFindings } from "../../checks/providers.ts";
import { changedPaths } from "../../compare/affected.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { maskFindings } from "../../model/secrets/mask.ts";
import { joinedSecrets } from "../../model/secrets/secrets.ts";
import type { CheckOptions, Finding, Workspace } from "../workspace.ts";
import { loadSuspects } from "./suspects.ts";

/** Findings about a change itself, which neither of its two states has alone: who changed what belongs to a provider. */
export async function changeFindings(
  workspace: Workspace,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  options: CheckOptions = {},
): Promise<readonly Finding[]> {
  if (before.id === after.id) return [];
  const changed = changedPaths(before.blobs, after.blobs);
  const [old, now] = [await loadSuspects(workspace, before, options), await loadSuspects(workspace, after, options)];
  const found = providerFindings(old, now, changed);
  const secrets = joinedSecrets([old.secrets, now.secrets]);
  return maskFindings(found, secrets).map((diagnostic) => ({ diagnostic, nodes: [] }));
}
