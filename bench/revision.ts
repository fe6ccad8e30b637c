import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const MOST_BYTES = 2 ** 30;

/**
 * Builds the heir of a revision into a folder, with the libraries of the checkout, and returns its command. Throws when
 * git does not know the revision, or it cannot be built.
 */
export function builtRevision(revision: string, checkout: string, folder: string): string {
  console.error(`building heir of ${revision}`);
  const git = (...args: readonly string[]) => execFileSync("git", [...args], { cwd: checkout, maxBuffer: MOST_BYTES });
  const commit = git("rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`).toString().trim();
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", "--format=tar", commit) });
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, [join(folder, "scripts", "build.js")], { cwd: folder, stdio: "ignore" });
  return join(folder, "dist", "cli.js");
}
