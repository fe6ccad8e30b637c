import { readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { HeirError, quietly } from "../../model/findings/failure.ts";
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

/** The modes of what heir writes into a git directory. */
export interface SharedModes {
  readonly file: number;
  readonly folder: number;
}

/** For the user alone, whatever the umask. */
export const OWN: SharedModes = { file: 0o600, folder: 0o700 };

const GROUP: SharedModes = { file: 0o660, folder: 0o2770 };

const ALL: SharedModes = { file: 0o664, folder: 0o2775 };

/** Readers of a file may also enter its folder. */
const MAY_READ = 0o444;

const ENTER_SHIFT = 2;

const OWNER = 0o600;

const SET_GROUP = 0o2000;

/** For the user alone, whatever the umask, unless the repository's file sets `core.sharedRepository`. Never fails. */
export function sharedModes(gitDir: string): SharedModes {
  const commonDir = resolve(gitDir, regularFileText(join(gitDir, "commondir"))?.trim() ?? "");
  const setting = configValues(regularFileText(join(commonDir, "config")) ?? "").get("core.sharedrepository");
  const name = setting?.toLowerCase() ?? "umask";
  if (/^(?:group|true|yes|on|1)$/.test(name)) return GROUP;
  if (/^(?:all|world|everybody|2)$/.test(name)) return ALL;
  // What is left is a mode, or a word for the user alone: `umask`, `false`, `no`, `off`, `0`.
  return /^0?[0-7]{3}$/.test(name) ? modesOf(Number.parseInt(name, 8)) : OWN;
}

/** An octal number is the mode of files; git refuses one that shuts the owner out. */
function modesOf(mode: number): SharedModes {
  const file = mode & 0o666;
  if ((file & OWNER) !== OWNER) return OWN;
  return { file, folder: file | ((file & MAY_READ) >> ENTER_SHIFT) | SET_GROUP };
}

/** The own file of attributes of a repository, which holds for all its states. */
export function infoFile(commonDir: string): string {
  return join(commonDir, "info/attributes");
}
