import { describe, expect, test } from "vitest";
import { linearise } from "../../../src/resolve/ancestry/linearise.ts";
import { MAX_WORK, STEP } from "../../../src/resolve/limits.ts";
import { Interpolation } from "../../../src/resolve/merge/interpolation.ts";
import { mergeSteps } from "../../../src/resolve/merge/merge.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { work } from "../../../src/speed/work.ts";
import { parametersOf } from "../../support/inventory.ts";
import { Sides } from "../../support/side.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** A node with one class a layer but for the last, which is its own; and a node with nothing of them. */
async function inventoryOf(layers: readonly Parameters[], more: Readonly<Record<string, string>> = {}) {
  const classes = layers.slice(0, -1).map((parameters, at) => [`classes/k${at}.yml`, JSON.stringify({ parameters })]);
  const own = { classes: classes.map((_, at) => `k${at}`), parameters: layers.at(-1) };
  const { inventory } = await new Sides().of({
    ...Object.fromEntries(classes),
    ...more,
    "nodes/n.yml": JSON.stringify({ exports: "b" in (layers[0] ?? {}) ? { e: "${b}" } : {}, ...own }),
    "nodes/other.yml": "parameters: {ok: 1}\n",
  });
  return inventory;
}

async function found(layers: readonly Parameters[]): Promise<readonly string[]> {
  const inventory = await inventoryOf(layers);
  expect(parametersOf(resolveNode(inventory, "other"))).toEqual({ ok: 1 });
  const { diagnostics } = resolveNode(inventory, "n");
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);
}

/** The work that the parameters of a node take, in characters. */
async function spent(layers: readonly Parameters[]): Promise<number> {
  const inventory = await inventoryOf(layers);
  const definition = inventory.node("n");
  if (definition === undefined) throw new Error("no node");
  const { settings } = inventory;
  const { steps } = linearise(inventory, definition);
  const interpolation = new Interpolation(mergeSteps(steps, "parameters", { settings, report: () => {} }), inventory);
  interpolation.resolve();
  return interpolation.trail.spent;
}

function tower(steps: number, first: unknown, step: (reference: string) => unknown): Parameters {
  return Object.fromEntries(
    Array.from({ length: steps }, (_, at) => [`a${at}`, at === 0 ? first : step(`\${a${at - 1}}`)]),
  );
}

function keys(count: number, value: unknown): Parameters {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, value]));
}

describe("a value that contains itself is a loop, over any number of layers", () => {
  const own = { z: 1, y: "${b}" };
  test.each<[string, readonly Parameters[], string]>([
    ["one", [{ b: own }], "b:y -> b:y"],
    ["two", [{ b: own }, { b: { y: "${b}" } }], "b:y -> b:y"],
    ["three", [{ b: own }, { b: { y: "${b}", w: [1] } }, { b: { y: "${b}" } }], "b:y -> b:y"],
    ["by way of another value", [{ b: { y: "${c}" }, c: "${b}" }, { b: { y: "${c}" } }], "b:y -> b:y"],
    ["two that hold each other", [{ b: { y: "${c}" }, c: { y: "${b}" } }, { b: { y: "${c}" } }], "b:y -> b:y:y -> b:y"],
    ["deep inside", [{ b: { q: { y: "${b}" } } }, { b: { q: { y: "${b}" } } }], "b:q -> b:q:y -> b:q"],
    ["in a list", [{ b: [{ y: "${b}" }] }], "b:0:y -> b:0:y"],
    [
      "wide ones",
      [{ t: 1, b: { ...keys(400, "${t}"), ...own } }, { b: { ...keys(400, "${t}"), ...own } }],
      "b:y -> b:y",
    ],
  ])("%s", async (_, layers, way) => {
    expect(await found(layers)).toEqual([`reference-cycle: reference cycle: ${way}`]);
  });

  test("the loop is told at the reference that closes it", async () => {
    const inventory = await inventoryOf([{ b: own }, { b: { y: "${b}" } }]);

    const [{ span } = {}] = resolveNode(inventory, "n").diagnostics;

    expect(span?.file.path).toBe("nodes/n.yml");
    expect(span?.file.text.slice(span.start, span.end)).toBe('"${b}"');
  });

  test("but not if a layer ends it", async () => {
    const inventory = await inventoryOf([{ b: own }, { b: { y: { "~y": 2 } } }]);

    expect(parametersOf(resolveNode(inventory, "n"))).toEqual({ b: { z: 1, y: { z: 1, y: 2 } } });
  });
});

