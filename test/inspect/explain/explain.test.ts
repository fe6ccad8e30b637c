import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { explainValue } from "../../../src/inspect/explain/node.ts";
import { placeOf, placeText, type Value } from "../../../src/model/values/value.ts";
import { childKeys, valueAt } from "../../../src/model/values/value-at.ts";
import { linearise } from "../../../src/resolve/ancestry/linearise.ts";
import { Explainer } from "../../../src/resolve/merge/explainer.ts";
import { Interpolation } from "../../../src/resolve/merge/interpolation.ts";
import { mergeSteps } from "../../../src/resolve/merge/merge.ts";
import { queryAnswers } from "../../../src/resolve/merge/query.ts";
import { watchedBelow, watchedKeys } from "../../../src/resolve/merge/watch.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

/** What is said of a value of `n1`: `layer name: action value at place`, with the path where it is another. */
async function told(files: Files, ...path: readonly string[]): Promise<readonly string[]> {
  const { inventory } = await new Sides().of(files);
  return explainValue(inventory, "n1", { section: "parameters", path }).map(
    ({ step, action, value, path: written }) => {
      const where = written.slice(1).join(":");
      const asked = where === path.join(":") ? "" : ` (${where})`;
      return `${step.name}: ${action} ${valueJson(value)} at ${placeText(placeOf(value.origin))}${asked}`;
    },
  );
}

const layers = (...parameters: readonly string[]): Files => ({
  ...Object.fromEntries(parameters.slice(0, -1).map((text, at) => [`classes/c${at + 1}.yml`, `parameters: ${text}\n`])),
  "nodes/n1.yml": `classes: [${parameters.slice(0, -1).map((_, at) => `c${at + 1}`)}]\nparameters: ${parameters.at(-1)}\n`,
});

describe("each layer that says something is told, weakest first:", () => {
  test("a scalar is set, then replaced", async () => {
    expect(await told(layers("{a: 1}", "{b: 2}", "{a: 3}"), "a")).toEqual([
      "c1: set 1 at classes/c1.yml:1:17",
      "n1: replaced 3 at nodes/n1.yml:2:17",
    ]);
  });

  test("lists are appended, and an item comes from one layer", async () => {
    const files = layers("{a: [x, y]}", "{a: [z]}");

    expect(await told(files, "a")).toEqual([
      'c1: set ["x","y"] at classes/c1.yml:1:17',
      'n1: appended ["z"] at nodes/n1.yml:2:17',
    ]);
    expect(await told(files, "a", "1")).toEqual(['c1: set "y" at classes/c1.yml:1:21']);
    expect(await told(files, "a", "-1")).toEqual(['n1: set "z" at nodes/n1.yml:2:18']);
    expect(await told(files, "a", "3")).toEqual([]);
  });

  test("mappings are merged, and only layers that have the key count below", async () => {
    const files = layers("{a: {k: 1}}", "{a: {l: 2}}", "{a: {k: 3}}");

    expect(await told(files, "a")).toEqual([
      'c1: set {"k":1} at classes/c1.yml:1:17',
      'c2: merged {"l":2} at classes/c2.yml:1:17',
      'n1: merged {"k":3} at nodes/n1.yml:2:17',
    ]);
    expect(await told(files, "a", "k")).toEqual([
      "c1: set 1 at classes/c1.yml:1:21",
      "n1: replaced 3 at nodes/n1.yml:2:21",
    ]);
  });

  test("~key replaces, also what stood below it", async () => {
    const files = layers("{a: {k: 1, l: 1}}", "{~a: {k: 2}}", "{a: {m: 3}}");

    expect(await told(files, "a", "k")).toEqual([
      "c1: set 1 at classes/c1.yml:1:21",
      "c2: replaced 2 at classes/c2.yml:1:22",
    ]);
    expect(await told(files, "a", "l")).toEqual([
      "c1: set 1 at classes/c1.yml:1:27",
      'c2: removed {"k":2} at classes/c2.yml:1:18 (a)',
    ]);
    expect(await told(files, "a", "m")).toEqual(["n1: set 3 at nodes/n1.yml:2:21"]);
  });

  test("what was removed may come again", async () => {
    expect(await told(layers("{a: {k: 1}}", "{~a: {}}", "{a: {k: 2}}"), "a", "k")).toEqual([
      "c1: set 1 at classes/c1.yml:1:21",
      "c2: removed {} at classes/c2.yml:1:18 (a)",
      "n1: set 2 at nodes/n1.yml:2:21",
    ]);
  });

  test("a constant is told, and what it hides", async () => {
    const files = { ...layers("{=a: 1, b: {x: 1}}", "{a: 2}"), "heir.yml": "strict_constant_parameters: false\n" };

    expect(await told(files, "a")).toEqual([
      "c1: constant 1 at classes/c1.yml:1:18",
      "n1: hidden 2 at nodes/n1.yml:2:17",
    ]);
  });

  test("a value behind a reference is said by the layer that holds the reference", async () => {
    const files = layers("{x: {k: {d: 1}}, a: '${x}'}", "{a: {k: {e: 2}}}", "{a: {k: {d: 3}}}");

    expect(await told(files, "a", "k", "d")).toEqual([
      'c1: set "${x}" at classes/c1.yml:1:33 (a)',
      "n1: replaced 3 at nodes/n1.yml:2:25",
    ]);
  });

  test("what takes the place of all before it is not merged: signs in it are part of the keys", async () => {
    const files = layers("{a: {k: 0}}", "{~a: {k: 1, ~k: 2}}");

    expect(await told(files, "a", "k")).toEqual([
      "c1: set 0 at classes/c1.yml:1:21",
      "n1: replaced 1 at nodes/n1.yml:2:22",
    ]);
    expect(await told(files, "a", "~k")).toEqual(["n1: set 2 at nodes/n1.yml:2:29"]);
  });

  test("inside a list nothing is merged: an item is said as a whole", async () => {
    const files = layers("{a: [{k: '${x}'}], x: {y: 1}}", "{}");

    expect(await told(files, "a", "0", "k", "y")).toEqual(['c1: set "${x}" at classes/c1.yml:1:22 (a:0:k)']);
    expect(await told(files, "a", "0", "z")).toEqual([]);
  });
});

