// What the script of the terminal UI holds: the terminal UI, and a rehearsal of it, for the code cache.

import { PassThrough, Writable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runTui } from "./run.ts";
import { V8_FLAGS } from "./worker/limits.ts";

export { runTui };

/** What is typed, each key after a pause in what is drawn. */
const KEYS = ["j", "q"];
const PAUSE_MS = 500;

/** Runs the terminal UI in the current folder, on a terminal that nobody sees, so that V8 compiles what a session takes. */
export async function rehearse(): Promise<void> {
  const keys = [...KEYS];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  const type = () => stdin.write(keys.shift() ?? "");
  let pause = setTimeout(type, PAUSE_MS);
  const drawn = () => {
    clearTimeout(pause);
    if (keys.length > 0) pause = setTimeout(type, PAUSE_MS);
  };
  const stdout = Object.assign(nowhere(drawn), { columns: 120, rows: 40 });
  await runTui({
    self: Object.create(process, { stdin: { value: stdin }, stdout: { value: stdout } }),
    opening: { cwd: process.cwd(), overrides: [], nodes: [], paths: [] },
    wish: { range: undefined, staged: false, merge: undefined, plain: false },
    look: { colour: true, ascii: false },
  });
  // V8 takes a code cache only with the flags that it was made with, and the thread has set some.
  for (const { unset } of V8_FLAGS) setFlagsFromString(unset);
}

/** A stream that discards what is written, and says when. */
function nowhere(written: () => void): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      written();
      done();
    },
  });
}
