import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { Sides } from "../../support/side.ts";

type Files = Readonly<Record<string, string>>;

/** The parameters of a node without the automatic ones, or the code of the first fault. */
async function resolved(files: Files): Promise<unknown> {
  const { inventory } = await new Sides(["automatic_parameters=false"]).of(files);
  const { node, diagnostics } = resolveNode(inventory, "n1");
  const [first] = [...(inventory.contracts?.diagnostics ?? []), ...diagnostics];
  return first !== undefined ? first.code : JSON.parse(node === undefined ? "null" : valueJson(node.parameters));
}

test.each<readonly [name: string, contract: string, parameters: string, result: unknown]>([
  ["a missing mapping is made", "a:b:c: {default: 1}", "{}", { a: { b: { c: 1 } } }],
  ["null stays", "a:b: {default: 1}", "{a: null}", { a: null }],
  ["another kind stays", "a:b: {default: 1}", "{a: [1]}", { a: [1] }],
  ["a layer takes its place whole", "a: {default: {b: 1}}", "{a: {c: 2}}", { a: { c: 2 } }],
  ["a default below a default fills it", "a:c: {default: 2}\n  a: {default: {b: 1}}", "{}", { a: { b: 1, c: 2 } }],
  ["items are never made", '"a:*:b": {default: 1}', "{}", {}],
  ["items are filled where they are", '"a:*:b": {default: 1}', "{a: {x: {}, y: 2}}", { a: { x: { b: 1 }, y: 2 } }],
  [
    "items of lists too",
    '"a:*:b:c": {default: 1}',
    "{a: [{}, {b: {c: 2}}, 3]}",
    { a: [{ b: { c: 1 } }, { b: { c: 2 } }, 3] },
  ],
  ["a number is an item", "a:1:b: {default: 1}", "{a: [{}, {}]}", { a: [{}, { b: 1 }] }],
  [
    "what is made is there for patterns",
    '"a:*:c": {default: 2}\n  a:x:b: {default: 1}',
    "{}",
    { a: { x: { b: 1, c: 2 } } },
  ],
  ["a default is not merged by a strategy", "a: {default: [1, 1], merge: unique}", "{}", { a: [1, 1] }],
  ["references see defaults below made mappings", "a:b: {default: 1}", '{c: "${a:b}"}', { c: 1, a: { b: 1 } }],
  ["references in defaults see defaults", 'a: {default: "${b}"}\n  b: {default: 1}', "{}", { a: 1, b: 1 }],
  [
    "a mapping that a reference brings is filled",
    "a:y: {default: 2}",
    '{a: "${b}", b: {x: 1}}',
    { a: { x: 1, y: 2 }, b: { x: 1 } },
  ],
  [
    "a default in an item refers to another item",
    '"a:*:b": {default: "${a:0:n}"}',
    "{a: [{n: 1}]}",
    { a: [{ n: 1, b: 1 }] },
  ],
  ["a circle is found", 'a: {default: "${b}"}\n  b: {default: "${a}"}', "{}", "reference-cycle"],
  [
    "different defaults say nothing",
    'a: {default: 1}\n  "*": {description: any}\n  "?": {merge: replace}',
    "{}",
    { a: 1 },
  ],
  ["** cannot have a default", '"**:a": {default: 1}', "{}", "bad-value"],
  ["a default has no query", 'a: {default: "$[exports:b]"}', "{}", "bad-value"],
])("%s", async (_name, contract, parameters, result) => {
  const files = { "contracts/c.yml": `values:\n  ${contract}`, "nodes/n1.yml": `parameters: ${parameters}` };
  expect(await resolved(files)).toEqual(result);
});

test("names never see defaults", async () => {
  const files = {
    "contracts/c.yml": "values: {role: {default: web}}",
    "classes/web.yml": "parameters: {a: 1}",
    "nodes/n1.yml": 'classes: ["${role}"]',
  };
  expect(await resolved(files)).toEqual("class-name-unresolved");
});

test("a default that refers to a property in conflict is in conflict as well", async () => {
  const { inventory } = await new Sides().of({
    "contracts/c.yml": 'values: {a: {default: "${v}"}, v: {default: 1}}',
    "groups/a.yml": "nodes: [n1]\nproperties: {v: 1}",
    "groups/b.yml": "nodes: [n1]\nproperties: {v: 2}",
    "nodes/n1.yml": "{}",
  });
  const { conflicts, node } = resolveNode(inventory, "n1");
  expect(conflicts.flatMap(({ paths }) => paths.map(({ path }) => path.join(":")))).toEqual([
    "parameters:v",
    "parameters:a",
  ]);
  expect(node?.parameters.entries.map(({ key }) => key)).not.toContain("v");
});

test("a default is the weakest contribution, which counts where no layer says the path", async () => {
  const { inventory } = await new Sides().of({
    "contracts/net.yml": "values: {a:b: {default: 1}}",
    "classes/c.yml": "parameters: {a: {b: 2}}",
    "nodes/n1.yml": "classes: [c]\nparameters: {~a: {c: 3}}",
    "nodes/n2.yml": "classes: [c]",
  });
  const counted = (node: string) =>
    new NodeExplainer(inventory, node)
      .explanation(["parameters", "a", "b"])
      .contributions.map(({ step: { layer, name }, counts }) => `${layer} ${name} ${counts}`);
  expect(counted("n1")).toEqual(["default net true", "class c false", "node n1 false"]);
  expect(counted("n2")).toEqual(["default net false", "class c true"]);
});
