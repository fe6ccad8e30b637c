import { describe, expect, test } from "vitest";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
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
  expect(await heir(argv, { workspace })).toMatchObject({ code: argv.includes("--with") ? 3 : 0, out });
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
  [["nodes", "--columns", "stauts"], 'no node has a value at "stauts"\nhint: did you mean status?'],
  [["classes", "--columns", "nmae"], 'invalid --columns "nmae" (choose name, file, parents, nodes)'],
  [["nodes", "--columns", 'name,"x'], "--columns: a quote is not closed"],
  [["nodes", "--with", '"x'], "--with: a quote is not closed"],
  [["classes", "role.wbe"], 'no class is called "role.wbe"\nhint: did you mean role.web or role.db?'],
  [["classes", "--tree", "--json"], "--tree and --json do not go together"],
  [["groups", "--why", "web01", "g", "--json"], "--why and --json do not go together"],
])("heir %j is refused", async (argv, err) => {
  expect(await heir(argv, { workspace })).toMatchObject({ code: 2, out: "", err: expect.stringContaining(err) });
});

test("nodes whose values are not known are left out, and named", async () => {
  expect((await heir(["nodes", "--with", "ntp"], { workspace })).err).toMatch(
    /^heir: not known of 1 node, which does not resolve: /,
  );
});

const values = memoryWorkspace([
  ["heir.yml", "secrets: db:password\nautomatic_parameters: false\n"],
  ["globals.yml", "port: 80\n"],
  ["groups/g.yml", "nodes: [n1]\n"],
  [
    "nodes/n1.yml",
    `environment: dev
parameters:
  motd: "Hello, \\"you\\"\\nand you"
  motd.long: "a\\tb"
  list: [a, 1]
  map: {ratio: 1.0, big: 12345678901234567890, none: null, day: 2024-01-31}
  "a,b": {'c:d': 1}
`,
  ],
  ["nodes/n2.yml", "parameters: {db: {password: hush}, motd: hi, map: {none: 0}}\n"],
]);

test.each([
  ["name,port,motd", "csv", 'name,port,motd\r\nn1,80,"Hello, ""you""\nand you"\r\nn2,80,hi\r\n'],
  ["name,list,map:none,gone", "csv", 'name,list,map:none,gone\r\nn1,"[""a"",1]",,\r\nn2,,0,\r\n'],
  ["name,groups,environment", "csv", 'name,groups,environment\r\nn1,"[""g""]",dev\r\nn2,[],base\r\n'],
  ["name,map.ratio,/map/big", "tsv", "n1\t1.0\t12345678901234567890\nn2\t\t\n"],
  [
    "map,list",
    "jsonl",
    '{"name":"n1","map":{"ratio":1.0,"big":12345678901234567890,"none":null,"day":"2024-01-31"},"list":["a",1]}\n' +
      '{"name":"n2","map":{"none":0},"list":null}\n',
  ],
  [
    "groups,\"a,b\":'c:d'",
    "jsonl",
    `{"name":"n1","groups":["g"],${JSON.stringify("\"a,b\":'c:d'")}:1}\n{"name":"n2","groups":[],${JSON.stringify("\"a,b\":'c:d'")}:null}\n`,
  ],
  ["name,port,list", "table", 'NAME  PORT  LIST\nn1    80    ["a", 1]\nn2    80    -\n'],
])("heir nodes --columns %s --format %s", async (columns, format, out) => {
  const argv = ["nodes", "--columns", columns, "--format", format, "--allow-empty"];
  expect(await heir(argv, { workspace: values })).toMatchObject({ code: 0, out });
});

test.each(["csv", "tsv", "jsonl", "table"])("a list without columns has names, as %s", async (format) => {
  const { out } = await heir(["nodes", "--format", format], { workspace: values });
  expect(out).toBe(
    { csv: "name\r\nn1\r\nn2\r\n", tsv: "n1\nn2\n", jsonl: '{"name":"n1"}\n{"name":"n2"}\n', table: "NAME\nn1\nn2\n" }[
      format
    ],
  );
});

test.each([
  ["motd", "n1: motd holds a line end, which tsv has no form for"],
  ['"motd.long"', 'n1: "motd.long" holds a tab, which tsv has no form for'],
])("tsv refuses %s", async (column, err) => {
  const done = await heir(["nodes", "--columns", `name,${column}`, "--format", "tsv"], { workspace: values });
  expect(done).toMatchObject({ code: 2, out: "", err: expect.stringContaining(err) });
});

describe("secrets in columns", () => {
  const argv = ["nodes", "--columns", "name,db:password", "--format"];

  const message = "n2: 1 secret: db:password";

  test.each([
    ["csv", `heir: ${message}\nhint: heir inventory --host n2 gives values whole`],
    ["tsv", `heir: ${message}\nhint: heir inventory --host n2 gives values whole`],
    ["json", `{"v":1,"error":{"code":"secret","message":"${message}","hint":"heir inventory --host n2 gives`],
    ["jsonl", `{"v":1,"error":{"code":"secret","message":"${message}","hint":"heir inventory --host n2 gives`],
  ])("%s is refused", async (format, err) => {
    const refused = await heir([...argv, format], { workspace: values });
    expect(refused).toMatchObject({ code: 4, out: "" });
    expect(refused.err.startsWith(err)).toBe(true);
  });

  test.each([
    ["--secrets=mask", "n1\t\nn2\t(secret)\n"],
    ["--secrets=show", "n1\t\nn2\thush\n"],
  ])("%s says what to print", async (option, out) => {
    expect(await heir([...argv, "tsv", option], { workspace: values })).toMatchObject({ code: 0, out });
  });

  test("people, and programs that do not ask for one, need no option", async () => {
    expect((await heir([...argv, "table"], { workspace: values })).out).toContain("n2    (secret)");
    expect(await heir(["nodes", "--columns", "port", "--format", "csv"], { workspace: values })).toMatchObject({
      code: 0,
    });
  });
});

test("values of a node that does not resolve are not absent: programs get nothing", async () => {
  const broken = memoryWorkspace([
    ["nodes/n1.yml", "parameters: {a: 1}\n"],
    ["nodes/n2.yml", "classes: [gone]\n"],
  ]);
  const argv = ["nodes", "--columns", "name,a", "--format"];

  expect(await heir([...argv, "csv"], { workspace: broken })).toMatchObject({
    code: 3,
    out: "",
    err: expect.stringContaining("class-not-found"),
  });
  expect(await heir([...argv, "csv"].toSpliced(1, 0, "n1"), { workspace: broken })).toMatchObject({ code: 0 });
  expect(await heir([...argv, "table"], { workspace: broken })).toMatchObject({
    code: 0,
    out: "NAME  A\nn1    1\nn2    -\n",
    err: "1 of 2 nodes does not resolve\n",
  });
});
