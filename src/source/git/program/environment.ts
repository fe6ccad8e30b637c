import { delimiter } from "node:path";

/** Variables of a process, as Node gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a repository and its parts; dropped for any other repository. */
const repositoryNames: readonly string[] = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIR",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
];

/** Names of a repository that are not passed on: ids and parents would no longer mean what they say. */
const MISLEADING = new Set(["GIT_GRAFT_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE"]);

/** Where git finds the settings of the user and the system, whom it takes for the owner, and where it stops searching. */
const OF_THE_USER: ReadonlySet<string> = new Set([
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "USERPROFILE",
  "XDG_CONFIG_HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SYSTEMROOT",
  "SUDO_UID",
  "GIT_CEILING_DIRECTORIES",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
]);

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
 * The environment for git itself, with `folders` as its PATH. Only what names the repository, its index, objects,
 * quarantine and settings is passed on, and where the user's own settings are (rule S12 in docs/concepts/snapshots.md):
 * whatever else git reads from its environment, in this or a later version, does not get in. Never fails.
 */
export function gitEnvironment(env: Environment, folders: readonly string[]): Environment {
  const names = new Set(repositoryNames.filter((name) => !MISLEADING.has(name)));
  const isKept = (name: string) => names.has(name) || OF_THE_USER.has(name) || SETTINGS.test(name);
  const kept = Object.entries(env).filter(([name]) => isKept(name));
  return { ...Object.fromEntries(kept), ...FIXED, PATH: folders.join(delimiter) };
}

/** Whether variables name a repository or one of its parts. Never fails. */
export function namesRepository(env: Environment): boolean {
  return repositoryNames.some((name) => env[name] !== undefined);
}

/** The same environment for another repository than the one that the caller's variables name. Never fails. */
export function withoutRepository(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !repositoryNames.includes(name)));
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
