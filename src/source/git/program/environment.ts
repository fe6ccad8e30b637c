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

/** Variables that would change the output of plumbing or start other programs. */
const disturbing: readonly RegExp[] = [
  /^GIT_TRACE/,
  /^GIT_(GLOB|NOGLOB|ICASE|LITERAL)_PATHSPECS$/,
  /^GIT_(EXTERNAL_DIFF|DIFF_OPTS|PAGER|EDITOR|SEQUENCE_EDITOR|REDIRECT_STDIN|REDIRECT_STDOUT|REDIRECT_STDERR)$/,
];

/** An id means the object that hashes to it: no replacement objects, and no grafts that change parents. */
const genuine: Environment = { GIT_NO_REPLACE_OBJECTS: "1", GIT_GRAFT_FILE: "/dev/null/none" };

/**
 * The environment for git itself: everything that names the repository, its index, objects, quarantine and settings is
 * passed on; tracing, pagers, pathspec switches, replaced objects and grafts are not (rule S12 in
 * docs/concepts/snapshots.md). Never fails.
 */
export function gitEnvironment(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => !disturbing.some((pattern) => pattern.test(name)));
  return { ...Object.fromEntries(kept), ...genuine, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
}

/** Whether variables name a repository or one of its parts. Never fails. */
export function namesRepository(env: Environment): boolean {
  return repositoryNames.some((name) => env[name] !== undefined);
}

/** The same environment for another repository than the one that the caller's variables name. Never fails. */
export function withoutRepository(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !repositoryNames.includes(name)));
}
