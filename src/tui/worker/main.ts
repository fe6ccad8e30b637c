import { readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { quietly } from "../../model/findings/failure.ts";
import { WorkerRepository } from "./opened/repository.ts";
import type { AskedWorker, GivenUp, Moved, WorkerStart } from "./questions.ts";
import { QuestionQueue } from "./queue.ts";
import { TypedKeys } from "./typed-keys.ts";
import { V8_FLAGS } from "./v8-flags.ts";

/*
 * The thread that resolves: everything that takes longer than a key may take. `workerData` is a WorkerStart; it receives
 * Asked or GivenUp and sends WorkerMessage or Moved.
 */
for (const { set } of V8_FLAGS) setFlagsFromString(set);
const collectOnce: () => void = runInNewContext("gc");
/** A tenth of the share of a thread with the usual priority: keys come first. */
const BEHIND = 10;

if (process.platform === "linux") lowered();
const port = parentPort;
if (port !== null) {
  const moved: Moved = { kind: "moved" };
  const { opening, typed }: WorkerStart = workerData;
  const repository = new WorkerRepository(opening, () => port.postMessage(moved), { collect });
  const queue = new QuestionQueue(repository, (message) => port.postMessage(message), new TypedKeys({ memory: typed }));
  port.on("message", (message: AskedWorker | GivenUp) => {
    if ("givenUp" in message) queue.giveUp(message.givenUp);
    else queue.ask(message);
  });
}

/**
 * Frees what nothing refers to. It is compacted, or most memory stays in pages with a little on each; the second
 * collection gives back the pages that are empty by then.
 */
function collect(): void {
  setFlagsFromString("--compact-on-every-full-gc");
  collectOnce();
  setFlagsFromString("--no-compact-on-every-full-gc");
  collectOnce();
}

/**
 * Lowers the priority of all threads but the one that draws: this one, and those in which V8 collects and compiles,
 * which take as much time. On Linux a priority is a thread's. If not allowed, or a thread has ended, it stays as it is.
 */
function lowered(): void {
  for (const thread of threads()) {
    try {
      if (thread !== process.pid) setPriority(thread, BEHIND);
    } catch {}
  }
}

/** The threads of this process by their numbers; none if that is not said. */
function threads(): readonly number[] {
  return quietly(() => readdirSync("/proc/self/task").map(Number)) ?? [];
}
