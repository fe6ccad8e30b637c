import { expect, test } from "vitest";
import { comparison, failingNodes, on } from "../support/comparison.ts";
import { heir } from "../support/host.ts";
import { resolvedNode } from "../support/node.ts";
import { value } from "../support/value.ts";
import { fakeWorkspace, problem, type WorkspaceParts } from "../support/workspace.ts";

const changes = on(
  ["web01", "web02"],
  [
    {
      kind: "changed",
      path: ["parameters", "ntp", "server"],
      before: value("a.yml", "x"),
      after: value("b.yml", "y"),
      items: [],
    },
    { kind: "added", path: ["parameters", "dns"], after: value("b.yml:2", { search: "example.org" }) },
  ],
);
const nodes = [resolvedNode({ name: "web01" }), resolvedNode({ name: "web02" })];
const differing: WorkspaceParts = { nodes, comparison: comparison({ changes }) };

async function diff(argv: readonly string[], parts: WorkspaceParts = differing) {
  return heir(["diff", ...argv], { workspace: fakeWorkspace(parts) });
}

test("differences are shown, and are no failure", async () => {
  const { code, out } = await diff(["HEAD~1", "HEAD"]);

  expect(code).toBe(0);
  expect(out).toContain('~ ntp:server  "x" -> "y"');
  expect(out).toContain("2 of 14 nodes change: 2 blocks");
});

test("a terminal is told what the signs mean that occur; nothing else is", async () => {
  const terminal = { columns: 100, rows: 40 };
  const failing = fakeWorkspace({
    nodes,
    comparison: comparison({ changes, nodes: { stillFailing: failingNodes("web09") } }),
  });
  const shown = await heir(["diff", "--color=never"], { workspace: failing, terminal });

  expect(shown.out.split("\n")[0]).toBe("~ changed  + added  ? not compared");
  expect((await diff([])).out).not.toContain("~ changed");
  expect((await heir(["diff", "--stat"], { workspace: failing, terminal })).out).not.toContain("~ changed");
});

test.each([
  [[], [], false],
  [["HEAD"], ["HEAD"], false],
  [["A...B", "--staged"], ["A...B"], true],
  [["A", "B", "--cached"], ["A", "B"], true],
])("heir diff %j asks for the ends %j", async (argv, words, staged) => {
  const workspace = fakeWorkspace(differing);
  await heir(["diff", ...argv], { workspace });

  expect(workspace.ended).toEqual([[words, staged]]);
});

const failing = { nodes: { stillFailing: failingNodes("web09") } };
const newlyFailing = { nodes: { newlyFailing: [{ name: "web09", diagnostics: [problem("class-not-found", "x")] }] } };

test.each([
  ["nothing differs", {}, [], 0],
  ["nothing differs", {}, ["--exit-code"], 0],
  ["something differs", { changes }, [], 0],
  ["something differs", { changes }, ["--exit-code"], 1],
  ["something differs", { changes }, ["--quiet"], 1],
  ["a node is new", { nodes: { added: ["web10"] } }, ["--exit-code"], 1],
  ["a node resolves again", { nodes: { newlyResolving: ["web10"] } }, ["--exit-code"], 1],
  ["a node fails on both sides", failing, [], 0],
  ["a node fails on both sides", failing, ["--exit-code"], 3],
  ["a node fails newly", newlyFailing, ["--exit-code"], 3],
  ["something differs and a node fails", { changes, ...failing }, ["--exit-code"], 3],
])("%s (%j), %j: exit %i", async (_, parts, argv, code) => {
  expect(await diff(argv, { nodes, comparison: comparison(parts) })).toMatchObject({ code });
});

test("--exit-code says how many nodes could not be compared", async () => {
  const { err } = await diff(["--exit-code"], { comparison: comparison(failing) });

  expect(err).toBe("1 node not compared\n");
});

test("--nodes-only names on standard error what was not compared", async () => {
  const { out, err } = await diff(["--nodes-only"], { nodes, comparison: comparison({ changes, ...failing }) });

  expect([out, err]).toEqual(["web01\nweb02\n", "1 node not compared: web09\n"]);
});

test("--quiet prints nothing at all", async () => {
  expect(await diff(["--quiet"])).toMatchObject({ out: "", err: "" });
  expect(await diff(["-q"], { comparison: comparison(failing) })).toMatchObject({ out: "", err: "", code: 3 });
});

test.each([
  [["--nodes-only"], "web01\nweb02\n"],
  [["--name-only"], "web01\nweb02\n"],
  [["--stat", "--path", "ntp"], ' #1 ~ ntp:server changed | 2 nodes: web[01-02] | ntp:server "x" -> "y"\n'],
  [["--format", "markdown"], "<details"],
  [["--format", "html"], '<section class="block"'],
])("heir diff %j", async (argv, out) => {
  expect((await diff(argv)).out).toContain(out);
});

test("--json is one document, --jsonl a line per change", async () => {
  const json = JSON.parse((await diff(["--json"])).out);
  const lines = (await diff(["--format", "jsonl"])).out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

  expect(json).toMatchObject({ v: 1, changes: [{ kind: "changed" }, { kind: "added" }] });
  expect(lines.map(({ kind }) => kind)).toEqual([undefined, "changed", "added", undefined]);
});

test.each([
  [["--path", "ntp"], ["ntp"]],
  [["--path", "ntp:*"], ["ntp"]],
  [["--path", "dns:search"], ["dns"]],
  [["--exclude-path", "ntp"], ["dns"]],
  [
    ["--path", "ntp", "--path", "dns"],
    ["ntp", "dns"],
  ],
  [["--path", "ntp", "--exclude-path", "ntp:server"], []],
])("heir diff %j shows only values under %j", async (argv, keys) => {
  const { changes: shown } = JSON.parse((await diff(["--json", ...argv])).out);

  expect(shown.map(({ path }: { path: readonly string[] }) => path[1])).toEqual(keys);
});

test.each([
  [["--node", "*1"], ["web01"]],
  [
    ["--", "web*"],
    ["web01", "web02"],
  ],
  [
    ["HEAD", "--node=*2", "--", "*1"],
    ["web01", "web02"],
  ],
])("heir diff %j compares only %j", async (argv, names) => {
  const workspace = fakeWorkspace(differing);
  await heir(["diff", ...argv], { workspace });

  expect(workspace.compared.map((options) => [...(options.nodes ?? [])])).toEqual([names]);
});

test("--moved reaches the comparison", async () => {
  const workspace = fakeWorkspace(differing);
  await heir(["diff", "--moved"], { workspace });

  expect(workspace.compared).toMatchObject([{ moved: true }]);
});

test.each([
  [["--format", "text", "--stat"], "--stat and --format do not go together"],
  [["--porcelain"], "unknown option --porcelain"],
  [["--path", '"ntp'], '--path: a quote is not closed in "ntp'],
  [["--", "db*"], 'no node matches "db*"'],
])("heir diff %j is refused: %s", async (argv, message) => {
  expect(await diff(argv)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(`heir: ${message}\n`) });
});

test("heir diff --json refuses --stat with an error as JSON", async () => {
  const { code, out, err } = await diff(["--json", "--stat"]);
  expect({ code, out, ...JSON.parse(err) }).toEqual({
    code: 2,
    out: "",
    v: 1,
    error: { code: "conflicting-options", message: "--stat and --json do not go together", exit: 2 },
  });
});

test("names of nodes cannot move the cursor", async () => {
  const evil = comparison({ nodes: { added: ["a\u001b[2J"] } });

  expect((await diff(["--nodes-only"], { comparison: evil })).out).toBe("a\\x1b[2J\n");
});
