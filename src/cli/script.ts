import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { isOn } from "../speed/on.ts";
import type * as begin from "./begin.ts";
import type * as program from "./program.ts";
import { cutVerb } from "./verb.ts";

/** By name: the program, one of few commands, what begins before either, and the terminal UI, which they load. */
interface Scripts {
  readonly program: typeof program;
  readonly read: typeof program;
  readonly begin: typeof begin;
  readonly terminal: { readonly rehearse: () => Promise<void> };
}

/** How much memory Node was told to use, as hooks are judged: V8 takes a code cache only with the flags that it was made with. */
const limit = process.execArgv.find((flag) => flag.startsWith("--max-old-space-size="));

/** As the program names the script of the terminal UI, see scripts/build.js. */
const TERMINAL = "./terminal.cjs";

/** Identifies the Node that made a code cache: another version of V8 cannot use it. */
const maker = Buffer.from(
  `${[process.execPath, process.version, process.arch, ...(limit ? [limit] : [])].join(" ")}\n`,
);

/** Loads a script of a build, with its code cache if this Node made it; `compiled` makes one. Throws if missing. */
export function loadScript<Name extends keyof Scripts>(
  folder: string,
  name: Name,
): { readonly exports: Scripts[Name]; compiled(): Uint8Array } {
  const filename = `${name}.cjs`;
  const path = join(folder, filename);
  const cachedData = isOn("code") ? codeOf(folder, name) : undefined;
  // The code cache contains the name of the script, so the name must not depend on the folder.
  const script = new Script(readFileSync(path, "latin1"), { filename, cachedData });
  const module = { exports: {} as Scripts[Name] };
  const require = createRequire(path);
  const load = (wanted: string) => (wanted === TERMINAL ? loadScript(folder, "terminal").exports : require(wanted));
  script.runInThisContext()(module, load, path);
  return { exports: module.exports, compiled: () => Buffer.concat([maker, script.createCachedData()]) };
}

/** The code cache of a script of the build in `folder`: that of commands, or that of judging hooks, which takes the program alone. */
export function codeFile(folder: string, name: keyof Scripts): string {
  return join(folder, limit === undefined ? `${name}.code` : "judge.code");
}

function codeOf(folder: string, name: keyof Scripts): Buffer | undefined {
  try {
    const file = readFileSync(codeFile(folder, name));
    return file.subarray(0, maker.length).equals(maker) ? file.subarray(maker.length) : undefined;
  } catch {
    return undefined;
  }
}

/** The commands that have a script of their own, which is loaded in less time than that of all. */
const READING: ReadonlySet<string> = new Set(["show", "explain", "nodes", "inventory", "tui"]);

/** Whether a command line is for the script of these commands. */
export function isReading(argv: readonly string[]): boolean {
  const { verb } = cutVerb(argv);
  return verb !== undefined && READING.has(verb);
}
