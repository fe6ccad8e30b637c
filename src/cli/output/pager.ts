import type { ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import type { HostVariables } from "../start/host.ts";

/** A running pager. */
export interface Pager {
  write(text: string): Promise<void>;
  /** Ends the text and waits until the reader quits. */
  end(): Promise<void>;
}

/** The pager to start: a program with arguments, or a command for the shell. */
export interface PagerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** Characters with which git, too, starts a pager through the shell. */
const SHELL_CHARACTERS = /[|&;<>()$`\\"'*?[#~=%]/;

/** The pager of the environment, by default `less`; undefined for none. As in git, `cat` means none. */
export function pagerCommand(env: HostVariables): PagerCommand | undefined {
  const command = (env["HEIR_PAGER"] ?? env["GIT_PAGER"] ?? env["PAGER"] ?? "less").trim();
  if (command === "" || command === "cat") return undefined;
  if (SHELL_CHARACTERS.test(command)) return { program: command, args: [], shell: true };
  const [program = command, ...args] = command.split(/\s+/);
  return { program, args, shell: false };
}

/** Starts a pager on this terminal; undefined if it does not start. */
export async function startPager(command: PagerCommand, env: HostVariables): Promise<Pager | undefined> {
  const { spawn } = await import("node:child_process");
  const child = spawn(command.program, command.args, {
    shell: command.shell,
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" },
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
