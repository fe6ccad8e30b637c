import { setImmediate } from "node:timers/promises";
import { comparedKey } from "../protocol/data.ts";
import type { NodeStatus, NodeStatuses } from "../protocol/node-data.ts";
import { statusOf } from "../rows/node-tree.ts";
import type { AnswerWork, Ask } from "../work.ts";

const TURN_MS = 60;

/** The status of every node, those that were asked for first; known ones are answered at once. */
export async function* answerStatuses(
  { target, first }: Ask<"statuses">,
  { repository, signal, progress }: AnswerWork,
): AsyncGenerator<NodeStatuses> {
  const key = comparedKey(target);
  const [before, after] = await repository.sides(target, { signal });
  const known = repository.statuses(after);
  const there = new Set(after.nodeNames.filter((name) => repository.isMeant(name)));
  const gone = before.nodeNames.filter((name) => !there.has(name) && repository.isMeant(name));
  yield { key, known: [...gone.map((name) => [name, "gone"] as const), ...known] };
  const workspace = await repository.workspace();
  const open = new Set([...first.filter((name) => there.has(name)), ...there]);
  for (const name of known.keys()) open.delete(name);
  let batch: (readonly [string, NodeStatus])[] = [];
  let since = performance.now();
  for (const outcome of workspace.resolve(after, open)) {
    const status = statusOf(outcome);
    known.set(outcome.name, status);
    batch.push([outcome.name, status]);
    if (performance.now() - since < TURN_MS) continue;
    yield { key, known: batch };
    progress(known.size, there.size);
    await setImmediate();
    signal.throwIfAborted();
    batch = [];
    since = performance.now();
  }
  yield { key, known: batch };
}
