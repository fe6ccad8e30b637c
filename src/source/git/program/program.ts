import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { quietly } from "../../../model/findings/failure.ts";
import { diskEntry } from "../../disk/read-files.ts";

/** What a system without PATH searches. */
const STANDARD = ["/usr/local/bin", "/usr/bin", "/bin"];

/** The endings of programs that can be started without a shell. */
const ENDINGS = process.platform === "win32" ? [".exe", ".com"] : [""];

/**
 * The folders of PATH in which programs are looked up: absolute ones outside the work tree around `folder`. A repository
 * could put programs into any other: an empty or relative entry is the current folder. Never fails.
 */
export function programFolders(path: string | undefined, folder: string): readonly string[] {
  const top = workTreeAround(folder);
  const entries = path === undefined ? STANDARD : path.split(delimiter);
  return entries.filter((entry) => isAbsolute(entry) && (top === undefined || !isInside(real(entry), top)));
}

/** The absolute path of a program, by its name or an absolute path; undefined if no folder has it. Never fails. */
export function programIn(folders: readonly string[], name: string): string | undefined {
  if (isAbsolute(name)) return canRun(name) ? name : undefined;
  if (name.includes("/") || name.includes(sep)) return undefined;
  for (const folder of folders) {
    for (const ending of ENDINGS) {
      const path = join(folder, name + ending);
      if (canRun(path)) return path;
    }
  }
  return undefined;
}

/** The nearest folder going up that has a `.git`, links followed. */
function workTreeAround(folder: string): string | undefined {
  for (let at = real(folder); ; at = dirname(at)) {
    if (diskEntry(join(at, ".git")).kind !== "none") return at;
    if (at === dirname(at)) return undefined;
  }
}

function real(path: string): string {
  return quietly(() => realpathSync(path)) ?? path;
}

/** Whether a path on disk is a folder or inside it. */
export function isInside(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep);
}

function canRun(path: string): boolean {
  const isFile = quietly(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  });
  return isFile ?? false;
}

/** The git program, its working directory and variables. All runs for one repository share it, so relative paths agree. */
export interface GitProgram {
  /** The absolute path of git; undefined if there is none. */
  readonly file: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
  /** The way from `cwd` up to the top of the work tree, ending in a slash; "" at the top. */
  readonly up: string;
  /** Absent for reading. Else it runs filters, fetches or acts for the user, and starts the user's programs. */
  readonly purpose?: "filters" | "fetch" | "act";
}

/** How git is started in a folder: found once, outside the work tree around it. Never fails. */
export function gitProgram(cwd: string, env: Environment): GitProgram {
  const folders = programFolders(env["PATH"] ?? env["Path"], cwd);
  return { file: programIn(folders, "git"), cwd, env: gitEnvironment(env, folders), up: "" };
}

/** A path from the top of the work tree as git reads it in its working directory; "" is the top. */
export function gitPath({ up }: GitProgram, path: string): string {
  return up + path || ".";
}

/**
 * Git as the user starts it at the top of a work tree, for what the user asks for: hooks, filters and signatures are theirs, and
 * get their own variables.
 */
export function usersGit({ file }: GitProgram, top: string, env: Environment): GitProgram {
  return { file, cwd: top, env, up: "", purpose: "act" };
}

/** The same where nothing can be asked on the terminal. */
export function quietGit(program: GitProgram, top: string, env: Environment): GitProgram {
  return usersGit(program, top, { ...env, GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "false", GIT_PAGER: "cat" });
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a repository and its parts; dropped for any other repository. */
const OF_A_REPOSITORY: readonly string[] = [
  ..."GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_NAMESPACE GIT_PREFIX".split(" "),
  ..."GIT_CONFIG GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_INDEX_FILE GIT_SHALLOW_FILE GIT_QUARANTINE_PATH".split(" "),
  ..."GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_INTERNAL_SUPER_PREFIX".split(" "),
];

/** Those that are not passed on: ids and parents would no longer mean what they say. */
const MISLEADING: readonly string[] = ["GIT_GRAFT_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE"];

const repositoryNames: ReadonlySet<string> = new Set([...OF_A_REPOSITORY, ...MISLEADING]);

/** Where git finds the settings of the user and the system, whom it takes for the owner, and where it stops searching. */
const OF_THE_USER: readonly string[] = [
  ..."HOME HOMEDRIVE HOMEPATH USERPROFILE XDG_CONFIG_HOME TMPDIR TEMP TMP SYSTEMROOT SUDO_UID".split(" "),
  ...["GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"],
];

const SETTINGS = /^GIT_CONFIG_(?:KEY_\d+|VALUE_\d+|GLOBAL|SYSTEM|NOSYSTEM)$/;

/** What is the same for every run of git; replaced objects and grafts do not count, and nothing is fetched. */
const FIXED: Environment = {
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null/none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ATTR_NOSYSTEM: "1",
  LC_ALL: "C",
};

/**
 * The environment for git, with `folders` as its PATH: only what names the repository, its index, objects, quarantine
 * and settings, and the user's settings. Nothing else gets in (rule S12 in docs/concepts/snapshots.md). Never fails.
 */
export function gitEnvironment(env: Environment, folders: readonly string[]): Environment {
  const names = new Set([...OF_A_REPOSITORY, ...OF_THE_USER]);
  const isKept = (name: string) => names.has(name) || SETTINGS.test(name);
  const kept = Object.entries(env).filter(([name]) => isKept(name));
  return { ...Object.fromEntries(kept), ...FIXED, PATH: folders.join(delimiter) };
}

/** Whether variables name a repository or one of its parts. Never fails. */
export function namesRepository(env: Environment): boolean {
  return [...repositoryNames].some((name) => env[name] !== undefined);
}

/** The same environment for another repository than the one that the caller's variables name. Never fails. */
export function withoutRepository(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !repositoryNames.has(name)));
}

/** An environment in which git has these settings, whatever its files say; a later one of a name wins. Never fails. */
export function withGitConfig(env: Environment, settings: readonly (readonly [string, string])[]): Environment {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const added = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${count + at}`, name],
    [`GIT_CONFIG_VALUE_${count + at}`, value],
  ]);
  const own = { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: `${count + settings.length}` };
  const { GIT_CONFIG_PARAMETERS: parameters } = env;
  if (parameters === undefined) return own;
  // What a `git -c` around this process says is stronger than these variables.
  const words = settings.map(([name, value]) => `${quoted(name)}=${quoted(value)}`);
  return { ...own, GIT_CONFIG_PARAMETERS: [parameters, ...words].join(" ") };
}

function quoted(text: string): string {
  return `'${text.replace(/['!]/g, "'\\$&'")}'`;
}
