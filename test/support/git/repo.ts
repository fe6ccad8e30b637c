import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { cacheOfRun } from "../../../src/cache/cache-packs.ts";

/** Variables as both git and heir take them. */
export type TestEnvironment = Readonly<Record<string, string | undefined>>;

/** A repository that no setting of the user or the machine reaches; equal steps give equal commit ids. */
export interface TestRepo {
  readonly dir: string;
  /** For git, and for whatever is tested in this repository. */
  readonly env: TestEnvironment;
  /** Runs git here; gives its output without the last line end. Throws when git fails. */
  git(...args: string[]): string;
  /** Writes a file, folders included. */
  write(path: string, content: string | Uint8Array): void;
  /** Writes files, stages everything and commits; gives the commit id. Dates are a minute apart. */
  commit(message: string, files?: Readonly<Record<string, string>>): string;
}

const made: string[] = [];

/** Removes what `tempDir` has made, at the end of each test file. */
export function removeTempDirs(): void {
  sharedHome = undefined;
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** An empty folder outside any repository, removed after the test file. */
export function tempDir(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "heir-test-")));
  made.push(folder);
  return folder;
}

/** The environment of a fresh account on a fresh machine: nothing inherited but PATH. */
export function hermeticEnv(extra: TestEnvironment = {}): TestEnvironment {
  return {
    PATH: process.env["PATH"],
    HOME: home(),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_AUTHOR_NAME: "Ann Author",
    GIT_AUTHOR_EMAIL: "ann@example.org",
    GIT_COMMITTER_NAME: "Carl Committer",
    GIT_COMMITTER_EMAIL: "carl@example.org",
    ...extra,
  };
}

let sharedHome: string | undefined;

function home(): string {
  sharedHome ??= tempDir();
  return sharedHome;
}

/** A new repository on the branch `main`. */
export function newRepo(options: { readonly bare?: boolean; readonly format?: "sha1" | "sha256" } = {}): TestRepo {
  const repo = repoAt(tempDir());
  const bare = options.bare === true ? ["--bare"] : [];
  repo.git("init", "-q", "-b", "main", `--object-format=${options.format ?? "sha1"}`, ...bare);
  return repo;
}

/** The same, where heir has answered once: from now on it caches. */
export function askedRepo(): TestRepo {
  const repo = newRepo();
  cacheOfRun(join(repo.dir, ".git"));
  return repo;
}

const FIRST_DATE = 1_600_000_000;
const MINUTE = 60;

/** A folder that is a repository, or is about to become one; `extra` is added to the environment. */
export function repoAt(dir: string, extra: TestEnvironment = {}): TestRepo {
  const env = hermeticEnv(extra);
  let date = FIRST_DATE;
  const run = (args: readonly string[], more: TestEnvironment = {}) =>
    execFileSync("git", [...args], { cwd: dir, env: { ...env, ...more }, stdio: "pipe", maxBuffer: 1 << 28 })
      .toString()
      .replace(/\n$/, "");
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  return {
    dir,
    env,
    git: (...args) => run(args, { GIT_AUTHOR_DATE: `${date} +0000`, GIT_COMMITTER_DATE: `${date} +0000` }),
    write,
    commit(message, files = {}) {
      for (const [path, content] of Object.entries(files)) write(path, content);
      date += MINUTE;
      const dates = { GIT_AUTHOR_DATE: `${date} +0000`, GIT_COMMITTER_DATE: `${date} +0000` };
      run(["add", "-A"]);
      run(["commit", "-q", "--allow-empty", "-m", message], dates);
      return run(["rev-parse", "HEAD"]);
    },
  };
}

/** A PATH whose git writes down what it is called with, and the calls so far. */
export interface CountedGit {
  readonly path: string;
  /** The first word of each call that is not an option. */
  commands(): readonly string[];
}

/** Puts a counting git in front of the real one. */
export function countedGit(): CountedGit {
  const folder = tempDir();
  const log = join(folder, "log");
  const real = execFileSync("sh", ["-c", "command -v git"]).toString().trim();
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real}' "$@"\n`;
  writeFileSync(log, "");
  writeFileSync(join(folder, "git"), script);
  chmodSync(join(folder, "git"), 0o755);
  const lines = () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  return {
    path: `${folder}${delimiter}${process.env["PATH"]}`,
    commands: () => lines().map((line) => line.replace(/^(?:-c \S+ |--\S+ )*/, "").split(" ", 1)[0] ?? ""),
  };
}
