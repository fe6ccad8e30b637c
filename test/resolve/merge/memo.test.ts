import { expect, test } from "vitest";
import { resolveNode } from "../../../src/resolve/node.ts";
import { parametersOf } from "../../support/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

/** The parameters of nodes resolved one after the other, and then the other way round in an inventory of their own. */
async function bothWays(files: Files, names: readonly string[]) {
  const resolveAll = async (order: readonly string[]) => {
    const inventory = (await new Sides().of(files)).inventory;
    return new Map(order.map((name) => [name, parametersOf(resolveNode(inventory, name))]));
  };
  return [await resolveAll(names), await resolveAll(names.toReversed())] as const;
}

const files = {
  "classes/web.yml":
    "parameters: { p: { port: 80, name: '${p:port}' }, web: { listen: '*:${p:port}', by: '${p:name}', deep: [{ port: '${p:port}' }] } }\n",
  "classes/tls.yml": "parameters: { p: { port: 443 } }\n",
  "nodes/n1.yml": "classes: [web]\n",
  "nodes/n2.yml": "classes: [web, tls]\n",
  "nodes/n3.yml": "classes: [web]\nparameters: { p: { name: own } }\n",
  "nodes/n4.yml": "classes: [web]\n",
};

test("a value of a class is filled in anew where what it refers to differs", async () => {
  for (const all of await bothWays(files, ["n1", "n2", "n3", "n4"])) {
    const web = (port: number, by: unknown) => ({ listen: `*:${port}`, by, deep: [{ port }] });
    expect(all.get("n1")).toMatchObject({ web: web(80, 80) });
    expect(all.get("n2")).toMatchObject({ web: web(443, 443) });
    expect(all.get("n3")).toMatchObject({ web: web(80, "own") });
    expect(all.get("n4")).toEqual(all.get("n1"));
  }
});

test("a fault is told on every node that has it, and on no other", async () => {
  const broken = {
    ...files,
    "nodes/n2.yml": "classes: [web]\nparameters: { ~p: { name: x } }\n",
    "nodes/n5.yml": "classes: [web]\nparameters: { ~p: { name: x } }\n",
    "nodes/n6.yml": "classes: [web]\nparameters: { p: { port: '${web:listen}' } }\n",
  };
  for (const all of await bothWays(broken, ["n1", "n2", "n4", "n5", "n6"])) {
    expect(all.get("n1")).toEqual(all.get("n4"));
    expect(all.get("n2")).toContainEqual(expect.stringMatching(/^unresolved-reference/));
    expect(all.get("n5")).toEqual(all.get("n2"));
    expect(all.get("n6")).toContainEqual(expect.stringMatching(/^reference-cycle/));
  }
});

test("a value that nodes fill in alike is one and the same", async () => {
  const inventory = (await new Sides().of(files)).inventory;
  const [first, , , last] = ["n1", "n2", "n3", "n4"].map((name) => resolveNode(inventory, name).node?.parameters);
  const web = (map: typeof first) => map?.entries.find(({ key }) => key === "web")?.value;

  expect(web(first)).toBeDefined();
  expect(web(last)).toBe(web(first));
});

test("what is filled in from the file of a node itself is not kept", async () => {
  const made = { ...files, "classes/web.yml": files["classes/web.yml"].replace("by: '", "by: 'made by ") };
  const inventory = (await new Sides().of(made)).inventory;
  const valuesOf = (name: string) => {
    const web = resolveNode(inventory, name).node?.parameters.entries.find(({ key }) => key === "web")?.value;
    return new Map(web?.kind === "map" ? web.entries.map(({ key, value }) => [key, value]) : []);
  };
  const [first, again] = [valuesOf("n3"), valuesOf("n3")];

  expect(again.get("listen")).toBe(first.get("listen"));
  expect(again.get("by")).toEqual(first.get("by"));
  expect(again.get("by")).not.toBe(first.get("by"));
});
