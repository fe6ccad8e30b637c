import fc from "fast-check";
import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { Sides } from "../../support/side.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Strategy {
  readonly strategy?: "append" | "prepend" | "unique" | "replace";
  readonly by?: string;
  readonly knockout?: string;
  readonly sort?: boolean;
}

interface Layer {
  readonly anew: boolean;
  readonly items: readonly Json[];
}

/** What a merge must give, written down from the rules alone. */
function model(layers: readonly Layer[], { sort, ...merge }: Strategy): readonly Json[] {
  let list: readonly Json[] = [];
  for (const { anew, items } of layers) {
    if (anew || merge.strategy === "replace") list = [];
    if (merge.strategy === "prepend") list = [...items, ...list];
    else for (const item of items) list = laid(list, item, merge);
  }
  return sort === true ? list.toSorted((one, other) => order(rank(one, merge.by), rank(other, merge.by))) : list;
}

function laid(list: readonly Json[], item: Json, { strategy, by, knockout }: Omit<Strategy, "sort">): readonly Json[] {
  if (strategy !== "unique" && by === undefined) return [...list, item];
  const name = named(item, by);
  if (knockout !== undefined && typeof name === "string" && name.startsWith(knockout) && name !== knockout)
    return list.filter((each) => named(each, by) !== name.slice(knockout.length));
  const at = name === undefined ? -1 : list.findIndex((each) => text(named(each, by)) === text(name));
  if (at === -1) return [...list, item];
  return by === undefined ? list : list.with(at, { ...Object(list[at]), ...Object(item) });
}

function named(item: Json, by: string | undefined): Json | undefined {
  if (by === undefined) return item;
  return item !== null && typeof item === "object" && !Array.isArray(item) ? Object(item)[by] : undefined;
}

function text(value: Json | undefined): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  return Array.isArray(value)
    ? `[${value.map(text).join()}]`
    : JSON.stringify(
        Object.entries(value)
          .map(([key, each]) => [key, text(each)])
          .sort(),
      );
}

function rank(item: Json, by: string | undefined): readonly [number, number | string] {
  const isMapping = item !== null && typeof item === "object" && !Array.isArray(item);
  const value = by !== undefined && isMapping ? (named(item, by) ?? null) : item;
  if (value === null) return [0, 0];
  if (typeof value === "boolean") return [1, Number(value)];
  if (typeof value === "number") return [2, value];
  return typeof value === "string" ? [3, value] : [4, 0];
}

function order([one, value]: ReturnType<typeof rank>, [other, against]: ReturnType<typeof rank>): number {
  if (one !== other || value === against) return one - other;
  return value < against ? -1 : 1;
}

const scalar = fc.constantFrom<Json>(1, 2, 1.5, "1", "a", "b", "--a", "--1", "--", null, true);
const item = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.record({ id: fc.constantFrom<Json>("a", "b", 1, "1", "--a", null), v: scalar }, { requiredKeys: [] }),
);
const strategy: fc.Arbitrary<Strategy> = fc
  .constantFrom<Strategy>({ strategy: "append" }, { strategy: "prepend" }, { strategy: "replace" }, {})
  .chain((plain) => fc.constantFrom<Strategy>(plain, { strategy: "unique" }, { by: "id" }))
  .chain((chosen) => {
    const mayKnockOut = chosen.strategy === "unique" || chosen.by !== undefined;
    const knockout = mayKnockOut ? fc.constantFrom({}, { knockout: "--" }) : fc.constant({});
    return fc
      .tuple(knockout, fc.constantFrom({}, { sort: true }))
      .map(([one, other]) => ({ ...chosen, ...one, ...other }));
  });
const layer = fc.record({
  anew: fc.integer({ max: 5 }).map((number) => number === 5),
  items: fc.array(item, { maxLength: 4 }),
});
const cases = fc.record({ strategy, layers: fc.array(layer, { minLength: 1, maxLength: 4 }) });

test("strategies give what a model of the rules gives, layer by layer", async () => {
  const all = fc.sample(cases, { seed: 22, numRuns: 120 });
  const files: Record<string, string> = {};
  for (const [number, { strategy: merge, layers }] of all.entries()) {
    const classes = layers.map((_, at) => `c${number}_${at}`);
    for (const [at, { anew, items }] of layers.entries()) {
      files[`classes/c${number}_${at}.yml`] = JSON.stringify({ parameters: { in: { [anew ? "~l" : "l"]: items } } });
    }
    files[`nodes/n${number}.yml`] = JSON.stringify({ classes });
    files[`contracts/n${number}.yml`] = JSON.stringify({ for: `node:n${number}`, values: { "*:l": { merge } } });
  }
  const { inventory } = await new Sides().of(files);
  expect(inventory.contracts?.diagnostics).toEqual([]);
  for (const [number, { strategy: merge, layers }] of all.entries()) {
    const { node, diagnostics } = resolveNode(inventory, `n${number}`);
    const found = node && JSON.parse(valueJson(node.parameters));
    expect({ diagnostics, found }, JSON.stringify({ merge, layers })).toMatchObject({
      diagnostics: [],
      found: { in: { l: model(layers, merge) } },
    });
  }
});

