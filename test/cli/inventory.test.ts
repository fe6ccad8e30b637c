import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open.ts";
import { unmasked } from "../support/found.ts";
import { newRepo } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";
import { resolvedNode } from "../support/node.ts";
import { fakeWorkspace, problem } from "../support/workspace.ts";

const web01 = resolvedNode({
  name: "web01",
  classes: ["role.web"],
  applications: ["nginx"],
  parameters: { b: 1, a: "x" },
});
const web02 = resolvedNode({ name: "web02", classes: ["role.web"], parameters: { __reclass__: 1 } });
const healthy = fakeWorkspace({ nodes: [web01, web02] });
const failing = fakeWorkspace({
  nodes: [web01],
  failing: { web09: problem("class-not-found", "class x is listed but has no file", "nodes/web09.yml:2:5") },
});

test("json holds nodes and indexes, keys in their own order", async () => {
  const { code, out, err } = await heir(["inventory", "--format", "json"], { workspace: healthy });

  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toEqual({
    v: 1,
    nodes: {
      web01: {
        classes: ["role.web"],
        applications: ["nginx"],
        parameters: { b: 1, a: "x" },
        exports: {},
        environment: "base",
      },
      web02: {
        classes: ["role.web"],
        applications: [],
        parameters: { __reclass__: 1 },
        exports: {},
        environment: "base",
      },
    },
    classes: { "role.web": ["web01", "web02"] },
    applications: { nginx: ["web01"] },
  });
  expect(Object.keys(JSON.parse(out).nodes.web01.parameters)).toEqual(["b", "a"]);
});

test("a node that does not resolve stands under errors with its code; the exit code is 3", async () => {
  const { code, out, err } = await heir(["inventory", "--json"], { workspace: failing });

  expect(code).toBe(3);
  expect(JSON.parse(out).errors).toEqual({
    web09: {
      kind: "class-not-found",
      message: "class x is listed but has no file",
      place: { file: "nodes/web09.yml", line: 2, column: 5 },
    },
  });
  expect(Object.keys(JSON.parse(out).nodes)).toEqual(["web01"]);
  expect(err).toContain("error[class-not-found]");
  expect(err).toContain("1 of 2 nodes does not resolve\n");
});

test("an inventory that cannot be read is told as such", async () => {
  const workspace = fakeWorkspace({ diagnostics: [problem("duplicate-name", "two files define node a")] });
  const { code, out } = await heir(["inventory", "--format", "json"], { workspace });

  expect(code).toBe(3);
  expect(JSON.parse(out)).toEqual({
    v: 1,
    nodes: {},
    errors: {},
    error: { kind: "duplicate-name", message: "two files define node a" },
  });
  expect(await heir(["inventory"], { workspace })).toMatchObject({ code: 3, out: "" });
});

test("an empty inventory is valid in every form", async () => {
  const workspace = fakeWorkspace();
  const print = async (format: string): Promise<string> =>
    (await heir(["inventory", "--format", format], { workspace })).out;

  expect(JSON.parse(await print("json"))).toEqual({ v: 1, nodes: {}, classes: {}, applications: {} });
  expect(JSON.parse(await print("ansible"))).toEqual({
    _meta: { hostvars: {} },
    all: { vars: { heir_commit: null, heir_errors: {} } },
  });
  expect(await print("yaml")).toBe("nodes: {}\nclasses: {}\napplications: {}\n");
  expect(await print("jsonl")).toBe("");
});

test("yaml is the default, and has the same shape", async () => {
  const { out } = await heir(["inventory"], { workspace: failing });

  expect(out).toMatchInlineSnapshot(`
    "nodes:
      web01:
        classes:
          - role.web
        applications:
          - nginx
        parameters:
          b: 1
          a: x
        exports: {}
        environment: base
    errors:
      web09:
        kind: class-not-found
        message: class x is listed but has no file
        place: {file: "nodes/web09.yml", line: 2, column: 5}
    classes:
      role.web:
        - web01
    applications:
      nginx:
        - web01
    "
  `);
});

