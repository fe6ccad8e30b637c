import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newRepo, type TestRepo } from "../support/git/repo.ts";
import { drawnConfiguration } from "./configuration.ts";
import { Drawer, drawnFiles } from "./inputs.ts";
import { drawnCommits } from "./objects.ts";

// HEIR_FUZZ=10000 HEIR_SEED=1 npx vitest run test/fuzz: so many drawn files, 160 or so in each inventory, 40 in the short run. A run
// that fails names its seed, which draws the same inventory again.
const INPUTS = Number(process.env["HEIR_FUZZ"] ?? 40);
const SEED = Number(process.env["HEIR_SEED"] ?? 1);
const NODES = INPUTS > 1000 ? 80 : 20;
const RUNS = Math.ceil(INPUTS / (2 * NODES));
/** A loaded machine is slow: HEIR_FUZZ_SECONDS=10 holds to ten seconds where nothing else runs. */
const SECONDS = Number(process.env["HEIR_FUZZ_SECONDS"] ?? 60);
const program = join(import.meta.dirname, "../../dist/cli.js");
const onFiles = [["check"], ["inventory", "--json"], ["check", "HEAD", "--level", "info"], ["groups", "--json"]];
const onObjects = [["check", "HEAD"], ["log"], ["diff", "HEAD~1", "HEAD"], ["show", "n1", "-r", "HEAD"]];
const onGates = [
  ["check", "HEAD", "--new-since", "HEAD~1"],
  ["blame", "n1"],
  ["hooks", "run", "pre-commit"],
];
const DOCUMENTED = new Set([0, 1, 2, 3, 4]);
const TRACE = /^ +at .*:\d+:\d+\)?$/m;

/** What is wrong with runs; nothing for exits that are documented. 512 MB are all that values may take. */
function faults(repo: TestRepo, commands: readonly (readonly string[])[]): readonly string[] {
  return commands.flatMap((command) => {
    const { status, signal, stderr } = spawnSync(process.execPath, ["--max-old-space-size=512", program, ...command], {
      cwd: repo.dir,
      env: repo.env,
      encoding: "utf8",
      timeout: SECONDS * 1000,
      killSignal: "SIGKILL",
      maxBuffer: 1 << 30,
    });
    if (status !== null && DOCUMENTED.has(status) && !TRACE.test(stderr)) return [];
    return [`heir ${command.join(" ")}: ${status ?? signal}\n${stderr.slice(0, 2000)}`];
  });
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

function seeds(count: number): readonly number[] {
  return Array.from({ length: Math.max(1, count) }, (_, run) => SEED * 100_000 + run);
}

test.each(seeds(RUNS))("drawn files end no command but as documented: seed %d", (seed) => {
  expect(faults(drawnRepo(new Drawer(seed)), onFiles)).toEqual([]);
});

test.each(seeds(RUNS >> 2))("broken git objects end no command but as documented: seed %d", (seed) => {
  const drawer = new Drawer(seed);
  const repo = drawnRepo(drawer);
  const objects = join(repo.dir, ".git/objects");
  const loose = readdirSync(objects, { recursive: true, encoding: "utf8" }).filter((name) => /^..\/.{38}$/.test(name));
  for (const name of loose.filter(() => drawer.below(4) === 0)) {
    const bytes = readFileSync(join(objects, name));
    bytes[drawer.below(bytes.length)] = drawer.below(256);
    // git makes them read-only.
    rmSync(join(objects, name));
    writeFileSync(join(objects, name), drawer.below(3) === 0 ? bytes.subarray(0, drawer.below(bytes.length)) : bytes);
  }

  expect(faults(repo, onObjects)).toEqual([]);
});

test.each(seeds(RUNS >> 2))("git objects of any form end no command but as documented: seed %d", (seed) => {
  const drawer = new Drawer(seed);
  const repo = drawnRepo(drawer);
  writeFileSync(join(repo.dir, ".git/refs/heads/main"), `${drawnCommits(drawer, repo)}\n`);

  expect(faults(repo, [...onObjects, ...onGates])).toEqual([]);
});

test.each(seeds(RUNS >> 2))("no configuration ends a command but as documented: seed %d", (seed) => {
  const drawer = new Drawer(seed);
  const repo = drawnRepo(drawer);
  drawnConfiguration(drawer, repo);

  expect(faults(repo, [["check"], ["inventory", "-q"], ["log"], ...onGates])).toEqual([]);
});
