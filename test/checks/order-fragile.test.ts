import fc from "fast-check";
import { expect, test } from "vitest";
import { orderFragile } from "../../src/checks/order-fragile.ts";
import { valueJson } from "../../src/encoding/json.ts";
import type { Inventory } from "../../src/model/inventory/inventory.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { work } from "../../src/speed/work.ts";
import { Sides } from "../support/side.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Parameters = Readonly<Record<string, Json>>;

const scalar = fc.constantFrom<Json>(1, 2, "a");
const kinds: readonly fc.Arbitrary<Json>[] = [
  scalar,
  fc.array(scalar, { minLength: 1, maxLength: 2 }),
  fc.dictionary(fc.constantFrom("x", "y"), scalar, { minKeys: 1, maxKeys: 2 }),
];
// Of one kind, mostly: others do not merge.
const drawn = fc
  .oneof({ arbitrary: fc.constantFrom(...kinds), weight: 9 }, fc.constant(fc.oneof(...kinds)))
  .chain((values) => {
    const written = fc.oneof(values, fc.constantFrom<Json>("${a}", "${b}"));
    const layer = fc.dictionary(fc.constantFrom("c", "d"), written, { minKeys: 1, maxKeys: 2 });
    const node = fc.oneof(fc.constant<Parameters>({}), layer);
    return fc.record({ a: values, b: values, low: layer, high: layer, node });
  });
type Drawn = typeof drawn extends fc.Arbitrary<infer Of> ? Of : never;

/** The paths of which the two classes of a node are said to be order-fragile. */
function told(inventory: Inventory, name: string): readonly string[] {
  const { node } = resolveNode(inventory, name);
  const found = node === undefined ? [] : orderFragile(node, inventory);
  return found.map(({ message }) => message.slice(0, message.indexOf(": which"))).toSorted();
}

function scalars(value: Json, path: string): readonly (readonly [path: string, text: string])[] {
  if (Array.isArray(value)) return [];
  if (value === null || typeof value !== "object") return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, each]) => scalars(each, path === "" ? key : `${path}:${key}`));
}

function parametersOf(inventory: Inventory, name: string): Parameters | undefined {
  const { node } = resolveNode(inventory, name);
  return node && JSON.parse(valueJson(node.parameters));
}

function file(parameters: Parameters, classes: readonly string[] = []): string {
  return JSON.stringify({ classes, parameters });
}

test("told are the scalars that are others with the two classes exchanged, as resolving says, and no others", async () => {
  const all: readonly Drawn[] = fc.sample(drawn, { seed: 45, numRuns: 300 });
  const files: Record<string, string> = {};
  for (const [at, { a, b, low, high, node }] of all.entries()) {
    files[`classes/base${at}.yml`] = file({ a, b });
    files[`classes/low${at}.yml`] = file(low);
    files[`classes/high${at}.yml`] = file(high);
    files[`nodes/n${at}.yml`] = file(node, [`base${at}`, `low${at}`, `high${at}`]);
    files[`nodes/m${at}.yml`] = file(node, [`base${at}`, `high${at}`, `low${at}`]);
  }
  const { inventory } = await new Sides().of(files);
  let fragile = 0;
  for (const [at, each] of all.entries()) {
    const [one, other] = [parametersOf(inventory, `n${at}`), parametersOf(inventory, `m${at}`)];
    if (one === undefined || other === undefined) continue;
    const { _reclass_: _, ...own } = one;
    const others = new Map(scalars(other, ""));
    const differing = scalars(own, "").filter(([path, text]) => others.has(path) && others.get(path) !== text);
    fragile += differing.length;
    expect([JSON.stringify(each), told(inventory, `n${at}`)]).toEqual([
      JSON.stringify(each),
      differing.map(([path]) => path).toSorted(),
    ]);
  }
  expect(fragile).toBeGreaterThan(40);
});

test("a prefix is offered only where the key holds this value alone", async () => {
  const { inventory } = await new Sides().of({
    "classes/base.yml": "parameters: {a: {x: 1, y: 1}, b: {x: 2, z: 1}}",
    "classes/low.yml": "parameters: {c: '${a}', d: 1}",
    "classes/high.yml": "parameters: {c: '${b}', d: 2}",
    "nodes/n1.yml": "classes: [base, low, high]",
  });
  const { node } = resolveNode(inventory, "n1");
  const hints = node && orderFragile(node, inventory).map(({ message, hint = "" }) => [message.slice(0, 3), hint]);
  expect(hints).toEqual([
    ["c:x", "to make the order explicit, include low in high"],
    ["d: ", 'to make the order explicit, include low in high, or write "~" before the key in high'],
  ]);
});

test("how often a node is resolved has a bound, however many classes refer to equal values", async () => {
  const many = Array.from({ length: 60 }, (_, at) => at);
  const files = many.map((at) => [`classes/c${at}.yml`, `parameters: {x${at}: 1, c: "\${x${at}}"}`] as const);
  const { inventory } = await new Sides().of({
    ...Object.fromEntries(files),
    "nodes/n1.yml": `classes: [${many.map((at) => `c${at}`).join(", ")}]`,
  });
  const { node } = resolveNode(inventory, "n1");
  const before = work.orderResults;

  expect(node && orderFragile(node, inventory)).toEqual([]);
  expect(work.orderResults - before).toBe(200);
});