/** The value at the one key `v` of a node, or the code of its first error. */
async function resolved(files: Record<string, string>, overrides: readonly string[] = []): Promise<Json> {
  const { inventory } = await new Sides(overrides).of(files);
  const { node, diagnostics } = resolveNode(inventory, "n1");
  const [first] = [...(inventory.contracts?.diagnostics ?? []), ...diagnostics];
  return first !== undefined ? first.code : JSON.parse(valueJson(node?.parameters ?? fail())).v;
}

function fail(): never {
  throw new Error("n1 does not resolve");
}

const layers = (below: string, above: string) => ({
  "classes/c.yml": `parameters: ${below}`,
  "nodes/n1.yml": `classes: [c]\nparameters: ${above}`,
});

test.each<readonly [name: string, merge: string, layers: readonly [string, string], result: Json]>([
  ["replace takes any kind", "v: {merge: replace}", ["{v: {a: 1}}", "{v: [x]}"], ["x"]],
  ["replace takes null", "v: {merge: replace}", ["{v: [a]}", "{v: null}"], null],
  ["a strategy for lists leaves other kinds alone", "v: {merge: unique}", ["{v: {a: 1}}", "{v: [x]}"], "merge-type"],
  ["null gives way, and the strategy still holds", "v: {merge: unique}", ["{v: null}", "{v: [a, a]}"], ["a"]],
  ["a mapping of one layer is entered", "v:l: {merge: unique}", ["{}", "{v: {l: [a, a]}}"], { l: ["a"] }],
  ["so is one that begins anew", "v:l: {merge: unique}", ["{v: {k: 1}}", "{~v: {l: [a, a]}}"], { l: ["a"] }],
  ["so is one that a reference brings", "v:l: {merge: unique}", ["{w: {l: [a, a]}}", '{v: "${w}"}'], { l: ["a"] }],
  ["its source is not changed", "w:l: {merge: unique}", ["{v: {l: [a, a]}}", '{w: "${v}"}'], { l: ["a", "a"] }],
  [
    "replaced mappings are entered",
    "v: {merge: replace}\n  v:l: {merge: unique}",
    ["{v: {k: 1}}", "{v: {l: [a, a]}}"],
    { l: ["a"] },
  ],
  [
    "items are compared with references filled in",
    "v: {merge: unique}",
    ["{v: [a], w: a}", '{v: ["${w}", b]}'],
    ["a", "b"],
  ],
  [
    "keys of items too",
    "v: {merge: {by: k}}",
    ["{v: [{k: a, x: 1}], w: a}", '{v: [{k: "${w}", y: "${w}"}]}'],
    [{ k: "a", x: 1, y: "a" }],
  ],
  [
    "items of other kinds do not fit",
    "v: {merge: {by: k}}",
    ["{v: [{k: a, x: 1}]}", "{v: [{k: a, x: [1]}]}"],
    "merge-type",
  ],
  [
    "items of lists are entered",
    "v:*:l: {merge: {strategy: unique, sort: true}}",
    ["{v: [{l: [b, a, b]}]}", "{}"],
    [{ l: ["a", "b"] }],
  ],
  [
    "items merged by a key are entered",
    "v: {merge: {by: k}}\n  v:*:l: {merge: unique}",
    ["{v: [{k: a, l: [x]}]}", "{v: [{k: a, l: [x, y]}]}"],
    [{ k: "a", l: ["x", "y"] }],
  ],
  [
    "two strategies cancel each other",
    "v: {merge: unique}\n  '*': {merge: prepend}",
    ["{v: [a]}", "{v: [a]}"],
    ["a", "a"],
  ],
  [
    "the same one twice does not",
    "v: {merge: unique}\n  '*': {merge: {strategy: unique}}",
    ["{v: [a]}", "{v: [a]}"],
    ["a"],
  ],
  [
    "knockout needs a strategy that compares, or none",
    "v: {merge: {strategy: append, knockout: x}}",
    ["{v: [a]}", "{v: [b]}"],
    "bad-value",
  ],
  ["knockout alone leaves lists as they are", "v: {merge: {knockout: x}}", ["{v: [a]}", "{v: [xa]}"], ["a", "xa"]],
  ["and is not for them", "v: {type: list of text, merge: {knockout: x}}", ["{v: [a]}", "{v: [b]}"], "bad-value"],
  ["nor is unique for mappings", "v: {type: mapping, merge: unique}", ["{v: {a: 1}}", "{v: {b: 1}}"], "bad-value"],
  ["of two kinds it is either", "v: {type: mapping or list, merge: unique}", ["{v: [a]}", "{v: [a]}"], ["a"]],
  [
    "a knockout behind a reference takes away as well",
    "v: {merge: {knockout: '--'}}",
    ["{v: {a: 1, b: 1}, x: {--a: null, c: 1}}", "{v: '${x}'}"],
    { b: 1, c: 1 },
  ],
  [
    "what it takes away stays where it came from",
    "v: {merge: {knockout: '--'}}",
    ["{v: '${x}', x: {a: {b: 1}}}", "{v: {--a: null}}"],
    {},
  ],
  [
    "it does not hold inside the mapping",
    "v: {merge: {knockout: '--'}}",
    ["{v: {a: {b: 1}}}", "{v: {a: {--b: null}}}"],
    { a: { b: 1, "--b": null } },
  ],
  ["by needs a key", "v: {merge: by}", ["{v: [a]}", "{v: [b]}"], "bad-value"],
])("%s", async (_name, merge, [below, above], result) => {
  expect(await resolved({ "contracts/a.yml": `values:\n  ${merge}`, ...layers(below, above) })).toEqual(result);
});

