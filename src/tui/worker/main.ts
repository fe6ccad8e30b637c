import { parentPort, workerData } from "node:worker_threads";
import { Desk } from "./desk.ts";
import type { Asked, Opening } from "./protocol.ts";
import { Repository } from "./repository.ts";

/*
 * The thread that resolves: whatever takes longer than a key may take happens here. `workerData` is an Opening; what
 * comes in is an Asked, what goes out a Told.
 */
const port = parentPort;
if (port !== null) {
  const desk = new Desk(new Repository(workerData as Opening), (told) => port.postMessage(told));
  port.on("message", (asked: Asked) => desk.ask(asked));
}
