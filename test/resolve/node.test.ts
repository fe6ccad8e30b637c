import { describe, expect, test } from "vitest";
import { resolveNode } from "../../src/resolve/node.ts";
import { parametersOf, resolved } from "../support/inventory.ts";
import { Sides } from "../support/side.ts";

/** The parameters of a node with two classes `a` and `b`, each given as the text of its parameters. */
async function merged(a: string, b: string, { node = "{}", settings = "{}" } = {}): Promise<unknown> {
  const outcome = await resolved({
    "heir.yml": settings,
    "classes/a.yml": `parameters: ${a}\n`,
    "classes/b.yml": `parameters: ${b}\n`,
    "nodes/n1.yml": `classes: [a, b]\nparameters: ${node}\n`,
  });
  return parametersOf(outcome);
}

describe("values laid over one another", () => {
  test.each([
    ["{ x: 1, y: 1 }", "{ y: 2 }", { x: 1, y: 2 }],
    ["{ l: [1] }", "{ l: [1, 2] }", { l: [1, 1, 2] }],
    ["{ m: { a: { b: 1 } } }", "{ m: { a: { c: 2 } } }", { m: { a: { b: 1, c: 2 } } }],
    ["{ x: ~ }", "{ x: { a: 1 } }", { x: { a: 1 } }],
    ["{ x: 1 }", "{ x: ~ }", { x: null }],
    ["{ m: { a: 1 } }", "{ ~m: { b: 1 } }", { m: { b: 1 } }],
    ["{ m: { a: [1] } }", "{ m: { ~a: [2] } }", { m: { a: [2] } }],
    ["{ m: { a: [1] } }", "{ m: { ~~a: [2] } }", { m: { a: [2] } }],
    ["{ l: '${k}', k: [1] }", "{ l: [2] }", { l: [1, 2], k: [1] }],
    ["{ l: [1], k: { x: 1 } }", "{ ~l: '${k}' }", { l: { x: 1 }, k: { x: 1 } }],
    ["{ m: '${k}', k: { x: [1] } }", "{ m: { x: [2] } }", { m: { x: [1, 2] }, k: { x: [1] } }],
    ["{ 1: a, true: b }", "{ '1': c, 'True': d }", { 1: "c", True: "d" }],
  ])("%s and %s", async (a, b, result) => {
    expect(await merged(a, b)).toEqual(result);
  });

  test.each([
    ["text", "text"],
    ["[1]", [1]],
    ["{l: 1}", { k: 1, l: 1 }],
  ])("the property %s over an opaque mapping", async (property, value) => {
    const outcome = await resolved({
      "classes/a.yml": "parameters: {~x: {~k: 1}}\n",
      "nodes/n1.yml": `classes: [a]\nproperties: {x: ${property}}\n`,
    });
    expect(parametersOf(outcome)).toEqual({ x: value });
  });

  test.each([
    ["{ x: [1] }", "{ x: 1 }", "allow_scalar_over_list", 1],
    ["{ x: { a: 1 } }", "{ x: 1 }", "allow_scalar_over_dict", 1],
    ["{ x: 1 }", "{ x: [2] }", "allow_list_over_scalar", [1, 2]],
    ["{ x: 1 }", "{ x: { a: 1 } }", "allow_dict_over_scalar", { a: 1 }],
    ["{ x: [1] }", "{ x: ~ }", "allow_none_override", null],
    ["{ x: { a: 1 } }", "{ x: ~ }", "allow_none_override", null],
  ])("%s and %s need %s", async (a, b, flag, x) => {
    expect(await merged(a, b)).toEqual([expect.stringMatching(/^merge-type at classes\/b\.yml:1:18: /)]);
    expect(await merged(a, b, { settings: `${flag}: true` })).toEqual({ x });
  });

  test.each(["allow_scalar_over_list", "allow_dict_over_scalar", "allow_none_override"])(
    "a list and a mapping never go together, %s or not",
    async (flag) => {
      const settings = `${flag}: true`;

      expect(await merged("{ x: [1] }", "{ x: { a: 1 } }", { settings })).toHaveLength(1);
      expect(await merged("{ x: { a: 1 } }", "{ x: [1] }", { settings })).toHaveLength(1);
    },
  );

  test("a constant may be set once; without strictness what follows is left out", async () => {
    const lax = { settings: "strict_constant_parameters: false" };

    expect(await merged("{ =x: 1 }", "{ x: 1 }")).toEqual([
      "constant-changed at classes/b.yml:1:18: constant x is set again",
    ]);
    expect(await merged("{ =x: 1 }", "{ ~x: 2 }")).toHaveLength(1);
    expect(await merged("{ =x: 1 }", "{ ~x: 2 }", lax)).toEqual({ x: 1 });
    expect(await merged("{ =m: { a: 1 } }", "{ m: { b: 1 } }", lax)).toEqual({ m: { a: 1 } });
  });
});