test("jsonl is one object per node", async () => {
  const { out } = await heir(["inventory", "--format", "jsonl"], { workspace: failing });
  const [first, second] = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

  expect(first).toMatchObject({ node: "web01", parameters: { a: "x" } });
  expect(second).toMatchObject({ node: "web09", error: { kind: "class-not-found" } });
});

test("reclass is what reclass --inventory prints, without the time", async () => {
  const { out } = await heir(["inventory", "web01", "--format", "reclass"], { workspace: healthy });

  expect(out).toMatchInlineSnapshot(`
    "__reclass__: {}
    nodes:
      web01:
        __reclass__:
          node: web01
          name: web01
          uri: yaml_fs://nodes/web01.yml
          environment: base
        classes:
          - role.web
        applications:
          - nginx
        parameters:
          b: 1
          a: x
        exports: {}
        environment: base
    classes:
      role.web:
        - web01
    applications:
      nginx:
        - web01
    "
  `);
});

test("reclass-ansible is what reclass-ansible answers to --list, with the variables of all hosts", async () => {
  const { out } = await heir(["inventory", "--format", "reclass-ansible"], { workspace: healthy });
  const about = (name: string) => ({ node: name, name, uri: `yaml_fs://nodes/${name}.yml`, environment: "base" });

  expect(JSON.parse(out)).toEqual({
    _meta: {
      hostvars: {
        web01: {
          b: 1,
          a: "x",
          __reclass__: { ...about("web01"), classes: ["role.web"], applications: ["nginx"] },
        },
        web02: { __reclass__: { ...about("web02"), classes: ["role.web"], applications: [] } },
      },
    },
    "role.web": { hosts: ["web01", "web02"] },
    nginx_hosts: { hosts: ["web01"] },
  });
});

test("globs choose nodes; one that means none is refused", async () => {
  expect(await heir(["nodes", "*2", "web01"], { workspace: healthy })).toMatchObject({
    code: 0,
    out: "web01\nweb02\n",
  });
  expect(await heir(["inventory", "db*"], { workspace: healthy })).toMatchObject({
    code: 2,
    err: 'heir: no node matches "db*"\nhint: heir nodes lists all of them\n',
  });
});

test("warnings are printed with -v, else counted", async () => {
  const warnings = {
    web01: unmasked({ ...problem("remove-nothing", "~x removes nothing"), severity: "warning" as const }),
  };
  const workspace = fakeWorkspace({ nodes: [web01], warnings });

  expect((await heir(["inventory"], { workspace })).err).toBe("1 warning not shown (-v, or heir check)\n");
  expect((await heir(["inventory", "-v"], { workspace })).err).toContain("warning[remove-nothing]: ~x removes nothing");
});

test("what went is refused with what does the job", async () => {
  expect(await heir(["inventory", "--jsonata", "nodes"], { workspace: healthy })).toMatchObject({
    code: 2,
    err: "heir: unknown option --jsonata\nhint: --json and jq\n",
  });
});

test("lists of names read no file: they are printed where the content is not there", async () => {
  const repo = newRepo();
  repo.commit("first", {
    "classes/a/b.yml": "classes: [c]\n",
    "classes/c.yml": "{}\n",
    "nodes/web1.yml": "classes: [a.b]\n",
  });
  for (const path of ["classes/a/b.yml", "classes/c.yml", "nodes/web1.yml"]) {
    const id = repo.git("rev-parse", `HEAD:${path}`);
    rmSync(join(repo.dir, ".git/objects", id.slice(0, 2), id.slice(2)));
  }
  const ask = async (...words: readonly string[]) => {
    const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
    const { code, out } = await heir([...words, "-r", "HEAD"], { workspace });
    return { code, out };
  };

  expect(await ask("classes", "a.*")).toEqual({ code: 0, out: "a.b\n" });
  expect(await ask("classes", "--columns", "name,file", "--format", "csv")).toEqual({
    code: 0,
    out: "name,file\r\na.b,classes/a/b.yml\r\nc,classes/c.yml\r\n",
  });
  expect(await ask("nodes", "--json")).toMatchObject({ code: 0, out: expect.stringContaining("web1") });
  expect(await ask("classes", "--columns", "parents")).toMatchObject({ code: 2 });
});
