// What the script of the terminal UI holds: the terminal UI, and a rehearsal of it, for the code cache.

import { PassThrough, Writable } from "node:stream";
import { openCommitPages } from "../workspace/repository/commit-pages.ts";
import { runTui } from "./run.ts";
import { unsetFlags } from "./worker/thread.ts";

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
  let pause: NodeJS.Timeout | undefined;
  const typeLater = (): void => {
    clearTimeout(pause);
    const [key] = keys;
    if (key === undefined) return;
    pause = setTimeout(() => {
      keys.shift();
      typeLater();
      stdin.write(key);
    }, PAUSE_MS);
  };
  const write: Writable["_write"] = (_chunk, _encoding, done) => {
    typeLater();
    done();
  };
  const stdout = Object.assign(new Writable({ write }), { columns: 120, rows: 40 });
  typeLater();
  await runTui({
    self: Object.create(process, { stdin: { value: stdin }, stdout: { value: stdout } }),
    pages: await openCommitPages({ cwd: process.cwd() }),
    opening: { cwd: process.cwd(), overrides: [], nodes: [], paths: [] },
    wish: { range: undefined, staged: false, merge: undefined, plain: false },
    look: { colour: true, ascii: false },
  });
  // V8 takes a code cache only with the flags that it was made with, and the thread has set some.
  unsetFlags();
}
