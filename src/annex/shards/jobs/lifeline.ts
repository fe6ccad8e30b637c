import { Worker } from "node:worker_threads";

/** The descriptor of a worker that is open as long as the process that started it lives. */
const DESCRIPTOR = 3;

const WATCH = `
const { Socket } = require("node:net");
const lifeline = new Socket({ fd: ${DESCRIPTOR} });
for (const event of ["error", "close"]) lifeline.on(event, () => process.kill(process.pid, "SIGKILL"));
lifeline.resume();
`;

/** Ends this process once its starter ends, even if killed. A thread watches, as this one may be busy for a second. */
export function endWithParent(): void {
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}