describe("references", () => {
  test.each([
    ["{ a: '${b:c}', b: { c: 1 } }", { a: 1, b: { c: 1 } }],
    ["{ a: '<${b}>', b: ~ }", { a: "<None>", b: null }],
    ["{ a: '${m:${k}}', k: x, m: { x: 1 } }", { a: 1, k: "x", m: { x: 1 } }],
    ["{ a: '${l:-1:x}', l: [{ x: 1 }, { x: 2 }] }", { a: 2, l: [{ x: 1 }, { x: 2 }] }],
    ["{ a: '<${m}>', m: { x: '${k}' }, k: 1 }", { a: "<{'x': 1}>", m: { x: 1 }, k: 1 }],
    ["{ a: ['${k}', { k: '${k}' }], k: 1 }", { a: [1, { k: 1 }], k: 1 }],
    ["{ a: '\\${k}', k: 1 }", { a: "${k}", k: 1 }],
  ])("%s", async (parameters, result) => {
    expect(await merged("{}", "{}", { node: parameters })).toEqual(result);
  });

  test.each([
    ["{ a: '${a}' }", "reference cycle: a -> a"],
    ["{ a: '${b}', b: 'x${a}' }", "reference cycle: a -> b -> a"],
    ["{ m: { x: { y: '${m}' } } }", "reference cycle: m:x:y -> m:x:y"],
    ["{ l: [1, '${l}'] }", "reference cycle: l:1 -> l:1"],
    ["{ m: { x: '${n}' }, n: { y: '${m}' } }", "reference cycle: m:x -> m:x:y -> m:x"],
  ])("%s: %s", async (parameters, message) => {
    expect(await merged("{}", "{}", { node: parameters })).toEqual([expect.stringContaining(message)]);
  });

  test("one without a target is excused by a later scalar, never by a container", async () => {
    const outcome = await resolved({
      "classes/a.yml": "parameters: { x: '${nope}' }\n",
      "nodes/n1.yml": "classes: [a]\nparameters: { x: 1 }\n",
    });

    expect(parametersOf(outcome)).toEqual({ x: 1 });
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(["overwritten-reference"]);
    expect(await merged("{ x: '${nope}' }", "{ ~x: [1] }")).toContain(
      "unresolved-reference at classes/a.yml:1:18: undefined reference ${nope}: no value at nope",
    );
  });

  test("what stops reclass at once comes before what it gathers", async () => {
    const node = "{ a: '${nope}', b: '${b}', c: '${gone}' }";

    expect(await merged("{}", "{}", { node })).toEqual([
      expect.stringMatching(/^reference-cycle/),
      expect.stringMatching(/^unresolved-reference .*nope/),
      expect.stringMatching(/^unresolved-reference .*gone/),
    ]);
    expect(await merged("{}", "{}", { node, settings: "group_errors: false" })).toHaveLength(1);
  });
});

test("definitions stay as they were: other nodes of the same inventory see them unchanged", async () => {
  const files = {
    "classes/a.yml": "parameters: { m: { l: [1] }, c: '${m}' }\n",
    "nodes/n1.yml": "classes: [a]\nparameters: { c: { l: [2] }, m: { l: [3] } }\n",
  };
  const first = parametersOf(await resolved(files));

  const { inventory } = await new Sides().of({ ...files, "nodes/n2.yml": "classes: [a]\n" });

  expect(parametersOf(resolveNode(inventory, "n1"))).toEqual(first);
  expect(parametersOf(resolveNode(inventory, "n2"))).toEqual({ m: { l: [1] }, c: { l: [1] } });
  expect(parametersOf(resolveNode(inventory, "n1"))).toEqual({ m: { l: [1, 3] }, c: { l: [1, 3, 2] } });
});
