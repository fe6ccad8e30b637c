import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { userPrograms } from "../../workspace/programs.ts";
import type { Context } from "../commands/command.ts";

/** Shows a manual page with the user's `man`, and waits until the reader quits; false where there is none. */
export function showManual(file: string, { env, cwd }: Pick<Context, "env" | "cwd">): boolean {
  const programs = userPrograms(env, cwd);
  const program = programs.find("man");
  return program !== undefined && spawnSync(program, [file], { stdio: "inherit", env: programs.env }).status === 0;
}

/** The folders in which `man` looks for pages; undefined if nothing tells. Never fails. */
export function manualFolders({ env, cwd }: Pick<Context, "env" | "cwd">): readonly string[] | undefined {
  const programs = userPrograms(env, cwd);
  const program = programs.find("manpath");
  if (program === undefined) return env["MANPATH"]?.split(delimiter);
  const { status, stdout } = spawnSync(program, ["-q"], { encoding: "utf8", env: programs.env });
  return status === 0 ? stdout.trim().split(delimiter) : undefined;
}
