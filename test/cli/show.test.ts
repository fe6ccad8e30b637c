import { expect, test } from "vitest";
import type { NameMention } from "../../src/model/inventory/definition.ts";
import type { ResolvedNode, Step } from "../../src/model/inventory/inventory.ts";
import { unmasked } from "../support/found.ts";
import { heir } from "../support/host.ts";
import { resolvedNode } from "../support/node.ts";
import { fakeWorkspace, problem } from "../support/workspace.ts";

const named = resolvedNode({
  name: "web01",
  classes: ["ntp.client@classes/role.yml:2:5", "role.web"],
  applications: ["ntp"],
  parameters: {
    ntp: { server: "ntp1.example.org", iburst: true, restrict: ["10.0.0.0/8", { peer: 1 }] },
    "dotted.key": { x: 1 },
    text: "no",
    empty: {},
  },
});
const web01: ResolvedNode = { ...named, steps: named.classes.map(classStep) };
const workspace = fakeWorkspace({
  nodes: [web01, resolvedNode({ name: "web02" })],
  failing: { web09: problem("class-not-found", "class rolle is listed but has no file", "nodes/web09.yml:2:5") },
  warnings: { web02: unmasked({ ...problem("remove-nothing", "~x removes nothing"), severity: "warning" }) },
});

test("a node is shown as YAML, what is short first", async () => {
  const { code, out, err } = await heir(["show", "web01"], { workspace });

  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatchInlineSnapshot(`
    "classes:
      - ntp.client
      - role.web
    applications:
      - ntp
    environment: base
    parameters:
      ntp:
        server: ntp1.example.org
        iburst: true
        restrict:
          - 10.0.0.0/8
          - peer: 1
      dotted.key:
        x: 1
      text: "no"
      empty: {}
    exports: {}
    "
  `);
});

const PARAMETERS = 'ntp = (3 keys)\ndotted.key = (1 key)\ntext = "no"\nempty = {}\n';

test.each([
  [["web01", "ntp:server"], "ntp1.example.org\n"],
  [["web01:ntp:server"], "ntp1.example.org\n"],
  [["web01", "ntp.server"], "ntp1.example.org\n"],
  [["web01", "dotted.key.x"], "1\n"],
  [["web01", "${ntp:server}"], "ntp1.example.org\n"],
  [["web01", "/ntp/server"], "ntp1.example.org\n"],
  [["web01", "ntp:restrict"], "restrict:\n  - 10.0.0.0/8\n  - peer: 1\n"],
  [["web01", "ntp:restrict:1:peer"], "1\n"],
  [["web01", "ntp:restrict:-2"], "10.0.0.0/8\n"],
  [["web01", "text"], '"no"\n'],
  [["web01", "text", "--raw"], "no\n"],
  [["web01", "empty"], "empty: {}\n"],
  [["web01", "ntp:iburst", "--raw"], "true\n"],
  [["web01", "--classes"], "ntp.client\nrole.web\n"],
  [["web01", "classes"], "classes:\n  - ntp.client\n  - role.web\n"],
  [["web01", "--applications", "--json"], '[\n  "ntp"\n]\n'],
  [
    ["web01", "ntp", "--flat"],
    'ntp:server = "ntp1.example.org"\nntp:iburst = true\nntp:restrict:0 = "10.0.0.0/8"\nntp:restrict:1:peer = 1\n',
  ],
  [["web01", "ntp", "--depth", "1"], "ntp:\n  server: ntp1.example.org\n  iburst: true\n  restrict: (2 items)\n"],
  [
    ["web01", "--depth", "1"],
    "classes: (2 items)\napplications: (1 item)\nenvironment: base\nparameters: (4 keys)\nexports: {}\n",
  ],
  [["web01", "parameters", "--depth", "1", "--flat"], PARAMETERS],
  [["web01", "ntp:restrict", "--flat", "--depth", "1"], 'ntp:restrict:0 = "10.0.0.0/8"\nntp:restrict:1 = (1 key)\n'],
  [["web01", "dotted.key", "--json"], '{\n  "x": 1\n}\n'],
  [
    ["web01", "--classes", "--sources"],
    "classes:\n  - ntp.client  # classes/role.yml:2:5\n  - role.web    # nodes/web01.yml:1:1\n",
  ],
])("heir show %j", async (argv, out) => {
  expect(await heir(["show", ...argv], { workspace })).toMatchObject({ code: 0, out, err: "" });
});

