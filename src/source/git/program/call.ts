import { delimiter } from "node:path";
import { command } from "../../../base/terminal-text.ts";
import { InvariantError } from "../../../model/findings/failure.ts";
import { programFolders, programIn } from "../../disk/programs.ts";

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

export interface GitCall {
  readonly file: string | undefined;
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly env: Environment; readonly windowsHide: true };
}

/**
 * The one form in which git is started: no setting of the repository names a program that runs. `args` are settings of
 * this run (`-c name=value`), verb and arguments; `switchedOff` gives those against filters and merge drivers, where
 * git reads files. Throws InvariantError for a verb or options that could run programs, and as `switchedOff`.
 */
export function gitCall(
  { file, cwd, env, purpose }: GitProgram,
  args: readonly string[],
  switchedOff: () => readonly (readonly [string, string])[],
): GitCall {
  const [verb, ...rest] = args.slice(settingsLength(args));
  const rule = verb === undefined ? undefined : (purpose === undefined ? VERBS : PURPOSES[purpose]).get(verb);
  const lacks = rule?.needs.find((option) => !rest.includes(option));
  if (rule === undefined || lacks !== undefined || rule.never.some((option) => rest.includes(option))) {
    throw new InvariantError(`${command(["git", verb ?? ""])} is not among the calls that run no programs`);
  }
  // Hooks get what these options set.
  const strict = purpose === "act" ? [] : STRICT;
  const all = [...strict, ...rule.settings.flatMap((setting) => ["-c", setting]), ...args];
  const hasFiles = rule.withFiles !== undefined && rest.includes(rule.withFiles);
  const own = hasFiles ? withGitConfig(env, switchedOff()) : env;
  return { file, args: all, options: { cwd, env: own, windowsHide: true } };
}

const STRICT: readonly string[] = ["--no-pager", "--no-optional-locks", "--literal-pathspecs"];

/** Programs that settings of a repository can name, each switched off; and replaced objects, which do not count. */
const NO_PROGRAMS: readonly string[] = [
  "core.fsmonitor=false",
  "core.useReplaceRefs=false",
  "core.alternateRefsCommand=",
  "core.sshCommand=false",
  "core.askPass=",
  "credential.helper=",
  "core.editor=false",
  "core.pager=cat",
  "diff.external=",
  "log.showSignature=false",
  "gpg.program=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "protocol.allow=never",
  // A git that does not know GIT_NO_LAZY_FETCH fetches what a partial clone lacks, object by object.
  ...["ext", "file", "git", "http", "https", "ssh"].map((protocol) => `protocol.${protocol}.allow=never`),
  "uploadpack.packObjectsHook=",
];
const NO_HOOKS = ["core.hooksPath=/dev/null", ...NO_PROGRAMS];

interface VerbRule {
  readonly needs: readonly string[];
  readonly never: readonly string[];
  readonly settings: readonly string[];
  /** The option with which git compares or merges files, through programs that settings name for some of them. */
  readonly withFiles?: string;
}

function verb(name: string, rule: Partial<VerbRule> = {}): readonly [string, VerbRule] {
  return [name, { needs: [], never: [], settings: NO_HOOKS, ...rule }];
}

/** `diff`, `diff-files`, `checkout`, `add`, `grep` and `archive` are missing: they run filters and the like. */
const VERBS: ReadonlyMap<string, VerbRule> = new Map([
  verb("blame", { needs: ["--no-textconv"] }),
  verb("cat-file", { never: ["--filters", "--textconv"] }),
  verb("check-attr"),
  // Reads settings and runs nothing: what it answers are the user's settings, not those of this table.
  verb("config", { never: ["--edit", "-e"], settings: [] }),
  verb("diff-index", { needs: ["--cached"], never: ["-p", "--textconv", "--ext-diff"] }),
  verb("diff-tree", { never: ["-p", "--textconv", "--ext-diff"] }),
  verb("for-each-ref"),
  verb("hash-object", { needs: ["--no-filters"] }),
  verb("interpret-trailers", { needs: ["--parse"] }),
  verb("log", { needs: ["--no-textconv", "--no-ext-diff", "--no-show-signature", "--no-mailmap"] }),
  // All that is known of a file counts, whatever the repository says about it.
  verb("ls-files", {
    never: ["-m"],
    settings: [...NO_HOOKS, "core.trustctime=true", "core.checkStat=default"],
    withFiles: "--modified",
  }),
  verb("ls-tree"),
  verb("merge-base"),
  verb("merge-file"),
  // To normalize a merged file is to run filters.
  verb("merge-tree", {
    needs: ["--write-tree"],
    settings: [...NO_HOOKS, "merge.renormalize=false"],
    withFiles: "--write-tree",
  }),
  verb("range-diff", { needs: ["--no-patch"], never: ["--ext-diff"], withFiles: "--no-patch" }),
  // Into an index alone.
  verb("read-tree", { never: ["-u", "-m", "--reset"] }),
  verb("rev-list"),
  // Says where hooks are; it runs none.
  verb("rev-parse", { settings: NO_PROGRAMS }),
  verb("status", { needs: ["--porcelain=v1", "--ignore-submodules=dirty"], withFiles: "--porcelain=v1" }),
  verb("symbolic-ref"),
  // Sets entries by their ids: no file is read.
  verb("update-index", { needs: ["--index-info"], never: ["--refresh", "--really-refresh"] }),
  verb("verify-commit", { settings: NO_HOOKS.filter((setting) => !setting.startsWith("gpg.")) }),
  verb("version", { settings: [] }),
  verb("write-tree"),
  // In a repository that heir itself creates: the example.
  verb("init"),
  verb("fast-import"),
  verb("reset"),
]);

/** No program but those that the user agreed to: settings that these may need are left alone. */
const AGREED = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.useReplaceRefs=false",
  "maintenance.auto=false",
];
const FETCH = [...AGREED, "core.alternateRefsCommand=", "gc.auto=0", "submodule.recurse=false"];

const PURPOSES: Readonly<Record<NonNullable<GitProgram["purpose"]>, typeof VERBS>> = {
  filters: new Map([verb("cat-file", { needs: ["--filters"], settings: AGREED })]),
  fetch: new Map([
    verb("fetch", {
      needs: ["--stdin", "--no-tags", "--no-write-fetch-head"],
      settings: [...FETCH, "fetch.negotiationAlgorithm=noop"],
    }),
  ]),
  // As the user would start them: with hooks, filters and signatures.
  act: new Map(["add", "apply", "commit", "diff", "reset", "update-ref"].map((name) => verb(name, { settings: [] }))),
};

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

function settingsLength(args: readonly string[]): number {
  let length = 0;
  while (args[length] === "-c") length += 2;
  return length;
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
