import { hasChain, isWritten, orderTextWith, planChain } from "../../../edit/text/order-file.ts";
import { derived } from "../../../model/secrets/mask.ts";
import { diagnosticRows } from "../../../report/findings/diagnostic.ts";
import { chainText, effectText } from "../../../report/inspect/chain-text.ts";
import { linePairs } from "../../../report/text/text-diff.ts";
import { type OrderPlace, settleOrder } from "../../../workspace/act/order.ts";
import { questionOf } from "../../../workspace/check/conflict-choices.ts";
import type { Finding } from "../../../workspace/workspace.ts";
import { type ComparedStates, comparedKey, INDEX } from "../../state/compared.ts";
import type { AnswerWork, JudgedChanges } from "../repository.ts";
import { findingRow } from "../rows/merge-items.ts";
import { actingPlace, outcome } from "./acts.ts";

/** One finding with its lines, and for a conflict of groups the orders that resolve it. */
export async function answerFinding(
  { target, id, columns }: { readonly target: ComparedStates; readonly id: string; readonly columns: number },
  work: AnswerWork,
) {
  const judged = await work.repository.judged(target, { signal: work.signal });
  const found = findingNamed(judged, id);
  if (found === undefined) return undefined;
  const choices = await choicesOf(found, judged, work);
  // The choices say what the hint would.
  const shown = choices.length === 0 ? found.diagnostic : derived(found.diagnostic, ({ hint: _, ...rest }) => rest);
  // On the screen there is one arrow.
  const lines = diagnosticRows({ diagnostic: shown, nodes: found.nodes }, columns, "  →");
  return { key: judged.set.key, id, columns, lines, choices };
}

function findingNamed({ fresh, older = [] }: JudgedChanges, id: string): Finding | undefined {
  return (
    fresh.find((each) => findingRow(each, "new").id === id) ?? older.find((each) => findingRow(each, "older").id === id)
  );
}

const WRITTEN = "order.yml in the work tree has this already: Space on that file stages it";

/** The orders of groups that resolve a conflict, each with its effect on all nodes, and whether it is only to be staged. */
async function choicesOf(found: Finding, { ends }: JudgedChanges, { repository, signal }: AnswerWork) {
  const workspace = await repository.workspace();
  const inventory = await workspace.load(ends[1], { signal });
  const question = questionOf(found, inventory);
  if (question === undefined) return [];
  const { node, conflict } = question;
  const effects = workspace.views(inventory).choices(node, conflict) ?? [];
  const paths = conflict.paths.map(({ path }) => path);
  const place = { folder: await workspace.worktreeFolder(), inventory };
  return Promise.all(
    effects.map(async (effect) => {
      const { chain } = effect;
      const isPossible = effect.refused === undefined;
      if (await isWritten(place, chain)) return { chain, effect: WRITTEN, isPossible, isWritten: true };
      return { chain, effect: effectText(effect, paths), isPossible, isWritten: false };
    }),
  );
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
