import { chainText } from "../../../report/inspect/chain-text.ts";
import { linePairs } from "../../../report/text/line-pairs.ts";
import { settleChain } from "../../../workspace/act/order.ts";
import { planChain } from "../../../workspace/write/order-file.ts";
import type { ComparedStates, OrderPlan } from "../protocol/data.ts";
import type { Acted } from "../protocol/work-data.ts";
import type { AnswerWork, Ask } from "../work.ts";
import { outcome, placeOf } from "./acts.ts";

/** `order.yml` with one more chain. */
export async function orderPlan({ target, chain }: Ask<"orderPlan">, work: AnswerWork): Promise<OrderPlan> {
  const { path, before, after } = await planChain(await place(target, work), chain);
  return { target, chain, path, before, lines: linePairs(linesOf(before ?? ""), linesOf(after)) };
}

/** Writes a chain and stages it. It ignores the signal: a write that has begun is finished. */
export async function orderWrite({ target, chain, before }: Ask<"orderWrite">, work: AnswerWork): Promise<Acted> {
  const words = `order.yml has ${chainText(chain)}, staged`;
  const acting = await placeOf(work.repository);
  return outcome(work, await settleChain(acting, await place(target, work), { chain, words, before }));
}

async function place(target: ComparedStates, { repository }: AnswerWork): Promise<Parameters<typeof planChain>[0]> {
  const { ends } = await repository.judged(target, {});
  const workspace = await repository.workspace();
  return { folder: await workspace.worktreeFolder(), inventory: await workspace.load(ends[1]) };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