test.each([
  [["web1"], 'no node is called "web1"', "did you mean web01?"],
  [["db:ntp"], 'no node is called "db"', "heir nodes lists all of them"],
  [["web01", "nto"], 'web01 has no value at "nto"', "did you mean ntp?"],
  [["web01", "ntp:srever"], 'web01 has no value at "ntp:srever"', "did you mean ntp:server?"],
  [["web01", "ntp:x"], 'web01 has no value at "ntp:x"', '"ntp" has server, iburst, restrict'],
  [["web01", "zzz"], 'web01 has no value at "zzz"', "web01 has ntp, dotted.key, text, empty"],
  [["web01", "text:x"], 'web01 has no value at "text:x"', '"text" has nothing below it'],
  [["web01", "ntp", "--raw"], "--raw is for text, numbers and lists of them", "try --flat or --json"],
  [["web01", "ntp:restrict", "--raw"], "--raw is for text, numbers and lists of them", "try --flat or --json"],
])("heir show %j is refused: %s", async (argv, message, hint) => {
  expect(await heir(["show", ...argv], { workspace })).toMatchObject({
    code: 2,
    out: "",
    err: `heir: ${message}\nhint: ${hint}\n`,
  });
});

test.each([
  [["web01:ntp", "ntp"], "show takes one path at a time"],
  [["web01", "ntp", "--classes"], "show takes one path at a time"],
  [["web01", "ntp", "--json", "--flat"], "--json and --flat do not go together"],
  [["web01", "ntp", "--facts"], "show takes one path at a time"],
  [["web01", "--depth", "0"], 'invalid --depth "0" (a whole number from 1 up)'],
  [["web01", "--depth", "1", "--json"], "--depth and --json do not go together"],
  [["web01", '"ntp'], 'a quote is not closed in "ntp'],
])("heir show %j is refused: %s", async (argv, message) => {
  const { code, err } = await heir(["show", ...argv], { workspace });
  const said = argv.includes("--json") ? JSON.parse(err).error.message : err.trimEnd().replace("heir: ", "");

  expect([code, said]).toEqual([2, message]);
});

test("a node that does not resolve is 3, and the reason is shown", async () => {
  const { code, out, err } = await heir(["show", "web09"], { workspace });

  expect([code, out]).toEqual([3, ""]);
  expect(err).toContain("error[class-not-found]: class rolle is listed but has no file\n --> nodes/web09.yml:2:5\n");
});

test("warnings of the node are shown with -v, else counted, with -q not even that", async () => {
  expect((await heir(["show", "web02", "-v"], { workspace })).err).toContain(
    "warning[remove-nothing]: ~x removes nothing\n",
  );
  expect((await heir(["show", "web02", "-q"], { workspace })).err).toBe("");
});

test("an inventory that cannot be read is 3, whatever the node", async () => {
  const broken = fakeWorkspace({ diagnostics: [problem("path-not-found", "there is no folder nodes")] });
  const { code, err } = await heir(["show", "web01"], { workspace: broken });

  expect([code, err]).toEqual([3, "error[path-not-found]: there is no folder nodes\n"]);
});

test("the work tree is read unless a revision is named", async () => {
  const fresh = fakeWorkspace({ nodes: [web01] });
  await heir(["show", "web01"], { workspace: fresh });
  await heir(["show", "web01", "-r", "HEAD~5"], { workspace: fresh });

  expect(fresh.revisions).toEqual(["WORKTREE", "HEAD~5"]);
});

/** A class that is merged and says nothing. */
function classStep({ name, origin }: NameMention): Step {
  const nothing = { kind: "map", entries: [], origin, plain: true } as const;
  return { layer: "class", name, because: origin, parameters: nothing, exports: nothing };
}
