import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { EditableFiles } from "../../workspace/write/editable-files.ts";
import { type EditPlan, firstProved } from "../plan.ts";
import { type Fix, fixed } from "./fixes.ts";

interface FixScope extends Abortable {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly files: EditableFiles;
  readonly allowUnresolved: boolean;
}

/** The fixes that change nothing, as one edit. */
export interface PlannedFixes {
  readonly plan: EditPlan;
  readonly fixes: readonly Fix[];
  /** Fixes that would change a value, or cannot be written. */
  readonly left: readonly Fix[];
}

/**
 * All fixes together; if that is not proved, those that are, tried one after the other (rule X14 of docs/concepts/edits.md). Throws
 * HeirError for files that are never edited, and what reading the state throws.
 */
export async function plannedFixes(fixes: readonly Fix[], scope: FixScope): Promise<PlannedFixes> {
  const { inventory, files } = scope;
  const written = (some: readonly Fix[]) => fixed(some, { files, settings: inventory.settings });
  const all = await written(fixes);
  const ready = fixes.filter((fix) => !all.left.includes(fix));
  if (await isProved(all.edits, scope)) return { plan: planOf(all.edits, scope), fixes: ready, left: all.left };
  const kept: Fix[] = [];
  const left = [...all.left];
  for (const fix of ready) {
    const { edits } = await written([...kept, fix]);
    if (await isProved(edits, scope)) kept.push(fix);
    else left.push(fix);
  }
  return { plan: planOf((await written(kept)).edits, scope), fixes: kept, left };
}

async function isProved(edits: readonly FileEdit[], scope: FixScope): Promise<boolean> {
  const { workspace, signal, allowUnresolved } = scope;
  const { proof } = await firstProved(workspace, [planOf(edits, scope)], { signal, allowUnresolved });
  return proof.holds;
}

function planOf(files: readonly FileEdit[], { snapshot }: FixScope): EditPlan {
  return { verb: "fix", claim: { kind: "same" }, snapshot, files, notFollowed: [], patterns: [] };
}
