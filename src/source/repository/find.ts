import { dirname, join, resolve } from "node:path";
import { diskEntry, regularFileText } from "../disk/read-files.ts";
import type { Environment } from "../git/program/program.ts";
import type { GitFacts } from "../git/store.ts";

/** What git reports about the repository around a folder; independent of where the user is. */
export type GitRepository = Omit<GitFacts, "start" | "nearest">;

/** The repository around a folder without git: GIT_DIR, else the nearest going up; undefined for none. Never fails. */
export function findRepository(start: string, env: Environment): GitRepository | undefined {
  const named = env["GIT_DIR"];
  if (named !== undefined) return describe(resolve(start, named), resolve(start, env["GIT_WORK_TREE"] ?? "."), env);
  for (let at = start; ; at = dirname(at)) {
    const gitDir = gitDirIn(at);
    if (gitDir !== undefined) return describe(gitDir, gitDir === at ? undefined : at, env);
    if (at === dirname(at)) return undefined;
  }
}

/** The git directory of a folder: `.git`, the target of a `.git` file, or the folder itself when bare. */
function gitDirIn(folder: string): string | undefined {
  const dotGit = join(folder, ".git");
  const kind = diskEntry(dotGit).kind;
  if (kind === "folder" && isGitDir(dotGit)) return dotGit;
  const [, target] = kind === "file" ? (/^gitdir: (.*?)\n?$/.exec(regularFileText(dotGit) ?? "") ?? []) : [];
  if (target !== undefined) return resolve(folder, target);
  return isGitDir(folder) ? folder : undefined;
}

function isGitDir(folder: string): boolean {
  const has = (name: string) => diskEntry(join(folder, name)).kind;
  return has("HEAD") !== "none" && has("objects") !== "none" && has("refs") !== "none";
}

function describe(gitDir: string, worktree: string | undefined, env: Environment): GitRepository {
  const shared = regularFileText(join(gitDir, "commondir"))?.trim();
  const commonDir = shared === undefined ? gitDir : resolve(gitDir, shared);
  const settings = configValues(regularFileText(join(commonDir, "config")) ?? "");
  const bare = settings.get("core.bare") === "true" && shared === undefined;
  return {
    gitDir,
    commonDir,
    indexFile: env["GIT_INDEX_FILE"] ?? join(gitDir, "index"),
    objectFormat: settings.get("extensions.objectformat") === "sha256" ? "sha256" : "sha1",
    topLevel: bare ? undefined : worktree,
  };
}

/**
 * Settings of a git configuration file, the last of each, in lower case but for quotes (`remote.Origin.promisor`). It
 * serves to distinguish kinds of repositories: values keep their quotes, includes are not followed. Never fails.
 */
export function configValues(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\](.*)$/.exec(line);
    if (header !== null) section = sectionOf(header[1] ?? "", header[2]);
    const rest = header === null ? line : (header[3] ?? "");
    const [, name, value] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/.exec(rest) ?? [];
    // A name alone is how git writes "true".
    if (name !== undefined) values.set(`${section}.${name.toLowerCase()}`, value ?? "true");
  }
  return values;
}

function sectionOf(name: string, quoted: string | undefined): string {
  return quoted === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${quoted}`;
}
