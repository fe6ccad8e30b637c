import { readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { HeirError, quietly } from "../../model/findings/failure.ts";
import { diskEntry } from "../disk/read-files.ts";
import type { Environment } from "../git/program/program.ts";
import { findRepository } from "./find.ts";

/** Files that git reads whatever it is asked. */
const READ = [
  ..."HEAD config config.worktree commondir index packed-refs shallow logs/HEAD MERGE_HEAD".split(" "),
  ..."info/attributes info/exclude info/grafts info/sparse-checkout".split(" "),
  ..."objects/info/alternates objects/info/commit-graph objects/info/commit-graphs/commit-graph-chain".split(" "),
];

/**
 * Throws HeirError if the repository around a folder has a pipe or a device in place of a file of git, a ref, or a
 * `.gitignore` on the way up: git would read it for ever. To be called before git is started there.
 */
export function assertRegular(folder: string, env: Environment): void {
  const found = findRepository(folder, env);
  const gitDirs = new Set([...gitFolders(folder), ...(found === undefined ? [] : [found.gitDir, found.commonDir])]);
  const paths = [...gitDirs].flatMap((each) => [...READ.map((name) => join(each, name)), ...unusualRefs(each)]);
  const path = [...paths, ...foldersUp(folder).map((each) => join(each, ".gitignore"))].find(isEndless);
  if (path === undefined) return;
  throw new HeirError("environment", `${path} is not a regular file`, "git would wait for it: remove it");
}

/** The nearest `.git`, even if it is no repository as it is. */
function gitFolders(folder: string): readonly string[] {
  const nearest = foldersUp(folder).find((each) => diskEntry(join(each, ".git")).kind === "folder");
  return nearest === undefined ? [] : [join(nearest, ".git")];
}

function foldersUp(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

/** What is neither a file nor a folder among loose refs. */
function unusualRefs(gitDir: string): readonly string[] {
  const all = quietly(() => readdirSync(join(gitDir, "refs"), { recursive: true, withFileTypes: true })) ?? [];
  const unusual = all.filter((entry) => !entry.isFile() && !entry.isDirectory());
  return unusual.map(({ parentPath, name }) => join(parentPath, name));
}

function isEndless(path: string): boolean {
  const stats = statsOf(path);
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return false;
  return !stats.isCharacterDevice() || stats.rdev !== statsOf("/dev/null")?.rdev;
}

function statsOf(path: string): Stats | undefined {
  return quietly(() => statSync(path));
}
