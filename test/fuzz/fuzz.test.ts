import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newRepo, type TestRepo } from "../support/git/repo.ts";
import { Drawer, drawnFiles } from "./inputs.ts";

// HEIR_FUZZ=10000 HEIR_SEED=1 npx vitest run test/fuzz: so many drawn files, 40 or so in each inventory. A run that fails names
// its seed, which draws the same inventory again.
const INPUTS = Number(process.env["HEIR_FUZZ"] ?? 120);
const SEED = Number(process.env["HEIR_SEED"] ?? 1);
const NODES = 20;
const RUNS = Math.ceil(INPUTS / (2 * NODES));
/** A loaded machine is slow: only the long run holds to the ten seconds of docs/security.md. */
const SECONDS = INPUTS > 1000 ? 10 : 60;
const program = join(import.meta.dirname, "../../dist/cli.js");
const commands = [["check"], ["inventory", "--json"], ["check", "HEAD", "--level", "info"], ["groups", "--json"]];
const commandsOnObjects = [["check", "HEAD"], ["log"], ["diff", "HEAD~1", "HEAD"], ["show", "n1", "-r", "HEAD"]];
const DOCUMENTED = new Set([0, 1, 2, 3]);

/** What is wrong with a run; undefined for an exit that is documented. 512 MB are all that values may take. */
function fault(repo: TestRepo, command: readonly string[]): string | undefined {
  const { status, signal, stderr } = spawnSync(process.execPath, ["--max-old-space-size=512", program, ...command], {
    cwd: repo.dir,
    env: repo.env,
    encoding: "utf8",
    timeout: SECONDS * 1000,
    killSignal: "SIGKILL",
    maxBuffer: 1 << 30,
  });
  if (status !== null && DOCUMENTED.has(status)) return undefined;
  return `heir ${command.join(" ")}: ${status ?? signal}\n${stderr.slice(0, 2000)}`;
}

function drawnRepo(drawer: Drawer): TestRepo {
  const repo = newRepo();
  repo.commit("first", { "nodes/n1.yml": "classes: [c1]\n", "classes/c1.yml": "parameters: {a: 1}\n" });
  for (const [path, bytes] of drawnFiles(drawer, NODES)) {
    mkdirSync(dirname(join(repo.dir, path)), { recursive: true });
    writeFileSync(join(repo.dir, path), bytes);
  }
  repo.git("add", "-A");
  repo.git("commit", "-qm", "drawn");
  return repo;
}

test.each(Array.from({ length: RUNS }, (_, run) => SEED * 100_000 + run))(
  "drawn files end no command but as documented: seed %d",
  (seed) => {
    const repo = drawnRepo(new Drawer(seed));

    expect(commands.flatMap((command) => fault(repo, command) ?? [])).toEqual([]);
  },
);

test.each(Array.from({ length: Math.max(1, RUNS >> 2) }, (_, run) => SEED * 100_000 + run))(
  "broken git objects end no command but as documented: seed %d",
  (seed) => {
    const drawer = new Drawer(seed);
    const repo = drawnRepo(drawer);
    const objects = join(repo.dir, ".git/objects");
    const loose = readdirSync(objects, { recursive: true, encoding: "utf8" }).filter((name) =>
      /^..\/.{38}$/.test(name),
    );
    for (const name of loose.filter(() => drawer.below(4) === 0)) {
      const bytes = readFileSync(join(objects, name));
      bytes[drawer.below(bytes.length)] = drawer.below(256);
      // git makes them read-only.
      rmSync(join(objects, name));
      writeFileSync(join(objects, name), drawer.below(3) === 0 ? bytes.subarray(0, drawer.below(bytes.length)) : bytes);
    }

    expect(commandsOnObjects.flatMap((command) => fault(repo, command) ?? [])).toEqual([]);
  },
);
