import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { impactSearch } from "../../../src/inspect/impact/impact.ts";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { Sides } from "../../support/side.ts";

/** An inventory in which n1 takes its exports from a class and says these, and n2 asks for `port` of all nodes. */
async function inventoryOf(contract: string, exports: string): Promise<Inventory> {
  const files = {
    "contracts/c.yml": `values:\n  ${contract}\n`,
    "classes/base.yml": "exports: {names: [a, b], opts: {x: 1, y: 2}, users: {ann: {}}}\n",
    "nodes/n1.yml": `classes: [base]\nparameters: {web: 80}\nexports: ${exports}\n`,
    "nodes/n2.yml": 'parameters: {web: 81, ports: "$[ exports:port ]"}\n',
  };
  return (await new Sides(["automatic_parameters=false"]).of(files)).inventory;
}

function values(inventory: Inventory, name: string, section: "parameters" | "exports"): unknown {
  const { node, diagnostics } = resolveNode(inventory, name);
  return node === undefined ? diagnostics.map(({ code }) => code) : JSON.parse(valueJson(node[section]));
}

test.each<readonly [name: string, contract: string, exports: string, found: object]>([
  ["a strategy", "exports:names: {merge: unique}", "{names: [b, c]}", { names: ["a", "b", "c"] }],
  ["a knockout", 'exports:opts: {merge: {knockout: "--"}}', "{opts: {--x: null}}", { opts: { y: 2 } }],
  ["a default", "exports:port: {default: 22}", "{}", { port: 22 }],
  ["a default behind a pattern", '"exports:users:*:shell": {default: sh}', "{}", { users: { ann: { shell: "sh" } } }],
])("%s of a contract acts on exports", async (_, contract, exports, found) => {
  expect(values(await inventoryOf(contract, exports), "n1", "exports")).toMatchObject(found);
});

test("a contract on exports does nothing to parameters of that name", async () => {
  const inventory = await inventoryOf("exports:web: {default: 22}\n  exports:ports: {default: 1}", "{}");

  expect(values(inventory, "n1", "parameters")).toEqual({ web: 80 });
  expect(values(inventory, "n2", "exports")).toEqual({ web: 22, ports: 1 });
});

test("queries of other nodes find what a default fills, also on nodes without exports", async () => {
  const plain = await inventoryOf("exports:port: {default: 22}", "{}");
  const referring = await inventoryOf('exports:port: {default: "${web}"}', "{}");

  expect(values(plain, "n2", "parameters")).toEqual({ web: 81, ports: { n1: 22, n2: 22 } });
  expect(values(referring, "n2", "parameters")).toEqual({ web: 81, ports: { n1: 80, n2: 81 } });
});

test("the default of an export is explained, and an edit of it changes what queries find", async () => {
  const inventory = await inventoryOf("exports:port: {default: 22}", "{}");
  const impact = impactSearch(inventory, { kind: "path", path: ["exports", "port"] });
  for (const name of inventory.nodeNames) impact.visit(name);
  const { contributions } = new NodeExplainer(inventory, "n1").layersOf(["exports", "port"]);

  expect(contributions).toMatchObject([{ step: { layer: "default", name: "c" }, counts: true }]);
  const [value] = impact.result().values;
  expect(value?.wins).toEqual(["n1", "n2"]);
  expect(value?.feeds.map(({ path, nodes }) => [path, nodes])).toEqual([[["parameters", "ports"], ["n2"]]]);
});