const keys = fc.dictionary(
  fc.constantFrom("a", "b", "c", "--a", "--b", "--"),
  fc.constantFrom<Json>(null, 1, { x: 1 }),
  {
    maxKeys: 4,
  },
);

test("knockouts of keys give what a model of the rule gives, layer by layer", async () => {
  const drawn = fc.sample(fc.array(keys, { minLength: 1, maxLength: 4 }), { seed: 45, numRuns: 80 });
  const files: Record<string, string> = { "contracts/c.yml": "values: {v: {merge: {knockout: '--'}}}" };
  for (const [number, all] of drawn.entries()) {
    const classes = all.map((_, at) => `c${number}_${at}`);
    for (const [at, v] of all.entries()) files[`classes/${classes[at]}.yml`] = JSON.stringify({ parameters: { v } });
    files[`nodes/n${number}.yml`] = JSON.stringify({ classes });
  }
  const { inventory } = await new Sides().of(files);

  for (const [number, all] of drawn.entries()) {
    const { node, diagnostics } = resolveNode(inventory, `n${number}`);
    const expected = knockedOut(all);
    if (expected === "merge-type") expect(diagnostics.map(({ code }) => code)).toContain("merge-type");
    else expect(node && JSON.parse(valueJson(node.parameters)).v).toEqual(expected);
  }
});

/** What is said of each key since it was last taken away, as the rule says; over a mapping only mappings are merged. */
function knockedOut(layers: readonly Readonly<Record<string, Json>>[]): Json {
  const said = new Map<string, Json[]>();
  for (const layer of layers) {
    const isKnockout = (key: string) => key.startsWith("--") && key !== "--" && layer[key] === null;
    for (const key of Object.keys(layer).filter(isKnockout)) said.delete(key.slice(2));
    for (const [key, value = null] of Object.entries(layer)) {
      if (!isKnockout(key)) said.set(key, [...(said.get(key) ?? []), value]);
    }
  }
  const isMap = (value: Json | undefined) => value !== null && typeof value === "object";
  const isClash = (below: Json | undefined, above: Json) => isMap(below) !== isMap(above) && below !== null;
  if ([...said.values()].some((all) => all.some((above, at) => at > 0 && isClash(all[at - 1], above))))
    return "merge-type";
  return Object.fromEntries([...said].map(([key, all]) => [key, all.at(-1) ?? null]));
}

test.each<readonly [name: string, globals: string, group: string, result: Json]>([
  ["a strategy takes the place of a mode that nobody stated", "v: [a]", "{v: [a, b]}", ["a", "b"]],
  ["a stated mode is stronger", "v: {value: [a], inheritMode: map}", "{v: [a, b]}", ["a", "a", "b"]],
  ["kinds decide as without a strategy", "v: text", "{v: [a, a]}", ["a", "a"]],
])("properties: %s", async (_name, globals, properties, result) => {
  const files = {
    "globals.yml": globals,
    "groups/g.yml": `nodes: [n1]\nproperties: ${properties}`,
    "nodes/n1.yml": "parameters: {}",
    "contracts/a.yml": "values: {v: {merge: unique}}",
  };
  expect(await resolved(files)).toEqual(result);
});

test("groups without an order are in conflict only where a strategy makes their order matter", async () => {
  const files = (merge: string) => ({
    "groups/a.yml": "nodes: [n1]\nproperties: {v: [a]}",
    "groups/b.yml": "nodes: [n1]\nproperties: {v: [b]}",
    "nodes/n1.yml": "properties: {v: [c]}",
    "contracts/a.yml": `values: {v: {merge: ${merge}}}`,
  });
  expect(await resolved(files("replace"))).toEqual(["c"]);
  expect(await resolved(files("unique"))).toEqual("group-conflict");
  expect(await resolved(files("{strategy: unique, sort: true}"))).toEqual(["a", "b", "c"]);
});
