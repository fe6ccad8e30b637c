import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { Drawer } from "../fuzz/inputs.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../support/git/repo.ts";

// HEIR_KILLS=200 HEIR_SEED=1 npx vitest run test/cli/kills.test.ts: each command that writes is killed at so many drawn moments.
const MOMENTS = Number(process.env["HEIR_KILLS"]) || 1;
const drawer = new Drawer(Number(process.env["HEIR_SEED"] ?? 1));
const program = join(import.meta.dirname, "../../dist/cli.js");
/** How many milliseconds a command usually takes: the moment of a short run is before. */
const USUAL = 300;
const USERS = "#!/bin/sh\nexit 1\n";
/** Files of the user in a folder of an export; the second has the name of a node's file. */
const FOREIGN = ["note", "n1.yaml"];

const BASELINE = `version: 1
findings:
  - code: class-not-found
    file: nodes/a.yml
    message: class missing is listed but has no file
    nodes: [a]
`;

/** A command that writes, what holds whenever it is killed, and what the next run makes of it. */
interface Writer {
  readonly args: readonly string[];
  prepared(): TestRepo;
  whenKilled(repo: TestRepo): void;
  healed(repo: TestRepo): void;
}

const hooks = {
  whenKilled({ dir }: TestRepo) {
    const [own, kept] = ["pre-commit", "pre-commit.before-heir"].map((name) => textOf(join(dir, ".git/hooks", name)));
    expect(own === USERS || (own?.includes("heir-hook.sh") === true && kept === USERS)).toBe(true);
  },
  healed(repo: TestRepo) {
    expect(heir(repo, "hooks", "install").status).toBe(0);
    expect(Object.keys(filesIn(join(repo.dir, ".git/hooks")))).toContain("pre-commit.before-heir");
    expect(heir(repo, "hooks", "uninstall").status).toBe(0);
    const left = Object.entries(filesIn(join(repo.dir, ".git/hooks"))).filter(([name]) => !name.endsWith(".sample"));
    expect(left).toEqual([["pre-commit", USERS]]);
  },
};

