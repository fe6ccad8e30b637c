import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  adoptionOf,
  isForStarter,
  secretFilters,
  settingsText,
  workflowText,
  writePlanned,
} from "../../../src/workspace/adopt/adoption.ts";
import { inventoryKind } from "../../../src/workspace/adopt/look.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

const { signal } = new AbortController();

function adoption(repo: TestRepo, named = "") {
  const path = join(repo.dir, named);
  return adoptionOf({ path, isNamed: named !== "", signal, ci: true, baseline: true });
}

function kind(folder: string, inside: readonly string[], above: readonly string[] = []) {
  return inventoryKind({
    folder,
    inside: new Set(inside),
    above: new Set(above),
    dialect: "reclass",
    hasCommodoreClass: false,
  });
}

test("an inventory is of the kind that its folders and neighbours say", () => {
  expect(kind("inv", ["nodes", "classes"])).toBe("reclass");
  expect(kind("", ["nodes", "classes", "heir.yml"])).toBe("heir");
  expect(kind("srv/salt/reclass", ["nodes", "classes"])).toBe("salt");
  expect(kind("model", ["nodes", "classes"], ["top.sls"])).toBe("salt");
  expect(kind("inventory", ["targets", "classes"])).toBe("kapitan");
  expect(kind("inventory", ["targets", "classes"], ["commodore.yml"])).toBe("commodore");
});

test("secrets are the usual patterns, and each path that none of them names", () => {
  const filters = secretFilters([
    ["parameters", "db", "password"],
    ["parameters", "web", "api_key"],
    ["parameters", "web", "api_key"],
  ]);
  expect(filters.slice(-2)).toEqual(["**:*private_key*", "web:api_key"]);
  expect(settingsText({ dialect: "kapitan" }, filters)).toContain(
    "dialect: kapitan\n\n# Values at these paths are shown as (secret).\n",
  );
});

test("the workflow runs in the folder of the inventory", () => {
  const shipped = readFileSync(join(import.meta.dirname, "../../../integrations/github/heir.yml"), "utf8");
  expect(workflowText(shipped, "")).toBe(shipped);
  const below = workflowText(shipped, "infra/site");
  expect(below).toContain('defaults:\n  run:\n    working-directory: "infra/site"\n\njobs:');
  expect(below).toContain('sarif_file: "infra/site/heir.sarif"');
});

test("a folder is looked at, and only what is missing is written", async () => {
  const repo = newRepo();
  repo.write("infra/inv/nodes/a.yml", "classes: [base, gone]\n");
  repo.write("infra/inv/nodes/b.yml", "classes: [base]\n");
  repo.write("infra/inv/classes/base.yml", "parameters: {db: {password: correct-horse}}\n");
  repo.write(".github/workflows/test.yml", "on: push\n");
  const first = await adoption(repo);

  expect(first.look.found).toEqual([{ kind: "reclass", folder: "infra/inv", nodes: 2, classes: 1, errors: 1 }]);
  const files = ["infra/inv/heir.yml", "infra/inv/heir-baseline.yml", ".github/workflows/heir.yml"];
  expect(first.plan.writes.map(({ file }) => file)).toEqual(files);
  expect(JSON.stringify(first.plan)).not.toContain("correct-horse");
  expect(first.plan.next.map(({ words }) => words)).toContainEqual(["show", "b", "--secrets", "mask"]);
  expect(await writePlanned(first, first.plan.writes)).toEqual(expect.arrayContaining([...files]));
  expect((await adoption(repo)).plan.writes).toEqual([]);
});