describe("a property is explained by its inherit mode", () => {
  const written = (mode: string, values: readonly [string, string, string]): Files => ({
    "heir.yml": "version: 1\n",
    "globals.yml": `p: {value: ${values[0]}, inheritMode: ${mode}}\n`,
    "groups/g.yml": `nodes: [n1]\nproperties: {p: ${values[1]}}\n`,
    "nodes/n1.yml": `properties: {p: ${values[2]}}\n`,
  });
  const actions = async (files: Files, ...path: readonly string[]) => {
    const { inventory } = await new Sides().of(files);
    return explainValue(inventory, "n1", { section: "parameters", path }).map(({ action }) => action);
  };

  test.each([
    ["mao", ["[1]", "[2]", "[3]"], ["set", "appended", "appended"]],
    ["mpo", ["[1]", "[2]", "[3]"], ["set", "prepended", "prepended"]],
    ["moo", ["[1]", "[2]", "[3]"], ["set", "replaced", "replaced"]],
    ["moa", ["a", "b", "c"], ["set", "appended", "appended"]],
    ["mop", ["a", "b", "c"], ["set", "prepended", "prepended"]],
    ["moo", ["a", "b", "c"], ["set", "replaced", "replaced"]],
    ["mpp", ["{k: 1}", "{k: 2}", "{l: 3}"], ["set", "merged", "merged"]],
    ["opp", ["{k: 1}", "{k: 2}", "{l: 3}"], ["set", "replaced", "replaced"]],
    ["mpp", ["[1]", "a", "b"], ["set", "replaced", "prepended"]],
    ["mpp", ["null", "[2]", "[3]"], ["set", "replaced", "prepended"]],
    ["mpp", ["1", "2", "3"], ["set", "replaced", "replaced"]],
  ] as const)("%s with %j", async (mode, values, expected) => {
    expect(await actions(written(mode, values), "p")).toEqual(expected);
  });

  test("below a key too", async () => {
    const files = written("mpa", ["{l: [1], t: a}", "{l: [2], t: b}", "{l: [3]}"]);
    expect(await actions(files, "p", "l")).toEqual(["set", "prepended", "prepended"]);
    expect(await actions(files, "p", "t")).toEqual(["set", "appended"]);
  });

  test("in which a key has no prefixes", async () => {
    const files = written("moo", ['{"~k": 1}', '{"~k": 2, "=k": 3}', '{"=k": 4}']);
    expect(await actions(files, "p", "~k")).toEqual(["set", "replaced"]);
    expect(await actions(files, "p", "=k")).toEqual(["set", "replaced"]);
    expect(await actions(files, "p", "k")).toEqual([]);
  });

  test("over a parameter of a class, and over a reference", async () => {
    const files = {
      ...written("mpo", ["[1]", "[2]", "[3]"]),
      "classes/c.yml": "parameters: {p: '${q}', q: [4]}\n",
      "groups/h.yml": "nodes: [n1]\nparents: [g]\nclasses: [c]\n",
    };
    expect(await actions(files, "p")).toEqual(["set", "prepended", "appended", "prepended"]);
    expect(await told(files, "p", "0")).toEqual(["n1: set 3 at nodes/n1.yml:1:18"]);
  });
});

test("of a node that does not resolve, the layer that cannot be laid is told", async () => {
  expect(await told(layers("{a: [1]}", "{a: 2}", "{a: [3]}"), "a")).toEqual([
    "c1: set [1] at classes/c1.yml:1:17",
    "c2: failed 2 at classes/c2.yml:1:17",
    "n1: hidden [3] at nodes/n1.yml:2:17",
  ]);
  expect(await told(layers("{=a: 1}", "{a: 2}"), "a")).toEqual([
    "c1: constant 1 at classes/c1.yml:1:18",
    "n1: failed 2 at nodes/n1.yml:2:17",
  ]);
});