const writers: readonly Writer[] = [
  { args: ["hooks", "install"], prepared: hooked, ...hooks },
  {
    args: ["hooks", "uninstall"],
    prepared() {
      const repo = hooked();
      expect(heir(repo, "hooks", "install").status).toBe(0);
      return repo;
    },
    ...hooks,
  },
  {
    args: ["init"],
    prepared() {
      const repo = newRepo();
      repo.write("heir.yml", "# mine\n");
      return repo;
    },
    whenKilled: ({ dir }) => expect(textOf(join(dir, "heir.yml"))).toBe("# mine\n"),
    healed(repo) {
      expect(heir(repo, "init").status).toBe(0);
      const whole = newRepo();
      heir(whole, "init");
      expect(filesIn(repo.dir)).toEqual({ ...filesIn(whole.dir), "heir.yml": "# mine\n" });
    },
  },
  {
    args: ["init", "--example", "demo"],
    prepared: () => repoAt(tempDir()),
    whenKilled({ dir }) {
      if (existsSync(join(dir, "demo"))) expect(repoAt(join(dir, "demo")).git("status", "--porcelain")).toBe("");
    },
    healed(repo) {
      rmSync(join(repo.dir, "demo"), { recursive: true, force: true });
      expect(heir(repo, "init", "--example", "demo").status).toBe(0);
      expect(readdirSync(repo.dir)).toEqual(["demo"]);
    },
  },
  {
    args: ["cache", "warm"],
    prepared: inventory,
    whenKilled: (repo) => expect(heir(repo, "inventory").stdout).toBe(heir(repo, "--no-cache", "inventory").stdout),
    healed(repo) {
      expect(heir(repo, "cache", "warm").status).toBe(0);
      expect(heir(repo, "cache", "verify").status).toBe(0);
      expect(Object.keys(filesIn(join(repo.dir, ".git"))).filter((path) => /tmp|\.lock$/.test(path))).toEqual([]);
    },
  },
  {
    args: ["export", "hiera", "--out", "out"],
    prepared() {
      const repo = inventory();
      mkdirSync(join(repo.dir, "out"));
      expect(heir(repo, "export", "salt-pillar", "--out", "out").status).toBe(0);
      for (const name of FOREIGN) writeFileSync(join(repo.dir, "out", name), "mine\n");
      return repo;
    },
    whenKilled({ dir }) {
      expect(textOf(join(dir, "out/n1.yaml"))).toMatch(/^(mine|k: 1)\n/);
      expect(textOf(join(dir, "out/note"))).toBe("mine\n");
    },
    healed(repo) {
      const [form, out] = [drawer.below(2) === 0 ? "hiera" : "salt-pillar", join(repo.dir, "out")];
      const foreign = FOREIGN.filter((name) => textOf(join(out, name)) === "mine\n").map((name) => [name, "mine\n"]);
      for (const folder of ["out", "fresh"]) expect(heir(repo, "export", form, "--out", folder).status).toBe(0);
      expect(filesIn(out)).toEqual({ ...Object.fromEntries(foreign), ...filesIn(join(repo.dir, "fresh")) });
    },
  },
  {
    args: ["check", "--write-baseline"],
    prepared() {
      const repo = newRepo();
      repo.commit("one", { "nodes/a.yml": "classes: [missing]\n", "classes/.gitkeep": "" });
      return repo;
    },
    whenKilled: ({ dir }) => expect(textOf(join(dir, "heir-baseline.yml")) ?? BASELINE).toBe(BASELINE),
    healed(repo) {
      expect(heir(repo, "check", "--write-baseline").status).toBe(0);
      expect(readdirSync(repo.dir)).toEqual([".git", "classes", "heir-baseline.yml", "nodes"]);
      expect(textOf(join(repo.dir, "heir-baseline.yml"))).toBe(BASELINE);
    },
  },
];

test.each(writers.map((writer) => [writer.args.join(" "), writer] as const))(
  "heir %s, killed at any moment, loses nothing, and the next run ends it",
  async (_, { args, prepared, whenKilled, healed }) => {
    const length = MOMENTS === 1 ? USUAL : measured(prepared(), args);
    for (let left = MOMENTS; left > 0; left -= 1) {
      const repo = prepared();
      await killed(repo, args, drawer.below(Math.ceil(length)));
      whenKilled(repo);
      healed(repo);
      rmSync(repo.dir, { recursive: true, force: true });
    }
  },
  3_600_000,
);

function measured(repo: TestRepo, args: readonly string[]): number {
  const began = performance.now();
  expect(heir(repo, ...args).status).toBe(0);
  return performance.now() - began;
}

async function killed({ dir, env }: TestRepo, args: readonly string[], after: number): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { cwd: dir, env, stdio: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), after);
  await once(child, "exit");
  clearTimeout(timer);
}

function heir({ dir, env }: TestRepo, ...args: readonly string[]) {
  return spawnSync(process.execPath, [program, ...args], { cwd: dir, env, encoding: "utf8" });
}

function hooked(): TestRepo {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "classes: []\n" });
  mkdirSync(join(repo.dir, ".git/hooks"), { recursive: true });
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  writeFileSync(hook, USERS);
  chmodSync(hook, 0o755);
  return repo;
}

function inventory(): TestRepo {
  const repo = newRepo();
  const nodes = Array.from({ length: 8 }, (_, at) => [`nodes/n${at}.yml`, "{}\n"]);
  repo.commit("one", {
    ...Object.fromEntries(nodes),
    "classes/.gitkeep": "",
    "globals.yml": "k: 1\n",
    ".gitignore": "/out\n/fresh\n",
  });
  return repo;
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The files below a folder, but for those of git, with their texts. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !/^\.git\//.test(name));
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
