import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { quietEnvironment } from "./measure.ts";

/** Writes a file, and the folders above it. */
export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Commits all files of a folder; the same files make the same commit. */
export function commit(folder: string, subject: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", `--message=${subject}`);
}

const IDENTITY = { NAME: "bench", EMAIL: "bench@example.org", DATE: "2020-01-01T00:00:00Z" };

/** What git prints, run without the settings of the user. Throws if it fails. */
export function git(cwd: string, ...args: readonly string[]): string {
  return gitFed("", cwd, ...args);
}

/** The same for a command that reads `input`. */
export function gitFed(input: string, cwd: string, ...args: readonly string[]): string {
  const who = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(IDENTITY).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  );
  const env = { ...quietEnvironment(), ...Object.fromEntries(who) };
  // No git maintenance in the background of a measurement.
  const settings = ["-c", "gc.auto=0", "-c", "core.autocrlf=false", "-c", "advice.detachedHead=false"];
  return execFileSync("git", [...settings, ...args], { cwd, env, encoding: "utf8", input });
}
