import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import type { program } from "../program.ts";

/** The program in one script, which starts sooner than the many modules it is made of. */
export interface ProgramScript {
  readonly program: typeof program;
  /** What `codeFile` is to hold: what V8 made of the script so far. */
  compiled(): Uint8Array;
}

const name = "program.cjs";

/** Whose code it is: V8 takes what another V8 made for damage at best. */
const maker = Buffer.from(`${process.execPath} ${process.version} ${process.arch}\n`);

/**
 * Loads the program of the built installation in `folder`. What this very Node compiled of it before is taken up; any other
 * compiles what it needs. Throws if there is no program.
 */
export function programScript(folder: string): ProgramScript {
  const path = join(folder, name);
  const cachedData = codeOf(folder);
  // What V8 keeps says what the script is called: so this is the same wherever the script lies.
  const script = new Script(readFileSync(path, "latin1"), { filename: name, ...(cachedData && { cachedData }) });
  const module = { exports: {} as { program: typeof program } };
  script.runInThisContext()(module, createRequire(path), path);
  return { program: module.exports.program, compiled: () => Buffer.concat([maker, script.createCachedData()]) };
}

/** Where the installation in `folder` keeps what V8 made of its program. */
export function codeFile(folder: string): string {
  return join(folder, "program.code");
}

function codeOf(folder: string): Buffer | undefined {
  try {
    const file = readFileSync(codeFile(folder));
    return file.subarray(0, maker.length).equals(maker) ? file.subarray(maker.length) : undefined;
  } catch {
    return undefined;
  }
}
