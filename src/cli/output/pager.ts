import type { ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import type { HostVariables } from "../start/host.ts";

/** A running pager. */
export interface Pager {
  write(text: string): Promise<void>;
  /** Says that there is no more text, and waits until the reader has left. */
  end(): Promise<void>;
}

/** How to start a pager: as a program with arguments, or as a line for the shell. */
export interface PagerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** Signs for which git, too, starts a pager through the shell. */
const SHELL_SIGNS = /[|&;<>()$`\\"'*?[#~=%]/;

/** The pager that the environment names, or `less`; undefined for none. `cat` is none, as in git. */
export function pagerCommand(env: HostVariables): PagerCommand | undefined {
  const command = (env["HEIR_PAGER"] ?? env["GIT_PAGER"] ?? env["PAGER"] ?? "less").trim();
  if (command === "" || command === "cat") return undefined;
  if (SHELL_SIGNS.test(command)) return { program: command, args: [], shell: true };
  const [program = command, ...args] = command.split(/\s+/);
  return { program, args, shell: false };
}

/** Starts a pager on this terminal; undefined when it cannot be started. */
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

/** A reader who quits early is no fault: what comes after is dropped. */
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
