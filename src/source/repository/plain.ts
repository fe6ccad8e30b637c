import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { diskEntry } from "../disk/disk-entry.ts";
import { regularFileText } from "../disk/regular-file.ts";
import { type Environment, namesRepository } from "../git/program/environment.ts";
import type { GitRepository } from "./facts.ts";

/**
 * The repository around a folder where it can be of one kind only: nothing in the environment names another, the nearest
 * `.git` is a whole folder, and no setting moves the work tree or changes ids. Then git can refuse it, but can find no
 * other. Undefined in all other cases: git has to be asked. `start` has no links in it. Never fails.
 */
export function plainRepository(start: string, env: Environment): GitRepository | undefined {
  if (!start.startsWith("/") || namesRepository(env)) return undefined;
  for (let at = start; ; at = dirname(at)) {
    const dotGit = join(at, ".git");
    const { kind } = diskEntry(dotGit);
    if (kind === "folder") return isPlain(dotGit) ? described(at, dotGit) : undefined;
    // A folder with a HEAD can be a bare repository.
    if (kind !== "none" || diskEntry(join(at, "HEAD")).kind !== "none" || at === dirname(at)) return undefined;
  }
}

function isPlain(gitDir: string): boolean {
  const config = regularFileText(join(gitDir, "config"))?.replace(/^\s*bare = false$/m, "");
  if (config === undefined || UNUSUAL.test(config) || diskEntry(join(gitDir, "commondir")).kind !== "none")
    return false;
  return /^(?:ref: refs\/|[0-9a-f]{40}\n)/.test(regularFileText(join(gitDir, "HEAD")) ?? "") && canEnter(gitDir);
}

/** Settings that make a repository other than its folder looks like. */
const UNUSUAL = /bare|worktree|objectformat/i;

function canEnter(gitDir: string): boolean {
  try {
    for (const name of ["objects", "refs"]) accessSync(join(gitDir, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function described(topLevel: string, gitDir: string): GitRepository {
  return { topLevel, gitDir, commonDir: gitDir, indexFile: join(gitDir, "index"), objectFormat: "sha1" };
}
