import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { cacheOfRun } from "../../../src/cache/run-cache.ts";
import { plainCommit } from "./plain-commit.ts";

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

interface Kind {
  readonly bare?: boolean;
  readonly format?: "sha1" | "sha256";
}

/** A new repository on the branch `main`: a copy of one that git has made. */
export function newRepo({ bare = false, format = "sha1" }: Kind = {}): TestRepo {
  const dir = tempDir();
  const top = bare ? dir : join(dir, ".git");
  for (const { path, bytes } of beginning({ bare, format })) {
    if (bytes === undefined) mkdirSync(join(top, path), { recursive: true });
    else writeFileSync(join(top, path), bytes);
  }
  return repoAt(dir);
}

/** A file of a new git directory, or a folder, which has no bytes; each folder before what is in it. */
interface Part {
  readonly path: string;
  readonly bytes?: Buffer;
}

const beginnings = new Map<string, readonly Part[]>();

/** The git directory of a new repository, without git's examples of hooks. */
function beginning({ bare, format }: Required<Kind>): readonly Part[] {
  const key = `${bare} ${format}`;
  const known = beginnings.get(key);
  if (known !== undefined) return known;
  const { dir, git } = repoAt(tempDir());
  git("init", "-q", "-b", "main", `--object-format=${format}`, ...(bare ? ["--bare"] : []));
  const top = bare ? dir : join(dir, ".git");
  const parts: Part[] = [{ path: "." }];
  for (const each of readdirSync(top, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name);
    if (each.isDirectory()) parts.push({ path: relative(top, path) });
    else if (!path.endsWith(".sample")) parts.push({ path: relative(top, path), bytes: readFileSync(path) });
  }
  const sorted = parts.sort((left, right) => (left.path < right.path ? -1 : 1));
  beginnings.set(key, sorted);
  return sorted;
}

/** The settings of a new repository. */
function firstConfig(): string {
  return String(beginning({ bare: false, format: "sha1" }).find(({ path }) => path === "config")?.bytes);
}

/** Who commits, as git reads an environment. */
function people(env: TestEnvironment): { readonly author: string; readonly committer: string } {
  const identity = (who: string) => `${env[`GIT_${who}_NAME`]} <${env[`GIT_${who}_EMAIL`]}>`;
  return { author: identity("AUTHOR"), committer: identity("COMMITTER") };
}

interface Words {
  readonly message: string;
  readonly date: number;
  readonly isQuiet?: boolean;
}

/** Commits all files without git, as {@link plainCommit} does: undefined, with nothing changed, where git has to. */
export function committed({ dir, env }: Pick<TestRepo, "dir" | "env">, words: Words): string | undefined {
  return plainCommit(dir, { config: firstConfig(), ...people(env), ...words });
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
  const isOrdinary = Object.keys(extra).every((name) => !name.startsWith("GIT_"));
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
      const id = isOrdinary ? committed({ dir, env }, { message, date }) : undefined;
      if (id !== undefined) return id;
      const dates = { GIT_AUTHOR_DATE: `${date} +0000`, GIT_COMMITTER_DATE: `${date} +0000` };
      run(["add", "-A"]);
      run(["-c", "maintenance.auto=false", "commit", "-q", "--allow-empty", "-m", message], dates);
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
