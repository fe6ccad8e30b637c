import { derived } from "../../../model/secrets/mask.ts";
import { diagnosticRows } from "../../../report/findings/diagnostic.ts";
import { effectText } from "../../../report/properties/chain-text.ts";
import type { OrderPlace } from "../../../workspace/act/order.ts";
import { questionOf } from "../../../workspace/views/conflict-choices.ts";
import type { Finding } from "../../../workspace/workspace.ts";
import type { ComparedStates } from "../../state/compared.ts";
import type { AnswerWork, JudgedChanges } from "../opened/repository.ts";
import { findingRow } from "../rows/merge-items.ts";

/** Whether `order.yml` of the work tree has a chain already. */
type IsWritten = (place: OrderPlace, chain: readonly string[]) => Promise<boolean>;

export interface AskedFinding {
  readonly target: ComparedStates;
  readonly id: string;
  readonly columns: number;
}

/** One finding with its lines, and for a conflict of groups the orders that resolve it. */
export async function answerFinding({ target, id, columns }: AskedFinding, work: AnswerWork, isWritten: IsWritten) {
  const judged = await work.repository.judged(target, { signal: work.signal });
  const found = findingNamed(judged, id);
  if (found === undefined) return undefined;
  const choices = await choicesOf(found, judged, work, isWritten);
  // The choices say what the hint would.
  const shown = choices.length === 0 ? found.diagnostic : derived(found.diagnostic, ({ hint: _, ...rest }) => rest);
  // On the screen there is one arrow.
  const lines = diagnosticRows({ diagnostic: shown, nodes: found.nodes }, columns, "  →");
  return { key: judged.set.key, id, columns, lines, choices };
}

function findingNamed({ fresh, older = [] }: JudgedChanges, id: string): Finding | undefined {
  const hasId = (age: "new" | "older") => (each: Finding) => findingRow(each, age).id === id;
  return fresh.find(hasId("new")) ?? older.find(hasId("older"));
}

const WRITTEN = "order.yml in the work tree has this already: Space on that file stages it";

/** The orders of groups that resolve a conflict, each with its effect on all nodes, and whether it is only to be staged. */
async function choicesOf(
  found: Finding,
  { ends }: JudgedChanges,
  { repository, signal }: AnswerWork,
  isWritten: IsWritten,
) {
  const workspace = await repository.workspace();
  const inventory = await workspace.load(ends[1], { signal });
  const question = questionOf(found, inventory);
  if (question === undefined) return [];
  const effects = workspace.views(inventory).chains.choices(question) ?? [];
  const paths = question.conflict.paths.map(({ path }) => path);
  const place = { folder: await workspace.worktreeFolder(), inventory };
  return Promise.all(
    effects.map(async (effect) => {
      const { chain } = effect;
      const isPossible = effect.refused === undefined;
      const isThere = await isWritten(place, chain);
      return { chain, effect: isThere ? WRITTEN : effectText(effect, paths), isPossible, isWritten: isThere };
    }),
  );
}
