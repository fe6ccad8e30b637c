import { HeirError } from "../../model/findings/failure.ts";
import { chainText } from "../../report/properties/chain-text.ts";
import { type Label, plainText, type Row, segment } from "../../report/text/row.ts";
import { linePairs } from "../../report/text/text-diff.ts";
import { Beside } from "../../speed/kept.ts";
import { type ComparedStates, comparedKey, INDEX } from "../../tui/state/compared.ts";
import { actingPlace, outcome, rememberedAct } from "../../tui/worker/answers/acts.ts";
import type { AnswerWork, WorkerRepository } from "../../tui/worker/opened/repository.ts";
import { type OrderPlace, settleOrder } from "../../workspace/act/order.ts";
import { Pace } from "../../workspace/load/progress.ts";
import { givenText } from "../../workspace/scope/things.ts";
import { hasChain, orderTextWith, planChain } from "./layer/order-file.ts";
import { applyPlan, firstProved, type ProvedPlan, planStatus } from "./plan.ts";
import { claimText } from "./proof/claim.ts";
import { patchText } from "./report/patch.ts";
import { placesRows } from "./report/places.ts";
import { proofRow } from "./report/proof-data.ts";
import { type SetPlan as FoundSet, faultError, planSet, wantedNodes, wantedPath } from "./value/wanted.ts";

const shown = new Beside<WorkerRepository, { readonly number: number; readonly plan: ProvedPlan }>();

/**
 * Where a value, typed as YAML, would be written for a node, proved (rules X10 and X11 of docs/concepts/edits.md).
 * Throws HeirError for what is no value, no path, or a file that is never edited. Without a number nothing can be written.
 */
export async function setPlan(
  asked: { readonly node: string; readonly path: string; readonly value: string },
  { repository, signal }: AnswerWork,
) {
  const workspace = await repository.workspace();
  const wanted = await wantedNodes(workspace, asked.node, { signal });
  if ("fault" in wanted) throw faultError(wanted.fault);
  const pace = new Pace({ signal }, 0);
  const steps = { signal, step: (done: number) => pace.step(done) };
  const path = await wantedPath(givenText(asked.path), wanted.found, { steps, isNew: true });
  const value = { source: asked.value, file: undefined, also: [] };
  const found = await planSet({ ...wanted.found, path }, value, { signal });
  if (found.outcome !== "chosen") return { ...asked, rows: whyNone(found), number: undefined };
  const plan = await firstProved(workspace, [found.plan], { signal });
  const proof = proofRow(plan.proof);
  if (planStatus(plan) !== "holds") return { ...asked, rows: [proof], number: undefined };
  const number = (shown.get(repository)?.number ?? 0) + 1;
  shown.set(repository, { number, plan });
  return { ...asked, rows: [...patchRows(plan), [], proof], number };
}

function whyNone({ outcome, places }: FoundSet): readonly Row[] {
  if (outcome === "already") return [[plainText("the node has this value already")]];
  return [[plainText("no place is exact:")], ...placesRows(places)];
}

function patchRows({ files, snapshot }: ProvedPlan): readonly Row[] {
  const lines = patchText(files, snapshot.place.folder).trimEnd().split("\n");
  const labels: Readonly<Record<string, Label>> = { "+": "added", "-": "removed" };
  return lines.map((line) => [segment(labels[line.charAt(0)] ?? "plain", line)]);
}

/** Writes what was shown. It ignores the signal: a write that has begun is finished. Throws HeirError as `heir set` does. */
export async function setWrite({ number }: { readonly number: number }, work: AnswerWork) {
  const { repository } = work;
  const last = shown.get(repository);
  if (last?.number !== number) throw new HeirError("usage", "another value was typed since");
  await applyPlan(await repository.workspace(), last.plan, false);
  const files = last.plan.files.map(({ path }) => path).join(", ");
  return rememberedAct(work, { words: `${claimText(last.plan.claim)}: wrote ${files}` });
}

export interface ChainToAdd {
  readonly target: ComparedStates;
  /** Ids of groups, the lowest priority first. */
  readonly chain: readonly string[];
}

/** `order.yml` with one more chain, and the text now, if there is a file. */
export async function orderPlan({ target, chain }: ChainToAdd, work: AnswerWork) {
  const { path, before, after } = await planChain(await chainPlace(target, work), chain);
  return { target, chain, path, before, lines: linePairs(linesOf(before ?? ""), linesOf(after)) };
}

/** Writes a chain to the state that has the conflict: of the index it is staged, too. It ignores the signal: a write that has begun is finished. */
export async function orderWrite(
  { target, chain, before }: ChainToAdd & { readonly before: string | undefined },
  work: AnswerWork,
) {
  const isStaged = comparedKey(target) === comparedKey(INDEX);
  const words = `order.yml has ${chainText(chain)}${isStaged ? ", staged" : ""}`;
  const acting = await actingPlace(work.repository);
  const textWith = (text: string | undefined) => (hasChain(text, chain) ? text : orderTextWith(text, chain));
  const settled = { words, textWith, before, isStaged };
  return outcome(work, await settleOrder(acting, await chainPlace(target, work), settled));
}

async function chainPlace(target: ComparedStates, { repository }: AnswerWork): Promise<OrderPlace> {
  const { ends } = await repository.judged(target, {});
  const workspace = await repository.workspace();
  return { folder: await workspace.worktreeFolder(), inventory: await workspace.load(ends[1]) };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
