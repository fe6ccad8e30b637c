import { expect, test } from "vitest";
import { unmasked } from "../../support/found.ts";
import { heir } from "../../support/host.ts";
import { resolvedNode } from "../../support/node.ts";
import { fakeWorkspace, problem } from "../../support/workspace.ts";

const workspace = fakeWorkspace({
  nodes: [
    resolvedNode({
      name: "web01",
      classes: ["role.web", "base"],
      parameters: { ntp: { server: "a" }, os: ["deb", 12] },
    }),
    resolvedNode({ name: "web02", classes: ["role.web"], parameters: { ntp: { server: "b" } } }),
  ],
  failing: { web09: problem("class-not-found", "x") },
  warnings: { web02: unmasked({ ...problem("remove-nothing", "y"), severity: "warning" }) },
  classNames: ["base", "role.db", "role.web"],
});

test.each([
  [["nodes"], "web01\nweb02\nweb09\n"],
  [["nodes", "*2"], "web02\n"],
  [["nodes", "--count"], "3\n"],
  [["nodes", "--with", "ntp"], "web01\nweb02\n"],
  [["nodes", "--with", "ntp:server=b"], "web02\n"],
  [["nodes", "--with", "ntp.server=b"], "web02\n"],
  [["nodes", "--with", "os=12"], "web01\n"],
  [["nodes", "--with", "classes=base"], "web01\n"],
  [["nodes", "--with", "ntp", "--with", "os", "--count"], "1\n"],
  [
    ["nodes", "--columns", "name,classes,status"],
    "NAME   CLASSES  STATUS\nweb01  2        ok\nweb02  1        1 warning\nweb09  -        error: class-not-found\n",
  ],
  [["nodes", "web0[12]", "--columns", "classes,name"], "CLASSES  NAME\n      2  web01\n      1  web02\n"],
  [["classes"], "base\nrole.db\nrole.web\n"],
  [
    ["classes", "role.*", "--columns", "name,file"],
    "NAME      FILE\nrole.db   classes/role/db.yml\nrole.web  classes/role/web.yml\n",
  ],
])("heir %j", async (argv, out) => {
  expect(await heir(argv, { workspace })).toMatchObject({ code: 0, out });
});

test("listings as JSON", async () => {
  const { out } = await heir(["nodes", "web01", "--json", "--columns", "status"], { workspace });

  expect(JSON.parse(out)).toEqual({ v: 1, nodes: [{ name: "web01", status: "ok" }] });
});

test("JSON of a listing escapes what could steer a terminal", async () => {
  const { out } = await heir(["nodes", "--json"], {
    workspace: fakeWorkspace({ nodes: [resolvedNode({ name: "a\u202eb" })] }),
  });

  expect(out).toContain('"a\\u202eb"');
});

test.each(["nodes", "classes", "groups", "rules"])(
  "heir %s --count --json prints the number in a document",
  async (command) => {
    const number = Number((await heir([command, "--count"], { workspace })).out);

    expect(await heir([command, "--count", "--json"], { workspace })).toMatchObject({
      code: 0,
      out: `{"v":1,"count":${number}}\n`,
    });
  },
);

test.each(["nodes", "classes", "groups", "rules"])("heir %s --count has no columns", async (command) => {
  expect(await heir([command, "--count", "--columns", "file"], { workspace })).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("--count and --columns do not go together"),
  });
});

test.each([
  [["nodes", "db*"], 'no node matches "db*"'],
  [
    ["nodes", "--columns", "stauts"],
    'invalid --columns "stauts" (choose name, file, groups, classes, applications, environment, status)\nhint: did you mean status?',
  ],
  [["nodes", "--with", '"x'], "--with: a quote is not closed"],
  [["classes", "role.wbe"], 'no class is called "role.wbe"\nhint: did you mean role.web or role.db?'],
  [["classes", "--tree", "--json"], "--tree and --json do not go together"],
  [["groups", "--why", "web01", "g", "--json"], "--why and --json do not go together"],
])("heir %j is refused", async (argv, err) => {
  expect(await heir(argv, { workspace })).toMatchObject({ code: 2, out: "", err: expect.stringContaining(err) });
});

test("nodes whose values are not known are left out, and a note says so", async () => {
  expect((await heir(["nodes", "--with", "ntp"], { workspace })).err).toBe("1 node left out: it does not resolve\n");
  expect((await heir(["nodes", "--with", "ntp", "-q"], { workspace })).err).toBe("");
});
