import fc from "fast-check";
import { expect, test } from "vitest";
import type { Inventory, NodeOutcome } from "../../../src/model/inventory/inventory.ts";
import { entryOf } from "../../../src/model/values/value.ts";
import { type NodeGroups, nodeGroups } from "../../../src/resolve/groups/node-groups.ts";
import { contentText } from "../../../src/resolve/merge/merge.ts";
import { givenNode, resolveDefinition, resolveNode } from "../../../src/resolve/node.ts";
import { type Files, Sides } from "../../support/side.ts";

const IDS = ["a", "b", "c", "d"];

const plainValue = fc.constantFrom(
  "x",
  "y",
  "5",
  "null",
  "[1]",
  "[2]",
  "{k: 1}",
  "{k: 2}",
  "{l: 1}",
  "{k: [1]}",
  "{k: [2]}",
  "{k: {m: 1}}",
  "{k: {n: 1}}",
  "{k: x, l: [3]}",
);
const mode = fc.constantFrom(undefined, undefined, undefined, "mao", "maa", "mpo", "ooo", "moo");
const property = fc.tuple(plainValue, mode).map(([value, letters]) => {
  return letters === undefined ? `{value: ${value}}` : `{value: ${value}, inheritMode: ${letters}}`;
});
const layer = fc.option(property, { nil: undefined, freq: 6 });

/** Groups that all hold one node, some below others, and what each, the globals and the node say of `p`. */
const repository: fc.Arbitrary<Files> = fc
  .record({
    parents: fc.tuple(...IDS.map((_, at) => fc.subarray(IDS.slice(0, at)))),
    properties: fc.tuple(...IDS.map(() => layer)),
    edges: fc.array(fc.constantFrom("[a, b]", "[b, c]", "[a, d]", "[c, d]"), { maxLength: 2 }),
    global: fc.option(property, { nil: undefined, freq: 2 }),
    node: fc.option(property, { nil: undefined, freq: 1 }),
    parameter: fc.option(fc.constantFrom("x", "[9]", "{k: 9}"), { nil: undefined, freq: 1 }),
  })
  .map(({ parents, properties, edges, global, node, parameter }) => {
    const files: Record<string, string> = {
      "heir.yml": "version: 1\n",
      "order.yml": `order: [${edges.join(", ")}]\n`,
      "globals.yml": global === undefined ? "{}\n" : `p: ${global}\n`,
      "nodes/n1.yml": `${parameter === undefined ? "" : `parameters: {p: ${parameter}}\n`}properties: ${of(node)}\n`,
    };
    for (const [at, id] of IDS.entries()) {
      const above = (parents[at] ?? []).join(", ");
      files[`groups/${id}.yml`] = `parents: [${above}]\nnodes: [n1]\nproperties: ${of(properties[at])}\n`;
    }
    return files;
  });

function of(value: string | undefined): string {
  return value === undefined ? "{}" : `{p: ${value}}`;
}

test("a property is in conflict just when two allowed orders of the groups give it different values", async () => {
  await fc.assert(fc.asyncProperty(repository, agreesWithAllOrders), { numRuns: 1500 });
}, 120_000);

async function agreesWithAllOrders(files: Files): Promise<void> {
  const { inventory } = await new Sides().of(files);
  const definition = inventory.node("n1");
  if (definition === undefined) throw new Error("n1 is there");
  const held = nodeGroups(inventory, definition);
  if (held.diagnostics.length > 0) return;
  const results = new Set([...allowedOrders(held)].map((order) => resultIn(inventory, order)));
  const outcome = resolveNode(inventory, "n1");
  const judged = outcome.conflicts.length > 0 ? "conflict" : outcomeText(outcome);
  expect(judged, JSON.stringify(files, undefined, 1)).toBe(results.size > 1 ? "conflict" : [...results][0]);
}

function resultIn(inventory: Inventory, held: NodeGroups): string {
  return outcomeText(resolveDefinition(inventory, givenNode(inventory, "n1"), held));
}

function outcomeText({ node, diagnostics }: NodeOutcome): string {
  return node === undefined ? `error ${diagnostics[0]?.code}` : valueText(node);
}

function valueText(node: ReturnType<typeof resolveNode>["node"]): string {
  const value = node && entryOf(node.parameters, "p")?.value;
  return value === undefined ? "none" : contentText(value);
}

/** The groups in every order that puts none before one that is below it, each order as if it were the only one. */
function* allowedOrders(held: NodeGroups): Iterable<NodeGroups> {
  const { isBelow } = held.order;
  const orders = function* (placed: readonly string[], rest: readonly string[]): Iterable<readonly string[]> {
    if (rest.length === 0) yield placed;
    for (const id of rest) {
      if (rest.some((other) => isBelow(other, id))) continue;
      yield* orders(
        [...placed, id],
        rest.filter((other) => other !== id),
      );
    }
  };
  for (const linear of orders([], held.order.linear)) {
    const groups = linear.flatMap((id) => held.groups.find((group) => group.id === id) ?? []);
    const order = { ...held.order, linear, isBelow: (x: string, y: string) => linear.indexOf(x) < linear.indexOf(y) };
    yield { ...held, groups, order };
  }
}
