import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { endOnFailingOutput } from "../../src/cli/failing-output.ts";

/** What a process does when writing to standard output fails. */
function done(code: string, { isTTY }: { readonly isTTY: boolean }): readonly string[] {
  const acts: string[] = [];
  const stream = () => Object.assign(new EventEmitter(), { isTTY });
  const stderr = Object.assign(stream(), { write: (text: string) => acts.push(text) });
  const stdout = stream();
  const ended = new Error("ended");
  const end = (act: string): never => {
    acts.push(act);
    throw ended;
  };
  endOnFailingOutput(
    { stdout, stderr, exit: (status) => end(`exit ${status}`) },
    {
      pid: 7,
      kill: (pid, signal) => end(`kill ${pid} ${signal}`),
      removeAllListeners: (signal) => acts.push(`as usual: ${signal}`),
    },
  );
  expect(() => stdout.emit("error", Object.assign(new Error(`write ${code}`), { code }))).toThrow(ended);
  return acts;
}

test("a closed pipe ends it silently, a full disk with a message", () => {
  expect(done("EPIPE", { isTTY: false })).toEqual(["exit 141"]);
  expect(done("ENOSPC", { isTTY: false })).toEqual(["heir: cannot write: write ENOSPC\n", "exit 1"]);
  expect(done("EIO", { isTTY: false })).toEqual(["heir: cannot write: write EIO\n", "exit 1"]);
});

test("where the terminal is gone it ends as if hung up", () => {
  expect(done("EIO", { isTTY: true })).toEqual(["as usual: SIGHUP", "kill 7 SIGHUP"]);
});
