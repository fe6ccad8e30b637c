import { PassThrough, Writable } from "node:stream";

/** What is typed, each key after a pause in what is drawn. */
const KEYS = ["j", "q"];
const PAUSE_MS = 500;

/** Runs `heir tui` on a terminal that nobody sees, in place of that of this process, so that V8 compiles what a session takes. */
export async function rehearse(run: () => Promise<unknown>): Promise<void> {
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
  const stdout = Object.assign(new Writable({ write }), { isTTY: true, columns: 120, rows: 40 });
  typeLater();
  Object.defineProperties(process, { stdin: { value: stdin }, stdout: { value: stdout } });
  // Elsewhere heir refuses to start a terminal UI.
  delete process.env["CI"];
  process.env["TERM"] = "xterm";
  await run();
}
