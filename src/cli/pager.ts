import type { ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import { userPrograms } from "../workspace/programs.ts";
import type { HostVariables } from "./commands/command.ts";

export interface Pager {
  write(text: string): Promise<void>;
  /** Ends the text and waits until the reader quits. */
  end(): Promise<void>;
}

export interface PagerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

const SHELL_CHARACTERS = /[|&;<>()$`]/;

/** A word of a command line: runs of plain characters and quoted text. */
const WORD = /(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g;

/** The pager of the environment or git, else `less`; undefined for none, `cat`, and a command that needs a shell. */
export function pagerCommand(env: HostVariables, ofGit: string | undefined): PagerCommand | undefined {
  const command = (env["HEIR_PAGER"] ?? env["GIT_PAGER"] ?? ofGit ?? env["PAGER"] ?? "less").trim();
  if (command === "" || command === "cat" || SHELL_CHARACTERS.test(command)) return undefined;
  const [program, ...args] = (command.match(WORD) ?? []).map(unquoted);
  return program === undefined ? undefined : { program, args };
}

function unquoted(word: string): string {
  return word.replace(/"([^"]*)"|'([^']*)'|\\(.)/g, "$1$2$3");
}

/** Starts a pager on this terminal; undefined if it does not start. Nothing of the work tree is a pager. */
export async function startPager(command: PagerCommand, env: HostVariables): Promise<Pager | undefined> {
  const programs = userPrograms(env, process.cwd());
  const file = programs.find(command.program);
  if (file === undefined) return undefined;
  const { spawn } = await import("node:child_process");
  const child = spawn(file, command.args, {
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...programs.env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" },
  });
  const started = await new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
  return started ? pagerOf(child, child.stdin) : undefined;
}

/** If the reader quits early, the rest of the text is dropped without an error. */
function pagerOf(child: ChildProcess, stdin: Writable): Pager {
  let gone = false;
  const left = new Promise<void>((resolve) => {
    child.once("close", () => {
      gone = true;
      resolve();
    });
  });
  stdin.on("error", () => {
    gone = true;
  });
  return {
    write: async (text) => {
      if (gone || stdin.write(text)) return;
      await Promise.race([left, new Promise<void>((resolve) => stdin.once("drain", resolve))]);
    },
    end: async () => {
      stdin.end();
      await left;
    },
  };
}
