import { chainText } from "../../../report/inspect/chain-text.ts";
import { linePairs } from "../../../report/text/text-diff.ts";
import { settleChain } from "../../../workspace/act/order.ts";
import { planChain } from "../../../workspace/write/order-edit.ts";
import { type ComparedStates, comparedKey, INDEX } from "../../state/compared.ts";
import type { AnswerWork } from "../repository.ts";
import { actingPlace, outcome } from "./acts.ts";

export interface ChainToAdd {
  readonly target: ComparedStates;
  /** Ids of groups, the lowest priority first. */
  readonly chain: readonly string[];
}

/** `order.yml` with one more chain, and the text now, if there is a file. */
export async function orderPlan({ target, chain }: ChainToAdd, work: AnswerWork) {
  const { path, before, after } = await planChain(await place(target, work), chain);
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
  return outcome(work, await settleChain(acting, await place(target, work), { chain, words, before, isStaged }));
}

async function place(target: ComparedStates, { repository }: AnswerWork): Promise<Parameters<typeof planChain>[0]> {
  const { ends } = await repository.judged(target, {});
  const workspace = await repository.workspace();
  return { folder: await workspace.worktreeFolder(), inventory: await workspace.load(ends[1]) };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
