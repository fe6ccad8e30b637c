import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { builtInto } from "../support/built.ts";
import { committed, hermeticEnv, newRepo, type TestEnvironment, tempDir } from "../support/git/repo.ts";
import { type StandingProgram, standBy } from "./standing-program.ts";

const project = join(import.meta.dirname, "../..");
const installation = mkdtempSync(join(tmpdir(), "heir-hooks-"));

/** The built program. */
export const program: string = join(installation, "dist/cli.js");

/**
 * How heir is run, by git's hooks too: as a process of its own, as users do, or by a program that stands by, which takes a
 * tenth of the time. Of each kind of hook one test has the process.
 */
type Way = "process" | "standing";

let standing: StandingProgram | undefined;

/** What runs the file of the program. */
function nodeOf(way: Way): string {
  if (way === "process") return process.execPath;
  standing ??= standBy(dirname(program), join(installation, "standing"));
  return standing.node;
}

/** To be called by each test file that lets git run hooks: builds the program once, and removes it at the end. */
export function withBuiltProgram(): void {
  beforeAll(() => {
    builtInto(join(installation, "dist"));
    writeFileSync(join(installation, "package.json"), '{ "name": "git-heir" }\n');
    for (const shipped of ["hooks", "integrations"])
      cpSync(join(project, shipped), join(installation, shipped), { recursive: true });
  });
  afterAll(() => {
    hooked.clear();
    standing?.end();
    standing = undefined;
    rmSync(installation, { recursive: true, force: true });
  });
}

/** How a command ended, with both streams as one text. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** A folder, and git and heir started in it. Neither throws when the command fails. */
export interface HookedRepo {
  readonly dir: string;
  readonly env: TestEnvironment;
  readonly way: Way;
  git(...args: readonly string[]): Ended;
  heir(...args: readonly string[]): Ended;
  write(files: Readonly<Record<string, string>>): void;
  /** Writes and stages files, then commits them, asking the hooks. */
  commit(files: Readonly<Record<string, string>>, ...args: readonly string[]): Ended;
  /** The same, asking nobody. */
  quietly(files: Readonly<Record<string, string>>): void;
  /** The id that a revision names, or "". */
  id(revision: string): string;
}

/** A folder to start git and heir in; `extra` is added to the environment. */
export function at(dir: string, extra: TestEnvironment = {}, way: Way = "standing"): HookedRepo {
  const env = hermeticEnv({ LC_ALL: "C.UTF-8", ...extra });
  const start = (file: string, args: readonly string[]): Ended => {
    const { status, stdout, stderr } = spawnSync(file, args, {
      cwd: dir,
      env,
      encoding: "utf8",
      input: "",
      timeout: 100_000,
    });
    return { code: status, text: stdout + stderr };
  };
  const repo: HookedRepo = {
    dir,
    env,
    way,
    git: (...args) => start("git", args),
    heir: (...args) => start(nodeOf(way), [program, ...args]),
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), text);
      }
    },
    commit(files, ...args) {
      repo.write(files);
      repo.git("add", "-A");
      return repo.git("commit", "-m", "change", ...args);
    },
    quietly(files) {
      repo.write(files);
      const date = Math.floor(Date.now() / 1000);
      if (committed(repo, { message: "change", date, isQuiet: true }) !== undefined) return;
      repo.git("add", "-A");
      repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "change");
    },
    id: (revision) => repo.git("rev-parse", "-q", "--verify", revision).text.trim(),
  };
  return repo;
}

/** One node, two classes; `port` and `url` come from them. */
export const inventory: Readonly<Record<string, string>> = {
  "nodes/n1.yml": "classes:\n- base\n- web\nparameters:\n  role: front\n",
  "classes/base.yml": "parameters:\n  host: h1\n  port: 80\n",
  "classes/web.yml": "parameters:\n  url: http://${host}:${port}/\n",
};

/** Another port. */
export function port(value: number): Readonly<Record<string, string>> {
  return { "classes/base.yml": `parameters:\n  host: h1\n  port: ${value}\n` };
}

/** The node asks for a class that is not there. */
export function missing(name: string): Readonly<Record<string, string>> {
  return { "nodes/n1.yml": `classes:\n- base\n- ${name}\nparameters:\n  role: front\n` };
}

const hooked = new Map<Way, HookedRepo>();

/** A repository with the inventory in one commit, and heir's hooks: a copy of one that is made once. */
export function hookedRepo(way: Way = "standing"): HookedRepo {
  const first = hooked.get(way) ?? installed(plainRepo(way));
  hooked.set(way, first);
  const dir = tempDir();
  cpSync(first.dir, dir, { recursive: true });
  return at(dir, {}, way);
}

/** The same without hooks. */
export function plainRepo(way: Way = "standing"): HookedRepo {
  const { dir } = newRepo();
  const repo = at(dir, {}, way);
  repo.quietly(inventory);
  return repo;
}

function installed(repo: HookedRepo): HookedRepo {
  const { code, text } = repo.heir("hooks", "install");
  if (code !== 0) throw new Error(text);
  return repo;
}

/** An empty bare repository with heir's hooks, which are run as the other's are, and known to that one as `origin`. */
export function hookedServer(client: HookedRepo): HookedRepo {
  const server = at(newRepo({ bare: true }).dir, {}, client.way);
  installed(server);
  client.git("remote", "add", "origin", server.dir);
  return server;
}
