// Runs command lines of a built heir one after the other, each with a script of its own: what it would be as a process of
// its own, without the time in which one starts. Its arguments are a build and a folder, in which standing-program.ts has
// put the pipe that it reads, and in which each command line that is asked has its files, named after its process.

import { createReadStream, readFileSync, writeFile, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { Script } from "node:vm";

const [, self = "", build = "", folder = ""] = process.argv;
const path = join(build, "program.cjs");
const code = readFileSync(join(build, "program.code"));
const cachedData = code.subarray(code.indexOf("\n") + 1);
const script = new Script(readFileSync(path, "latin1"), { filename: "program.cjs", cachedData });
// What installs hooks writes down that they are to be run by this, too.
process.execPath = join(folder, "node");

// Whoever has started this has ended.
process.stdin.once("end", () => process.exit()).resume();
// Opened for writing as well, it has no end.
const asked = createInterface({ input: createReadStream(join(folder, "asked"), { flags: "r+" }) });
for await (const line of asked) {
  const [id = "", ...dir] = line.split(" ");
  const status = await run(join(folder, id), dir.join(" "));
  // It waits until the other side reads.
  writeFile(join(folder, `${id}.done`), `${status}\n`, () => undefined);
}

/**
 * @param {string} at
 * @param {string} dir
 */
async function run(at, dir) {
  const words = (/** @type {string} */ name) => readFileSync(`${at}.${name}`, "utf8").split("\0").slice(0, -1);
  const out = kept();
  const err = kept();
  try {
    const argv = words("args");
    process.chdir(dir);
    process.argv = [process.execPath, self, ...argv];
    process.env = Object.fromEntries(words("env").map((each) => each.split(/=(.*)/s, 2)));
    Object.defineProperty(process, "stdin", { value: Readable.from([readFileSync(`${at}.in`)]), configurable: true });
    const module = { exports: {} };
    script.runInThisContext()(module, createRequire(path), path);
    const host = { env: process.env, stdout: out.stream, stderr: err.stream, cwd: () => dir, exit: ended };
    const status = await module.exports.program(argv, host);
    // As the supervisor of a hook that can stop git does.
    if (/^hooks run (?:pre|commit-msg)/.test(argv.join(" ")) && status === 0) out.stream.write("judged\n");
    return status;
  } catch (error) {
    err.stream.write(`${error instanceof Error ? error.stack : error}\n`);
    return 70;
  } finally {
    writeFileSync(`${at}.out`, out.text());
    writeFileSync(`${at}.err`, err.text());
  }
}

function kept() {
  /** @type {Buffer[]} */
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks) };
}

/** @param {number} status */
function ended(status) {
  throw new Error(`the program ended itself with status ${status}`);
}