test("a first baseline excuses errors of the data, and nothing that was not read", async () => {
  const repo = newRepo();
  repo.write("nodes/a.yml", "classes: [big, sys.base]\n");
  repo.write("nodes/b.yml", "classes: [gone]\n");
  repo.write("classes/big.yml", `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 5\n`);
  repo.write(".gitmodules", '[submodule "s"]\n\tpath = classes/sys\n\turl = ../s.git\n');
  repo.git("update-index", "--add", "--cacheinfo", `160000,${"12".repeat(20)},classes/sys`);
  const first = await adoption(repo);

  expect(first.look.inventory).toMatchObject({ excusable: 1, resolving: 0 });
  await writePlanned(first, first.plan.writes);
  const baseline = readFileSync(join(repo.dir, "heir-baseline.yml"), "utf8");
  expect(baseline.match(/code: .*/g)).toEqual(["code: class-not-found"]);
  expect(baseline).toContain("nodes: [b]");
});

test("of several inventories one must be named, and a file at the top says which", async () => {
  const repo = newRepo();
  for (const folder of ["a", "b"]) {
    repo.write(`${folder}/nodes/x.yml`, "parameters: {k: 1}\n");
    repo.write(`${folder}/classes/x.yml`, "parameters: {k: 1}\n");
  }
  await expect(adoption(repo)).rejects.toThrow("several inventories: a, b");
  const { plan } = await adoption(repo, "a");
  expect(plan.writes.map(({ file, text }) => [file, text])[0]).toEqual(["heir.yml", 'folder: "a"\n']);
});

test("classes that are elsewhere are skipped by their first segment, unless a node resolves or the segment is here", async () => {
  const repo = newRepo();
  repo.write("nodes/a.yml", "classes: [service.linux.system, own]\n");
  repo.write("nodes/b.yml", "classes: [service.nova, formula+x.y]\n");
  repo.write("classes/own.yml", "parameters: {v: 1}\n");
  const { plan } = await adoption(repo);
  expect(plan.writes.map(({ file }) => file)).toEqual(["heir.yml"]);
  expect(plan.writes[0]?.text).toContain(
    'ignore_class_notfound: true\nignore_class_notfound_regexp:\n  - "^formula\\\\+x\\\\."\n  - "^service\\\\."\n',
  );
  repo.write("nodes/c.yml", "classes: [own.typo]\n");
  expect((await adoption(repo)).plan.writes[0]?.text).not.toContain("ignore_class_notfound");
});

test("the first host of Ansible's files is the node, and nothing gives it a value", async () => {
  const files: readonly (readonly [string, string, string])[] = [
    ["inventories/prod/hosts", "[db:vars]\nx=1\n[db]\ndb7\n", "db7"],
    ["inventory/hosts.yml", "all:\n  hosts:\n    front1:\n", "front1"],
    ["production", "# none\nweb[01:50].example.org\n", "web01"],
  ];
  for (const [file, text, host] of files) {
    const repo = newRepo();
    repo.write(file, text);
    repo.write("inventory/group_vars/web.yml", "port: 80\n");
    const { look, plan } = await adoption(repo);
    expect(look.ansible).toEqual({ hostsFiles: 1, variables: 1, host });
    expect(plan.writes.map(({ file }) => file)).toContain(`heir/nodes/${host}.yml`);
  }
});

test("beside Ansible's files the beginning of an inventory is proposed", async () => {
  const repo = newRepo();
  repo.write("hosts.ini", "[web]\nweb1\n");
  repo.write("group_vars/web.yml", "port: 80\nname: x\n");
  const { look, plan } = await adoption(repo);
  expect(look.ansible).toEqual({ hostsFiles: 1, variables: 2, host: "web1" });
  expect(plan.writes.map(({ file }) => file)).toEqual([
    "heir/heir.yml",
    "heir/classes/common.yml",
    "heir/nodes/web1.yml",
  ]);
});

test("a folder is for the starter if it has nothing, or a starter that was begun", async () => {
  const repo = newRepo();
  expect(await isForStarter(repo.dir)).toBe(true);
  repo.write("heir.yml", "# mine\n");
  mkdirSync(join(repo.dir, "nodes"));
  expect(await isForStarter(repo.dir)).toBe(true);
  repo.write("nodes/other.yml", "");
  expect(await isForStarter(repo.dir)).toBe(false);
});
