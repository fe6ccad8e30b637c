import { expect, test } from "vitest";
import { commands } from "../../../src/cli/commands/table.ts";
import { ownOptions } from "../../../src/cli/words/options.ts";
import { comparison, on } from "../../support/comparison.ts";
import { heir } from "../../support/host.ts";
import { resolvedNode } from "../../support/node.ts";
import { value } from "../../support/value.ts";
import { type FakeWorkspace, fakeWorkspace, problem, type WorkspaceParts } from "../../support/workspace.ts";

const changes = on(["web01"], [{ kind: "added", path: ["parameters", "ntp"], after: value("b.yml", { server: "a" }) }]);
const nodes = ["web01", "web02", "web03"].map((name) =>
  resolvedNode({ name, parameters: name === "web02" ? { dns: "x", user: "y" } : { ntp: { server: "a" } } }),
);

/** A workspace that notes which nodes it resolves. */
function counting(parts: WorkspaceParts = {}): { readonly workspace: FakeWorkspace; readonly resolved: string[] } {
  const fake = fakeWorkspace({ nodes, comparison: comparison({ changes }), ...parts });
  const resolved: string[] = [];
  const workspace: FakeWorkspace = {
    ...fake,
    resolve: function* (inventory, names, options) {
      for (const outcome of fake.resolve(inventory, names, options)) {
        resolved.push(outcome.name);
        yield outcome;
      }
    },
  };
  return { workspace, resolved };
}

test.each([
  ["a path that differs resolves no node", ["diff", "--path", "ntp:server"], []],
  ["nor does one that is left out", ["diff", "--exclude-path", "ntp"], []],
  ["nor one that the changed mapping is in", ["diff", "--path", "ntp:*"], []],
  ["a path without a difference resolves nodes until one has it", ["diff", "--path", "dns"], ["web01", "web02"]],
  ["nodes in scope are first", ["diff", "--path", "dns", "--node", "web02"], ["web02"]],
  ["a tested path resolves each node once", ["nodes", "--with", "ntp:server=b"], ["web01", "web02", "web03"]],
  ["and others until one has it", ["nodes", "web01", "--with", "dns"], ["web01", "web02"]],
  ["without paths nothing is resolved", ["diff"], []],
])("%s: heir %j", async (_, argv, names) => {
  const { workspace, resolved } = counting();

  expect(await heir(argv, { workspace })).toMatchObject({ code: 0 });
  expect(resolved).toEqual(names);
});

test("a mapping that is added has only the paths in it", async () => {
  const { workspace } = counting();

  expect(await heir(["diff", "--path", "ntp:servre"], { workspace })).toMatchObject({
    code: 2,
    out: "",
    err: 'heir: no node has a value at "ntp:servre"\nhint: did you mean ntp:server?\n',
  });
});

test("where no node resolves, no path is known to be wrong", async () => {
  const failing = { web09: problem("class-not-found", "x") };
  const { workspace } = counting({ nodes: [], failing, comparison: comparison() });

  expect(await heir(["diff", "--path", "nosuch"], { workspace })).toMatchObject({ code: 0 });
});

test("commands whose lines name things take --allow-empty, but for those that place and write values; of the others only hooks does, for installing", async () => {
  const accepting: string[] = [];
  for (const [name, { load }] of commands) if ("allow-empty" in ownOptions(await load())) accepting.push(name);

  expect(accepting.toSorted()).toEqual(
    [
      "bisect blame check classes contracts diff explain export graph grep groups hooks impact inventory log merge-check nodes pending policies properties",
      "review rules show test tui uses why",
    ]
      .join(" ")
      .split(" "),
  );
});

test.each([
  [["show", "web1"], ""],
  [["show", "web01", "nosuch"], ""],
  [
    ["show", "web01", "nosuch", "--json"],
    '{"v":1,"looked_at":{"left_out":[{"kind":"empty-scope","operand":"nosuch"}]}}\n',
  ],
])("heir %j --allow-empty prints %j and a notice, even with -q", async (argv, out) => {
  const { workspace } = counting();
  const answer = await heir([...argv, "--allow-empty", "-q"], { workspace });

  expect(answer).toMatchObject({ code: 0, out, err: expect.stringContaining("names nothing (--allow-empty)") });
});
