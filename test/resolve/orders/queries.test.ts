import { describe, expect, test } from "vitest";
import { resolveNode } from "../../../src/resolve/node.ts";
import { profileOf } from "../../../src/resolve/policies/profile.ts";
import { Proposals } from "../../../src/resolve/proposals/proposals.ts";
import { briefly, parametersOf } from "../../support/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

/** Nothing orders the two groups of web1; nothing but that decides its address. */
const files: Files = {
  "heir.yml": "version: 1\n",
  "groups/a.yml": "{nodes: [web1], properties: {address: ip1}}\n",
  "groups/b.yml": "{nodes: [web1], properties: {address: ip2}}\n",
  "nodes/web1.yml": "exports: {role: web, address: '${address}', all: {in: '${address}', out: 1}}\n",
};

async function asked(query: string, more: Files = {}) {
  const { inventory } = await new Sides().of({
    ...files,
    ...more,
    "nodes/mon1.yml": `parameters: {q: '$[ ${query} ]'}\n`,
  });
  return { inventory, outcome: resolveNode(inventory, "mon1") };
}

const CONFLICT = "query failed on node web1: exports:address: nothing orders a and b";

describe("a query that reads what another node leaves open has no answer", () => {
  test.each([
    ["exports:address", CONFLICT],
    ["if exports:address == ip1", CONFLICT],
    ["exports:role if exports:address == ip1", CONFLICT],
    ["+IgnoreErrors exports:address", CONFLICT],
    ["exports:all", "query failed on node web1: exports:all:in: nothing orders a and b"],
    ["exports:all:in", "query failed on node web1: exports:all:in: nothing orders a and b"],
  ])("%s", async (query, message) => {
    const { outcome } = await asked(query);

    expect(outcome.node).toBeUndefined();
    expect(outcome.diagnostics.map(briefly)).toEqual([`query-failed at nodes/mon1.yml:1:17: ${message}`]);
    expect(outcome.diagnostics[0]?.hint).toMatch("heir properties --conflicts");
  });

  test.each([
    ["exports:role", { q: { web1: "web" } }],
    ["exports:all:out", { q: { web1: 1 } }],
    ["if exports:role == web", { q: ["web1"] }],
  ])("what is decided is an answer: %s", async (query, parameters) => {
    expect(parametersOf((await asked(query)).outcome)).toEqual(parameters);
  });

  test("an order decides it", async () => {
    const { outcome } = await asked("exports:address", { "order.yml": "order: [[a, b]]\n" });

    expect(parametersOf(outcome)).toEqual({ q: { web1: "ip2" } });
  });

  test("nor where the whole other node is open", async () => {
    const { outcome } = await asked("exports:role", {
      "nodes/web1.yml": "{classes: ['k.${address}'], exports: {role: web}}\n",
      "classes/k/ip1.yml": "{}\n",
    });

    expect(outcome.diagnostics.map(briefly)).toEqual([
      "query-failed at nodes/mon1.yml:1:17: query failed on node web1: web1: class k.ip2 is listed but has no file in one order; nothing orders a and b",
    ]);
  });
});

test("a proposal reports what it changes on nodes that query the node", async () => {
  const { inventory } = await asked("exports:address");
  const [conflict] = resolveNode(inventory, "web1").conflicts;
  const [first] =
    conflict === undefined ? [] : new Proposals(inventory).of((each) => profileOf(each, "web1"), conflict);

  expect(first?.chain).toEqual(["a", "b"]);
  expect(first?.changes.map(({ node, path }) => `${node} ${path.join(":")}`).sort()).toEqual([
    "mon1 parameters:q",
    "web1 exports:address",
    "web1 exports:all:in",
    "web1 parameters:address",
  ]);
});
