import { HeirError } from "../model/findings/failure.ts";
import { claimText } from "../model/results/proof.ts";
import type { EditedFileData } from "../report/edit/edit-types.ts";
import type { EditResult } from "../report/edit/proof-data.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { filesToWrite, type ProvedPlan } from "./plan.ts";
import { placedChanges } from "./text/change.ts";
import { doneEdits, finishEdit, type UndoneEdit, undoEdit, writeEdit } from "./write.ts";

/**
 * What is known about an edit before it is written: its claim `holds`; more `differs` than is claimed; a node that it reaches
 * is `unresolved`; or something could not be compared, so that the proof is `incomplete`.
 */
export type PlanStatus = "holds" | "differs" | "unresolved" | "incomplete";

/** Whether an edit can be written (rules X3 and X6 of docs/concepts/edits.md). */
export function planStatus({ proof }: ProvedPlan): PlanStatus {
  const { comparison, unresolved, holds } = proof;
  if (comparison.lookedAt.leftOut.length > 0) return "incomplete";
  const fresh = new Set(comparison.nodes.newlyFailing.map(({ name }) => name));
  if (unresolved.some((name) => !fresh.has(name))) return "unresolved";
  return holds ? "holds" : "differs";
}

/** Writes an edit whose claim holds, and to the index if it is staged. Throws as `writeEdit` does, and where there is no git. */
export async function applyPlan(workspace: Workspace, plan: ProvedPlan, isStaged: boolean): Promise<void> {
  const files = filesToWrite(plan);
  await writeEdit(placeOf(workspace), { claim: claimText(plan.claim), verb: plan.verb, files, isStaged });
}

/** Takes back the last edit, or completes one that was interrupted. Throws as `undoEdit` does, and where there is no git. */
export async function takeBack(workspace: Pick<Workspace, "place">, isFinished: boolean): Promise<UndoneEdit> {
  const place = placeOf(workspace);
  return isFinished ? finishEdit(place) : undoEdit(place);
}

/** The edits that can be taken back, the last one first. Throws as `doneEdits` does, and where there is no git. */
export function editsDone(workspace: Pick<Workspace, "place">): readonly UndoneEdit[] {
  return doneEdits(placeOf(workspace));
}

function placeOf({ place }: Pick<Workspace, "place">): NonNullable<Workspace["place"]> {
  if (place !== undefined) return place;
  throw new HeirError("environment", "edits need a git repository and the git program");
}

/** An edit as it is reported; `isRefused`: whatever its proof says. */
export function resultOf(
  { verb, files, notFollowed, proof }: ProvedPlan,
  { written, isRefused }: { readonly written: boolean; readonly isRefused: boolean },
): EditResult {
  const placed = files.map((edit): EditedFileData => {
    const { path, from, file } = edit;
    const made =
      file === undefined ? {} : file === "created" ? ({ created: true } as const) : ({ deleted: true } as const);
    return { path, from, ...made, edits: placedChanges(edit) };
  });
  return { verb, written, files: placed, notFollowed, proof: isRefused ? { ...proof, holds: false } : proof };
}
