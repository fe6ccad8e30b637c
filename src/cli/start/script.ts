import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import type { program } from "../program.ts";

/** The program as one script, which starts faster than its many modules. */
export interface ProgramScript {
  readonly program: typeof program;
  /** The V8 code cache of the script, for `codeFile`. */
  compiled(): Uint8Array;
}

const name = "program.cjs";

/** How much memory Node was told to use, as hooks are judged: V8 takes a code cache only with the flags that it was made with. */
const limit = process.execArgv.find((flag) => flag.startsWith("--max-old-space-size="));

/** Identifies the Node that made a code cache: another version of V8 cannot use it. */
const maker = Buffer.from(
  `${[process.execPath, process.version, process.arch, ...(limit ? [limit] : [])].join(" ")}\n`,
);

/**
 * Loads the program from the build in `folder`, with the code cache if this Node made it. Throws if there is no program.
 */
export function programScript(folder: string): ProgramScript {
  const path = join(folder, name);
  const cachedData = codeOf(folder);
  // The code cache contains the name of the script, so the name must not depend on the folder.
  const script = new Script(readFileSync(path, "latin1"), { filename: name, ...(cachedData && { cachedData }) });
  const module = { exports: {} as { program: typeof program } };
  script.runInThisContext()(module, createRequire(path), path);
  return { program: module.exports.program, compiled: () => Buffer.concat([maker, script.createCachedData()]) };
}

/** The code cache of the build in `folder`: that of commands, or that of judging hooks. */
export const codeFile = (folder: string): string => join(folder, limit === undefined ? "program.code" : "judge.code");

function codeOf(folder: string): Buffer | undefined {
  try {
    const file = readFileSync(codeFile(folder));
    return file.subarray(0, maker.length).equals(maker) ? file.subarray(maker.length) : undefined;
  } catch {
    return undefined;
  }
}