test("a reference without a target that a later layer overwrites is hidden", async () => {
  expect(await told(layers("{a: '${nowhere}'}", "{a: 2}"), "a")).toEqual([
    'c1: hidden "${nowhere}" at classes/c1.yml:1:17',
    "n1: replaced 2 at nodes/n1.yml:2:17",
  ]);
});

test("the whole of the parameters is what every layer says", async () => {
  expect((await told(layers("{a: 1}", "{}", "{b: 1}"))).map((line) => line.split(" ", 2).join(" "))).toEqual([
    "_reclass_: merged",
    "c1: merged",
    "n1: merged",
  ]);
});

test("watching a path changes nothing of what comes out", async () => {
  await fc.assert(
    fc.asyncProperty(anyInventory, fc.array(fc.constantFrom("k", "l", "m", "deep", "list"), { maxLength: 3 }), watched),
    { numRuns: 200 },
  );
  await fc.assert(
    fc.asyncProperty(anyGrouped, fc.array(fc.constantFrom("k", "l", "m", "x"), { maxLength: 2 }), watched),
    { numRuns: 200 },
  );
});

async function watched(files: Files, path: readonly string[]): Promise<void> {
  const { inventory } = await new Sides().of(files);
  const { settings } = inventory;
  for (const name of inventory.nodeNames) {
    const outcome = resolveNode(inventory, name);
    const definition = inventory.node(name);
    // Of a partial node the properties in conflict are folded like others, and left out later.
    if (outcome.node === undefined || outcome.node.conflicts.length > 0 || definition === undefined) continue;
    const { steps, reads } = linearise(inventory, definition);
    const below = watchedKeys([path]);
    const root = mergeSteps(steps, "parameters", { settings, report: () => {}, watch: { below, layer: undefined } });
    const observer = { watchedBelow: (at: readonly string[]) => watchedBelow(below, at), merged: () => {} };
    const answers = queryAnswers(inventory, reads.environment);
    const values = new Interpolation(root, inventory, { answers, observer }).resolve();
    expect(valueJson(values)).toBe(valueJson(outcome.node.parameters));
  }
}

test("many paths watched at once are told of as each of them by itself", async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), watchedAtOnce), { numRuns: 150 });
});

async function watchedAtOnce(files: Files): Promise<void> {
  const { inventory } = await new Sides().of(files);
  for (const name of inventory.nodeNames) {
    const { node } = resolveNode(inventory, name);
    if (node === undefined) continue;
    for (const section of ["parameters", "exports"] as const) {
      const paths = pathsBelow(node[section]);
      const contributions = new Explainer(inventory, { ...node, rules: undefined }, node).watching(section, paths);
      for (const path of paths) {
        expect(contributions(path), `${name} ${path.join(":")}`).toEqual(
          explainValue(inventory, name, { section, path }),
        );
      }
    }
  }
}

test("the last contribution that counts is the value that comes out, at its place", async () => {
  await fc.assert(fc.asyncProperty(anyInventory, lastOfAll), { numRuns: 200 });
});

test("so it is with globals, groups and properties of nodes, whatever their modes", async () => {
  await fc.assert(fc.asyncProperty(anyGrouped, lastOfAll), { numRuns: 200 });
});

async function lastOfAll(files: Files): Promise<void> {
  const { inventory } = await new Sides().of(files);
  for (const name of inventory.nodeNames) {
    const { node } = resolveNode(inventory, name);
    if (node === undefined) continue;
    for (const section of ["parameters", "exports"] as const) {
      for (const path of pathsBelow(node[section])) {
        const value = valueAt(node[section], path);
        const found = explainValue(inventory, name, { section, path });
        if (value !== undefined) checkLast(value, found, path);
      }
    }
  }
}

function checkLast(value: Value, found: ReturnType<typeof explainValue>, path: readonly string[]): void {
  const last = found.findLast(({ action }) => action !== "hidden");
  expect(last, path.join(":")).toBeDefined();
  expect(last?.action).not.toBe("removed");
  expect(last?.action).not.toBe("failed");
  if (
    last === undefined ||
    last.keepsBelow ||
    value.kind === "map" ||
    last.value.kind === "template" ||
    valueJson(last.value).includes("$")
  )
    return;
  expect(valueJson(last.value)).toBe(valueJson(value));
  expect(placeOf(last.value.origin)).toEqual(placeOf(value.origin));
}

function pathsBelow(value: Value, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = childKeys(value).flatMap((key) => {
    const child = valueAt(value, [key]);
    return child === undefined ? [] : pathsBelow(child, [...path, key]);
  });
  return path.length === 0 ? below : [path, ...below];
}
