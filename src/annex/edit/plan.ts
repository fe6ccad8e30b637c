import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { type ContentChange, contentAfter, type FileEdit } from "../../model/results/file-edit.ts";
import { isSecretPath } from "../../model/secrets/secrets.ts";
import type { Place } from "../../model/values/place.ts";
import type { CompareOptions, Workspace } from "../../workspace/workspace.ts";
import { type EditedContents, editedSnapshot } from "../../workspace/write/worktree-files.ts";
import type { NotFollowedData, PlainPlan } from "./library-types.ts";
import { type Claim, claimText, type Proof, renamedKeys } from "./proof/claim.ts";
import { type ClaimedStates, prove } from "./proof/prove.ts";
import { editedPlace, writeEdit } from "./write.ts";

/** An edit that is to be proved: changes of files, and what they are claimed to do. */
export interface EditPlan {
  readonly verb: string;
  readonly claim: Claim;
  /** The work tree from which the edit was made. */
  readonly snapshot: Snapshot;
  readonly files: readonly FileEdit[];
  /** Comments and texts that hold a name and are not renamed. */
  readonly notFollowed?: readonly NotFollowedData[];
  /** Patterns that find something else after the edit: printed if it is refused. */
  readonly patterns?: readonly Place[];
}

export interface ProvedPlan extends EditPlan {
  readonly proof: Proof;
  /** Paths with another name that were secret, and that no pattern finds afterwards. */
  readonly exposed: readonly string[];
}

export interface EditPlanOptions extends Abortable, Pick<CompareOptions, "progress" | "nodes"> {
  /** Accept nodes that fail before, and fail after with the same findings (rule X6 of docs/concepts/edits.md). */
  readonly allowUnresolved?: boolean;
}

/** Resolves the work tree before and after an edit; nothing is written. Throws what reading the state throws. */
async function provePlan(
  workspace: Workspace,
  plan: EditPlan,
  { allowUnresolved, ...options }: EditPlanOptions,
): Promise<ProvedPlan> {
  const after = editedSnapshot(plan.snapshot, contentsAfter(plan.files));
  const failing = allowUnresolved ? "same" : "reached";
  const moved = new Map(plan.files.map(({ path, from = path }) => [from, path]));
  const states = { before: plan.snapshot, after };
  const proof = await prove(workspace, states, { ...options, claim: plan.claim, failing, moved });
  return { ...plan, proof, exposed: await exposedPaths(workspace, plan.claim, states) };
}

/** The first of several plans that is proved, else the last one. Throws as {@link provePlan} does. */
export async function firstProved(
  workspace: Workspace,
  [first, ...others]: readonly [EditPlan, ...EditPlan[]],
  options: EditPlanOptions,
): Promise<ProvedPlan> {
  let proved = await provePlan(workspace, first, options);
  for (const plan of others) {
    if (proved.proof.holds) break;
    proved = await provePlan(workspace, plan, options);
  }
  return proved;
}

/** A value is secret by its path, so another name can make it public. */
async function exposedPaths(
  workspace: Workspace,
  claim: Claim,
  { before, after }: ClaimedStates,
): Promise<readonly string[]> {
  const renames = claim.kind === "mv" ? claim.renames.filter(({ kind }) => kind === "path") : [];
  if (renames.length === 0) return [];
  const names = { scope: "names" } as const;
  const [old, now] = [await workspace.load(before, names), await workspace.load(after, names)];
  const exposed = renames.filter((rename) => {
    const { path, key } = renamedKeys(rename);
    return isSecretPath(path, old.secrets.paths) && !isSecretPath([...path.slice(0, -1), key], now.secrets.paths);
  });
  return exposed.map(({ to }) => to);
}

/** The content of each path after an edit; undefined for one that has no file then. */
function contentsAfter(files: readonly FileEdit[]): EditedContents {
  const contents = new Map<string, Uint8Array | undefined>();
  for (const { from } of files) if (from !== undefined) contents.set(from, undefined);
  for (const file of files) contents.set(file.path, contentAfter(file));
  return contents;
}

/** The files of a plan from the top of the work tree, to be written. */
function filesToWrite({ files, snapshot }: EditPlan): readonly ContentChange[] {
  const { folder } = snapshot.place;
  const above = folder === "" ? "" : `${folder}/`;
  return files.map((file) => ({
    path: above + file.path,
    from: file.from === undefined ? undefined : above + file.from,
    before: file.file === "created" ? undefined : file.before,
    after: contentAfter(file),
  }));
}

/**
 * Whether an edit can be written (rules X3 and X6 of docs/concepts/edits.md): its claim `holds`; more `differs` than is
 * claimed; a node that it reaches is `unresolved`; or the proof is `incomplete`, as a part could not be compared.
 */
export function planStatus({ proof }: ProvedPlan): PlainPlan["status"] {
  const { comparison, unresolved, holds } = proof;
  if (comparison.lookedAt.leftOut.length > 0) return "incomplete";
  const fresh = new Set(comparison.nodes.newlyFailing.map(({ name }) => name));
  if (unresolved.some((name) => !fresh.has(name))) return "unresolved";
  return holds ? "holds" : "differs";
}

/** Writes an edit whose claim holds, and to the index if it is staged. Throws as `writeEdit` does, and where there is no git. */
export async function applyPlan(workspace: Workspace, plan: ProvedPlan, isStaged: boolean): Promise<void> {
  const files = filesToWrite(plan);
  await writeEdit(editedPlace(workspace), { claim: claimText(plan.claim), verb: plan.verb, files, isStaged });
}
