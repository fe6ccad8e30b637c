import { setImmediate } from "node:timers/promises";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import type { AnswerWork } from "../repository.ts";
import { type NodeStatus, nodeStatus } from "../rows/node-tree.ts";

const TURN_MS = 60;

type Known = readonly [name: string, status: NodeStatus];

/** The status of every node, those that were asked for first; known ones are answered at once. */
export async function* answerStatuses(
  { target, first }: { readonly target: ComparedStates; readonly first: readonly string[] },
  { repository, signal, progress }: AnswerWork,
) {
  const key = comparedKey(target);
  const [before, after] = await repository.sides(target, { signal });
  const known = repository.statuses(after);
  const selected = await repository.selection.selected(await repository.ends(target, { signal }), { signal });
  const there = new Set(after.nodeNames.filter((name) => selected.has(name)));
  const lost = before.nodeNames.filter((name) => !there.has(name) && selected.has(name));
  const gone = lost.map((name): Known => [name, "gone"]);
  const part = (some: readonly Known[]) => ({ key, known: some });
  yield part([...gone, ...known]);
  const workspace = await repository.workspace();
  const open = new Set([...first.filter((name) => there.has(name)), ...there]);
  for (const name of known.keys()) open.delete(name);
  let batch: Known[] = [];
  let since = performance.now();
  for (const outcome of workspace.resolve(after, open)) {
    const status = nodeStatus(outcome);
    known.set(outcome.name, status);
    batch.push([outcome.name, status]);
    if (performance.now() - since < TURN_MS) continue;
    yield part(batch);
    progress(known.size, there.size);
    await setImmediate();
    signal.throwIfAborted();
    batch = [];
    since = performance.now();
  }
  yield part(batch);
}