test("a query for an export that contains itself fails, and no other", async () => {
  const layers = [{ b: { z: 1, y: "${b}" } }, { b: { y: "${b}" } }];
  const inventory = await inventoryOf(layers, {
    "nodes/asks.yml": "parameters: {q: '$[ exports:e ]'}\n",
    "nodes/asks2.yml": "parameters: {q: '$[ exports:f ]'}\nexports: {f: 1}\n",
  });

  expect(resolveNode(inventory, "asks").diagnostics.map(({ code }) => code)).toEqual(["query-failed"]);
  expect(parametersOf(resolveNode(inventory, "asks2"))).toEqual({ q: { asks2: 1 } });
});

test("a node that exceeds a limit in one order of its groups is evaluated in no other", async () => {
  const { inventory } = await new Sides().of({
    "heir.yml": "version: 1\n",
    ...Object.fromEntries([..."abcde"].map((id) => [`groups/${id}.yml`, `{nodes: [n], properties: {x: ${id}}}\n`])),
    "classes/k.yml": JSON.stringify({ parameters: { b: { ...keys(40, "${x}"), y: "${b}" } } }),
    "nodes/n.yml": JSON.stringify({ classes: ["k"], parameters: { b: { ...keys(40, "${x}"), y: "${b}" } } }),
  });
  const before = work.orderResults;

  const { node, diagnostics } = resolveNode(inventory, "n");

  expect(node).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toContain("reference-cycle");
  expect(work.orderResults - before).toBeLessThan(8);
});

describe("what grows beyond the limit ends the work on the node, and on no other", () => {
  test.each<[string, readonly Parameters[]]>([
    ["mappings that double", [tower(40, { x: 1 }, (each) => ({ p: each, q: each }))]],
    ["lists over layers", [tower(30, [1], (each) => [each, each]), tower(30, [2], (each) => [each])]],
    ["lists that are appended to themselves", [tower(40, [1], (each) => each), tower(40, [2], (each) => each)]],
    ["texts that double", [tower(60, "x".repeat(9), (each) => each + each)]],
    ["long texts in lists", [{ ...tower(30, "x".repeat(100_000), (each) => [each, each]) }]],
    ["lists inside text", [tower(40, ["x"], (each) => `${each} ${each}`)]],
    ["paths that double", [{ k: "k", ...tower(40, "k", (each) => each + each), p: "${${a39}}" }]],
  ])("%s", async (_, layers) => {
    expect(await found(layers)).toEqual([
      "reference-limit: references make values grow beyond 32 million characters; a value counts as 16",
    ]);
  });
});

describe("the work of a node", () => {
  test("nothing, where references lead to scalars", async () => {
    expect(await spent([{ a: 1, b: "${a}", c: ["${b}"], d: { x: "${a}" } }, { d: { y: "${b}" } }])).toBe(0);
  });

  test("a text counts each reference, and its characters", async () => {
    expect(await spent([{ a: "abc", b: "${a}-${a}" }])).toBe(2 * (STEP + 3));
  });

  test("300 references to a mapping count it once, and share it", async () => {
    const inventory = await inventoryOf([{ x: 1, m: keys(1000, "${x}"), ...tower(300, "${m}", () => "${m}") }]);
    const { node } = resolveNode(inventory, "n");
    const copies = node?.parameters.entries.flatMap(({ value }) => (value.kind === "map" && value.via ? [value] : []));

    expect(new Set(copies?.map(({ entries }) => entries)).size).toBe(1);
    expect(copies).toHaveLength(300);
    expect(await spent([{ x: 1, m: keys(1000, "${x}"), a: "${m}" }])).toBe(
      await spent([{ x: 1, m: keys(1000, "${x}"), ...tower(300, "${m}", () => "${m}") }]),
    );
  });

  test("300 references to a mapping without references count nothing", async () => {
    expect(await spent([{ m: keys(1000, 1), ...tower(300, "${m}", () => "${m}") }])).toBe(0);
  });

  test("a layer over a reference counts what it copies and merges", async () => {
    const one = await spent([{ m: keys(100, 1), a: "${m}" }, { a: { s1: 2 } }]);
    const two = await spent([{ m: keys(200, 1), a: "${m}" }, { a: { s1: 2 } }]);

    expect(two - one).toBe(100 * STEP);
    expect(one).toBeLessThan(MAX_WORK / 1000);
  });

  test("a mapping that is merged into itself ends soon, however wide and often", async () => {
    const layers = Array.from({ length: 16 }, (_, at) => ({
      b: { [`s${at}`]: 1, y: "${c}", ...keys(100, "${t}") },
      c: { [`t${at}`]: "${b}" },
      t: 1,
    }));

    expect(await spent(layers)).toBeLessThan(MAX_WORK * 1.01);
  });
});
