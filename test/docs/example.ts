import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host, TextStream } from "../../src/cli/commands/command.ts";
import { failureOf } from "../../src/cli/failure.ts";
import { openFolder } from "../../src/cli/host.ts";
import { run } from "../../src/cli/run.ts";
import { hermeticEnv } from "../support/git/repo.ts";
import type { Block } from "./pages.ts";
import { shellWords } from "./words.ts";

/** One command of a `console` block and what the page says it prints. */
export interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

/** The commands of a `console` block: lines that begin with `$ `, each with the lines below it. */
export function shownCommands(block: Block): readonly Shown[] {
  const found: { command: string; output: string[] }[] = [];
  for (const line of block.lines) {
    if (line.startsWith("$ ")) found.push({ command: line.slice(2), output: [] });
    else found.at(-1)?.output.push(line);
  }
  return found;
}

const FILE =
  /^# ((?:nodes|classes|groups|techniques|directives|rules|properties\.d)\/.+|(?:[\w-]+\/)+[\w-]+\.yml|(?:heir|heir-baseline|reclass-config|globals|order)\.yml)$/;
/** The name of a file in a tutorial, where files of other tools stand, too. */
const TYPED_FILE = /^# ((?:[\w.@-]+\/)*[\w.@-]+\.(?:yml|yaml|ini|cfg|sls|json))$/;

/**
 * The files that a `yaml` block shows: each begins with a line `# PATH`, which is part of the file except in JSON. Empty
 * for a block without such a line.
 */
export function shownFiles(
  block: Block,
  { tutorial = false }: { readonly tutorial?: boolean } = {},
): ReadonlyMap<string, string> {
  const files = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of block.lines) {
    const path = (tutorial ? TYPED_FILE : FILE).exec(line)?.[1];
    if (path !== undefined) {
      current = [];
      files.set(path, current);
      if (path.endsWith(".json")) continue;
    }
    current?.push(line);
  }
  return new Map([...files].map(([path, lines]) => [path, `${lines.join("\n").trimEnd()}\n`]));
}

/** The files that a reader types: the first line of each is its name, and nothing else is made. */
export function writeTyped(folder: string, files: ReadonlyMap<string, string>): void {
  writeFiles(folder, new Map([...files].map(([path, text]) => [path, text.replace(`# ${path}\n`, "")])));
}

/** Files with the lines that name them, and nothing else. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Runs a command in a folder, `heir ...` in this process; what it prints on both streams, in lines. */
export async function printed(command: string, folder: string): Promise<readonly string[]> {
  const [program, ...args] = shellWords(command);
  const text = program === "heir" ? await heir(args, folder) : shell(command, folder);
  return text.replace(/\n$/, "").split("\n");
}

function shell(command: string, folder: string): string {
  const { stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, env: hermeticEnv(), encoding: "utf8" });
  return stdout + stderr;
}

async function heir(args: readonly string[], folder: string): Promise<string> {
  let text = "";
  const stream: TextStream = {
    write(piece) {
      text += typeof piece === "string" ? piece : Buffer.from(piece).toString();
      return true;
    },
    once: () => {},
  };
  const { signal } = new AbortController();
  const host: Host = { cwd: folder, env: hermeticEnv(), stdout: stream, stderr: stream, signal, open: openFolder };
  try {
    await run(args, host);
  } catch (error) {
    const { lines } = failureOf(error, { argv: args, trace: true });
    text += lines.map((line) => `${line}\n`).join("");
  }
  return text;
}

/** Whether lines are as shown; a shown line `…` stands for any lines. */
export function matches(lines: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return lines.length === 0 || (lines.length === 1 && lines[0] === "");
  if (first !== "…") return lines[0] === first && matches(lines.slice(1), rest);
  return rest.length === 0 || lines.some((_, at) => matches(lines.slice(at), rest));
}
