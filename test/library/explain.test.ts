import fc from "fast-check";
import { expect, test } from "vitest";
import { HeirError, memory, type PlainValue, type ResolvedNode } from "../../src/index.ts";
import { anyInventory } from "../support/arbitrary/inventory.ts";
import type { Files } from "../support/side.ts";

const repository = memory(
  Object.entries({
    "classes/base.yml": "parameters:\n  ntp: {server: ntp1, restrict: [a]}\nexports: {ntp: '${ntp:server}'}\n",
    "classes/site.yml": "parameters:\n  domain: example.org\n  ntp: {server: 'ntp.${domain}'}\n",
    "nodes/web1.yml": "classes: [base, site]\nparameters:\n  ntp: {restrict: [b]}\n",
  }),
);

test("a value is explained layer by layer, with its result", async () => {
  const { contributions, ...rest } = await repository.explain("web1", "ntp:server");

  expect(rest).toEqual({
    v: 1,
    node: "web1",
    path: ["parameters", "ntp", "server"],
    value: "ntp.example.org",
    place: expect.objectContaining({ file: "classes/site.yml", line: 3, column: 17, layer: "class", name: "site" }),
    diagnostics: [],
  });
  expect(contributions).toEqual([
    {
      position: 2,
      layer: "class",
      name: "base",
      action: "set",
      counts: false,
      value: "ntp1",
      path: ["parameters", "ntp", "server"],
      place: { file: "classes/base.yml", line: 2, column: 17 },
      through: [{ layer: "class", name: "base", place: { file: "nodes/web1.yml", line: 1, column: 11 } }],
    },
    {
      position: 3,
      layer: "class",
      name: "site",
      action: "replaced",
      counts: true,
      value: "ntp.${domain}",
      path: ["parameters", "ntp", "server"],
      place: { file: "classes/site.yml", line: 3, column: 17 },
      through: [{ layer: "class", name: "site", place: { file: "nodes/web1.yml", line: 1, column: 17 } }],
      references: [expect.objectContaining({ reference: "${domain}", path: ["parameters", "domain"] })],
    },
  ]);
});

test("exports are explained too, and a value that is not there has no contributions", async () => {
  expect((await repository.explain("web1", "exports:ntp")).contributions).toMatchObject([
    { name: "base", action: "set", value: "${ntp:server}", path: ["exports", "ntp"] },
  ]);
  expect(await repository.explain("web1", ["ntp", "nothing"])).toEqual({
    v: 1,
    node: "web1",
    path: ["parameters", "ntp", "nothing"],
    contributions: [],
    diagnostics: [],
  });
});

test("what heir adds is the layer _reclass_", async () => {
  expect((await repository.explain("web1", "_reclass_:name:short")).contributions).toMatchObject([
    { layer: "automatic", name: "_reclass_", action: "set", value: "web1" },
  ]);
});

test("other parts of the node are not explained", async () => {
  await expect(repository.explain("web1", "classes")).rejects.toThrow(HeirError);
  await expect(repository.explain("web1", [])).rejects.toThrow(HeirError);
});

test("of a node that does not resolve the layers are given all the same", async () => {
  const failing = memory([
    ["classes/base.yml", "parameters: {a: [1]}\n"],
    ["nodes/web1.yml", "classes: [base]\nparameters: {a: 2}\n"],
  ]);
  const { value, contributions, diagnostics } = await failing.explain("web1", "a");

  expect(value).toBeUndefined();
  expect(contributions.map(({ name, action }) => `${name} ${action}`)).toEqual(["base set", "web1 failed"]);
  expect(diagnostics).toMatchObject([{ code: "merge-type" }]);
});

test("the last contribution that counts is what resolve says, on any inventory", async () => {
  await fc.assert(fc.asyncProperty(anyInventory, agrees), { numRuns: 60 });
});

async function agrees(files: Files): Promise<void> {
  const any = memory(Object.entries(files));
  for await (const node of any.resolveAll()) {
    if (!node.ok) continue;
    for (const path of leaves(node)) {
      const { value, place, contributions } = await any.explain(node.node, path);
      const last = contributions.findLast(({ action }) => action !== "hidden");
      expect(value).toEqual(node.value(path));
      expect(place).toEqual(node.placeOf(path));
      expect(last, path.join(":")).toBeDefined();
      if (typeof last?.value === "string" && last.value.includes("$")) continue;
      expect(last?.value).toEqual(value);
      expect(place).toMatchObject(last?.place ?? {});
    }
  }
}

/** Paths of all scalars. */
function leaves({ parameters }: ResolvedNode): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const walk = (value: PlainValue, path: readonly string[]): void => {
    if (typeof value !== "object" || value === null) found.push(path);
    else for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
  };
  walk(parameters, []);
  return found.map((path) => ["parameters", ...path]);
}
