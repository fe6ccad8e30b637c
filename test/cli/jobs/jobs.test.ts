import fc from "fast-check";
import { expect, test } from "vitest";
import { autoJobs, requireAddresses, withoutJobs } from "../../../src/cli/jobs/jobs.ts";
import { memoryWorkspace, openWorkspace } from "../../../src/workspace/open.ts";
import { drawnHistory } from "../../support/arbitrary/drawn-history.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type HostParts, heir } from "../../support/host.ts";
import type { Files } from "../../support/side.ts";
import { workersInside } from "../../support/workers.ts";

const GIGABYTE = 2 ** 30;
const [free, addresses] = [64 * GIGABYTE, Infinity];

test.each([
  ["less than the start of a process costs", 99_999, { cores: 8, free, addresses }, 1],
  ["2,500 nodes of 40 layers", 100_000, { cores: 8, free, addresses }, 2],
  ["10,000 nodes of 40 layers", 400_000, { cores: 64, free, addresses }, 8],
  ["never more than cores", 400_000, { cores: 3, free, addresses }, 3],
  ["two cores, of which one process uses more than one", 299_999, { cores: 2, free, addresses }, 1],
  ["two cores and enough for both", 300_000, { cores: 2, free, addresses }, 2],
  ["too little memory for each", 400_000, { cores: 4, free: GIGABYTE, addresses }, 1],
  ["too few addresses for one", 400_000, { cores: 4, free, addresses: 1.9e9 }, 1],
])("auto, %s", async (_, effort, machine, jobs) => {
  expect(await autoJobs(() => effort, machine)).toBe(jobs);
});

test("with too few cores nobody asks how much there is to do", async () => {
  const effort = () => expect.unreachable();
  expect(await autoJobs(effort, { cores: 1, free, addresses })).toBe(1);
});

test("a process without room for a worker starts none, before it reads anything", () => {
  const message = "there is too little memory for workers: a process may have 878 MB of addresses";
  expect(() => requireAddresses({ addresses: 900_000 * 1024 })).toThrow(message);
  expect(() => requireAddresses({ addresses })).not.toThrow();
});

test.each(["0", "-1", "two", "1.5", "65", ""])("--jobs=%s is refused", async (jobs) => {
  const { code, out, err } = await heir(["inventory", `--jobs=${jobs}`], { workspace: memoryWorkspace([]) });
  const message = "heir: --jobs takes a number from 1 to 64, or auto";
  expect([code, out, err.split("\n")[0]]).toEqual([2, "", message]);
});

test("no answer depends on --jobs; what follows -- is no option", () => {
  expect(withoutJobs(["check", "--jobs", "2", "-q", "--jobs=3", "--", "--jobs", "x"])).toEqual([
    ...["check", "-q", "--", "--jobs", "x"],
  ]);
});

/** Three blocks of nodes: some fail, some warn, some have findings that comments allow. */
const FLEET: Files = {
  "heir.yml": "version: 1\n",
  "classes/base.yml": "# heir: allow remove-nothing (until all have moved)\nparameters: {size: 1.0, t: !x 1}\n",
  "classes/old.yml": "applications:\n  # heir: allow remove-nothing (some still bring it)\n  - ~legacy\n",
  "classes/lone.yml": "parameters: {from: 1.0, read: '${n}', dup: 1, dup: 2}\n",
  "contracts/a.yml": "values: {n: {type: int}}\nexpect:\n- {node: 'web*', path: n, is: 3}\nrules:\n- {unique: n}\n",
  "groups/one.yml": "nodes: [web007, web100]\nproperties: {l: {value: 1}}\n",
  "groups/two.yml": "nodes: [web007, web100]\nproperties: {l: {value: 2}}\n",
  ...Object.fromEntries(
    Array.from({ length: 130 }, (_, at) => [`nodes/web${String(at).padStart(3, "0")}.yml`, node(at)]),
  ),
};

function node(at: number): string {
  if (at % 50 === 0) return "classes: [base, typo]\nparameters:\n  a: yes # heir: allow yaml11-bool (old)\n";
  if (at % 40 === 0) return "classes: [base, old]\n# heir: allow remove-nothing (not here)\nparameters: {n: ü}\n";
  return `classes: [base, old]\napplications: [app${at % 3}]\nparameters: {n: ${at % 60}}\n`;
}

test.each([
  ["inventory", "--json"],
  ["inventory"],
  ["inventory", "--format", "jsonl"],
  ["inventory", "web00*", "--json"],
  ["inventory", "--list"],
  ["check"],
  ["check", "--json"],
  ["check", "--format", "github"],
  ["check", "--level", "info"],
  ["uses", "base"],
  ["uses", "n", "--json"],
  ["uses", "path:nowhere"],
  ["test"],
  ["test", "--json"],
])("%s %s %s: three processes print what one prints", async (...words) => {
  await expectSame(words, () => ({ workspace: memoryWorkspace(Object.entries(FLEET)) }));
});

async function expectSame(words: readonly string[], host: () => HostParts): Promise<void> {
  const one = await heir([...words, "--jobs", "1"], host());
  const three = await heir([...words, "--jobs", "3"], { ...host(), startPool: workersInside });
  expect({ words, ...three, opened: 0 }).toEqual({ words, ...one, opened: 0 });
}

test("so it is for any inventory", async () => {
  const same = async (files: Files) => {
    for (const words of [["inventory", "--json"], ["check", "--json"], ["check"]]) {
      await expectSame(words, () => ({ workspace: memoryWorkspace(Object.entries(files)) }));
    }
  };
  await fc.assert(fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), same), { numRuns: 40 });
}, 60_000);

test("so it is for changes of any history", async () => {
  const { dir } = drawnHistory(3, 24);
  const workspace = await openWorkspace({ cwd: dir });
  for (const words of [
    ["diff", "main~9", "main"],
    ["diff", "main~4", "main", "--json"],
    ["log", "-r", "main", "-p"],
    ["log", "-r", "main~9..main", "--json"],
    ["log", "-r", "main", "-n", "3"],
    ["log", "n1", "-r", "main"],
  ]) {
    await expectSame(words, () => ({ workspace }));
  }
  await workspace.close();
});
