import { givenPath, plainResult } from "../../library/plain.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { Beside } from "../../speed/kept.ts";
import { quietSteps } from "../../workspace/load/progress.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type {
  ApplyOptions,
  PlainPlan,
  PlanOptions,
  RequestedEdit,
  RequestedValue,
  UndoneFiles,
} from "./library-types.ts";
import { applyPlan, firstProved, type ProvedPlan, planStatus } from "./plan.ts";
import { planMv } from "./rename/rename.ts";
import { editData } from "./report/proof-data.ts";
import { alwaysAnError, faultError, meantNodes, planSet, planUnset, wantedNodes, wantedPath } from "./value/wanted.ts";
import { editedPlace, undoEdit } from "./write.ts";

/** What a plan was made from: `apply` writes that, not the plain data. */
const sources = new Beside<PlainPlan, { readonly workspace: Workspace; readonly proved: ProvedPlan }>();

/** Finds and proves an edit; writes nothing. Throws HeirError for an edit that makes no sense, and for files that are never edited. */
export async function planOf(workspace: Workspace, edit: RequestedEdit, options: PlanOptions): Promise<PlainPlan> {
  // Only what is declared is passed on: a program without types can give anything.
  const { signal, allowUnresolved = false } = options;
  const { plan, isRefused } = await found(workspace, edit, { signal });
  const proved = await firstProved(workspace, [plan], { signal, allowUnresolved });
  const proof = planStatus(proved);
  const status = proof === "holds" && isRefused ? "differs" : proof;
  const result: PlainPlan = { ...plainResult(editData(proved, { written: false, isRefused })), status };
  sources.set(result, { workspace, proved });
  return result;
}

/** An edit, or the best one found, which is refused, where none does exactly what is wanted. */
async function found(workspace: Workspace, edit: RequestedEdit, options: Abortable) {
  switch (edit.edit) {
    case "mv": {
      const { plan } = await planMv(workspace, [edit.from, edit.to], options).catch(alwaysAnError);
      return { plan, isRefused: false };
    }
    case "set": {
      const wanted = await wantedOf(workspace, edit, options);
      const also = edit.also === undefined ? [] : await meantNodes(edit.also, [wanted], options);
      const { plan, outcome } = await planSet(wanted, { source: edit.value, file: edit.in, also }, options);
      return { plan, isRefused: outcome === "none" };
    }
    case "unset": {
      const { plan, found } = await planUnset(await wantedOf(workspace, edit, options), edit.in, options);
      return { plan, isRefused: found.isRefused };
    }
  }
}

async function wantedOf(workspace: Workspace, edit: RequestedValue, { signal }: Abortable) {
  const wanted = await wantedNodes(workspace, edit.nodes, { signal });
  if ("found" in wanted) {
    const how = { steps: quietSteps({ signal }), isNew: edit.edit === "set" ? edit.new === true : undefined };
    return { ...wanted.found, path: await wantedPath(givenPath(edit.path), wanted.found, how) };
  }
  throw faultError(wanted.fault, "check says why");
}

/** Writes a plan of the same repository. Throws HeirError unless its claim holds, and as `heir mv` and `heir set` do. */
export async function applied(workspace: Workspace, plan: PlainPlan, options: ApplyOptions): Promise<PlainPlan> {
  const source = sources.get(plan);
  if (source === undefined) throw new HeirError("usage", "apply takes a result of plan, not a copy of one");
  if (source.workspace !== workspace) throw new HeirError("usage", "the plan was made by another repository");
  if (plan.status !== "holds") throw new HeirError("usage", "the plan is not proved", "its status and proof say why");
  if (plan.files.length === 0) return plan;
  await applyPlan(workspace, source.proved, options.stage === true);
  return { ...plan, written: true };
}

/** Takes back the last edit. Throws as `heir undo` does. */
export async function undone(workspace: Workspace): Promise<UndoneFiles> {
  const { claim, files } = await undoEdit(editedPlace(workspace));
  return { claim, files: files.map(({ path, from }) => ({ path, ...(from !== undefined && { from }) })) };
}
