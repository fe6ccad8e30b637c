import type { Environment } from "./host.ts";

/** A running pager. */
export interface Pager {
  write(text: string): Promise<void>;
  /** Says that there is no more text, and waits until the reader has left. */
  end(): Promise<void>;
}

/** The pager to use, as a shell would start it; undefined for none. `cat` is none, as in git. */
export function pagerCommand(env: Environment): string | undefined {
  const command = env["HEIR_PAGER"] ?? env["GIT_PAGER"] ?? env["PAGER"] ?? "less";
  return command === "" || command === "cat" ? undefined : command;
}

/** Starts a pager on this terminal; undefined when it cannot be started. Ends early when the reader quits it. */
export async function startPager(command: string, env: Environment): Promise<Pager | undefined> {
  const { spawn } = await import("node:child_process");
  const child = spawn(command, {
    shell: command !== "less",
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" },
  });
  const { stdin } = child;
  let gone = false;
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => {
      gone = true;
      resolve();
    });
  });
  stdin.on("error", () => {
    gone = true;
  });
  const started = await new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
  if (!started) return undefined;
  return {
    write: async (text) => {
      if (gone || stdin.write(text)) return;
      await Promise.race([closed, new Promise<void>((resolve) => stdin.once("drain", resolve))]);
    },
    end: async () => {
      stdin.end();
      await closed;
    },
  };
}
