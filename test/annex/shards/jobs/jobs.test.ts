import fc from "fast-check";
import { expect, test } from "vitest";
import { autoJobs, requireAddresses } from "../../../../src/annex/shards/jobs/shared.ts";
import { memoryWorkspace, openWorkspace } from "../../../../src/workspace/open.ts";
import { drawnHistory } from "../../../support/arbitrary/drawn-history.ts";
import { anyGrouped } from "../../../support/arbitrary/groups.ts";
import { anyInventory } from "../../../support/arbitrary/inventory.ts";
import { newRepo } from "../../../support/git/repo.ts";
import { type HostParts, heir } from "../../../support/host.ts";
import type { Files } from "../../../support/side.ts";

const GIGABYTE = 2 ** 30;
const [free, addresses] = [64 * GIGABYTE, Infinity];

test.each([
  ["less than the start of a process costs", 4999, { cores: 8, free, addresses }, 1],
  ["5,000 nodes", 5000, { cores: 8, free, addresses }, 4],
  ["100,000 nodes", 100_000, { cores: 64, free, addresses }, 8],
  ["never more than cores", 100_000, { cores: 3, free, addresses }, 3],
  ["one core", 100_000, { cores: 1, free, addresses }, 1],
  ["too little memory for each", 10_000, { cores: 4, free: GIGABYTE, addresses }, 1],
  ["too few addresses for one", 10_000, { cores: 4, free, addresses: 1.9e9 }, 1],
])("auto, %s", (_, nodes, machine, jobs) => {
  expect(autoJobs(nodes, machine)).toBe(jobs);
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

/** Some nodes fail, some warn, some have findings that comments allow. */
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
  const three = await heir([...words, "--jobs", "3"], { ...host(), workersInside: true });
  expect({ words, ...three, opened: 0 }).toEqual({ words, ...one, opened: 0 });
}

const SECRET: Files = {
  ...FLEET,
  "heir.yml": "version: 1\nsecrets: [password, n]\nchecks: {contract-rule: warning}\n",
  "nodes/web007.yml": "classes: [base]\nparameters: {password: hunter22, copy: web-of-trust}\n",
  "nodes/web013.yml": "classes: [base]\nparameters: {password: web-of-trust, copy: 'has hunter22', n: '${gone}'}\n",
  "nodes/web100.yml": "classes: [base]\nparameters: {password: [hunter22, 5], copy: web-of-trust\n",
  "classes/lone.yml": "parameters: {from: hunter22, read: '${password}', password: 1, password: hunter33}\n",
  "contracts/a.yml":
    "values: {password: {type: str}, copy: {one_of: [web-of-trust]}}\nexpect:\n- {node: 'web0*', path: copy, is: hunter22}\n",
};

test.each([
  ["inventory", "--json", "--secrets", "mask"],
  ["inventory", "--secrets", "mask"],
  ["inventory", "--json"],
  ["check"],
  ["check", "--json"],
  ["check", "--format", "junit"],
  ["uses", "password", "--json"],
  ["uses", "path:copy"],
  ["test"],
  ["test", "--json"],
])("%s %s %s %s: three processes mask what one masks", async (...words) => {
  await expectSame(words, () => ({ workspace: memoryWorkspace(Object.entries(SECRET)) }));
});

test.each([["inventory"], ["check"]])("several processes do a share of %s as one does it", async (command) => {
  for (const shard of ["1/2", "2/2", "3/7"]) {
    const words = [command, "--json", "--shard", shard];
    await expectSame(words, () => ({ workspace: memoryWorkspace(Object.entries(FLEET)) }));
  }
});

test("files that change between the processes end the run", async () => {
  let opened = 0;
  const open: HostParts["open"] = async () => {
    opened += 1;
    const workspace = memoryWorkspace(Object.entries({ ...FLEET, "nodes/web001.yml": `# ${opened}\n` }));
    return { states: workspace, workspace: async () => workspace };
  };
  const { code, out, err } = await heir(["check", "--json", "--jobs", "2"], { open, workersInside: true });
  expect([code, out]).toEqual([2, ""]);
  expect(JSON.parse(err).error).toMatchObject({ message: "files changed while they were read", hint: "run it again" });
});

test("so it is for any inventory", async () => {
  const same = async (files: Files) => {
    for (const words of [["inventory", "--json"], ["check", "--json"], ["check"]]) {
      await expectSame(words, () => ({ workspace: memoryWorkspace(Object.entries(files)) }));
    }
  };
  await fc.assert(fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), same), { numRuns: 40 });
}, 60_000);

test("so it is for a history without secrets, which processes walk part by part", async () => {
  const repo = newRepo();
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const [one, two] = [`parameters: { a: ${at} }\n`, `parameters: { b: ${Math.floor(at / 2)} }\n`];
    repo.commit(`commit ${at}`, { "nodes/n1.yml": one, "nodes/n2.yml": two });
  }
  for (const words of [["log"], ["log", "-p", "--json"]]) await expectSame(words, () => opening(repo.dir));
});

test("so it is for changes of any history", async () => {
  const { dir } = drawnHistory(3, 24);
  for (const words of [
    ["diff", "main~9", "main"],
    ["diff", "main~4", "main", "--json"],
    ["log", "-r", "main", "-p"],
    ["log", "-r", "main~9..main", "--json"],
    ["log", "-r", "main", "-n", "3"],
    ["log", "n1", "-r", "main"],
  ]) {
    await expectSame(words, () => opening(dir));
  }
});

/** A host that opens a folder anew: each process has a workspace of its own, and one that ends closes it. */
function opening(dir: string): HostParts {
  return {
    open: async () => {
      const workspace = await openWorkspace({ cwd: dir });
      return { states: workspace, workspace: async () => workspace };
    },
  };
}
