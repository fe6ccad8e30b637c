import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ContractJudge } from "../../src/checks/contracts/judge.ts";
import { listedContracts } from "../../src/checks/contracts/listing.ts";
import { ValueJudge } from "../../src/checks/contracts/values.ts";
import { DataValue, documentJson } from "../../src/encoding/json.ts";
import { draftEntries, ValueShape } from "../../src/inspect/draft/draft.ts";
import type { Inventory, NodeOutcome } from "../../src/model/inventory/inventory.ts";
import { mask } from "../../src/model/secrets/mask.ts";
import { compileSchema } from "../../src/parse/contracts/compile-schema.ts";
import { parseYaml, plainSyntax } from "../../src/parse/yaml/parse.ts";
import { draftLines } from "../../src/report/contracts/contracts.ts";
import { contractsFileSchema, nodeSchema } from "../../src/report/contracts/schema.ts";
import { contractsOf } from "../../src/resolve/contracts/node-contracts.ts";
import { NodeData } from "../../src/resolve/data/node-data.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { Sides } from "../support/side.ts";

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, validateSchema: false });

const NOTHING = read(null);

function dataOf(inventory: Inventory, { node }: NodeOutcome): NodeData | undefined {
  return node && new NodeData(inventory, { node });
}

/** How ajv judges by a schema. */
function judgeOf(schema: string): (value: unknown) => boolean {
  const judge = ajv.compile(JSON.parse(schema));
  ajv.removeSchema();
  return (value) => {
    try {
      return judge(value) === true;
    } catch {
      // Some code that ajv makes for properties below anyOf does not run.
      return fc.pre(false) ?? false;
    }
  };
}

const anyLeaf = fc.constantFrom<unknown>(0, 1, 70000, 1.5, "x", "10", "", true, null, [], {}, [1], ["x", 2]);

const anyKey = fc.constantFrom("a", "b", "ab", "1");

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    anyLeaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(anyKey, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const anyContract = fc.record(
  {
    type: fc.constantFrom(
      ...[
        "any",
        "text",
        "integer",
        "mapping",
        "list",
        "port",
        "null or text",
        "list of integer or text",
        "mapping of any",
      ],
    ),
    minimum: fc.constantFrom(1, 2),
    maxItems: fc.constant(1),
    enum: fc.constant(["x", 1, null]),
    closed: fc.boolean(),
    required: fc.boolean(),
    schema: fc.constantFrom<unknown>({ $ref: "#/$defs/a", $defs: { a: { not: { const: 0 } } } }, true),
  },
  { requiredKeys: [] },
);

const anyPath = fc.array(fc.constantFrom("a", "b", "0", "1", "*", "a*", "**"), { minLength: 1, maxLength: 3 });

const anyContracts = fc
  .array(fc.tuple(anyPath, anyContract), { minLength: 1, maxLength: 5 })
  .map((all) =>
    Object.fromEntries(all.map(([keys, { required, ...rest }]) => [keys.join(":"), said(keys, rest, required)])),
  );

/** Only a path that ends in a written key can be required. */
function said(keys: readonly string[], rest: object, required: boolean | undefined): object {
  return required === true && /^[^*]+$/.test(keys.at(-1) ?? "") && !keys.includes("**") ? { ...rest, required } : rest;
}

const anyParameters = fc.dictionary(anyKey, anyValue, { maxKeys: 3 });

test("the exported schema of a node refuses what a check refuses", async () => {
  await fc.assert(
    fc.asyncProperty(anyContracts, anyParameters, async (values, parameters) => {
      const files = {
        "contracts/all.yml": JSON.stringify({ values }),
        "nodes/n1.yml": JSON.stringify({ parameters }),
      };
      const { inventory } = await new Sides().of(files);
      const { contracts } = inventory;
      if (contracts === undefined) throw new Error("no contracts");
      expect(contracts.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const listed = listedContracts(inventory, "n1").map((each) => mask("contract", each, "shown"));
      const outcome = resolveNode(inventory, "n1");
      const found = new ContractJudge(inventory, contracts).node("n1", dataOf(inventory, outcome)).diagnostics;

      const resolved: unknown = JSON.parse(documentJson(new DataValue(outcome.node?.parameters ?? NOTHING)));
      expect(judgeOf(documentJson(nodeSchema(listed, "n1")))(resolved)).toBe(found.length === 0);
      // What the files have is allowed if the node is as it should be.
      if (found.length === 0) expect(judgeOf(documentJson(contractsFileSchema(listed)))({ parameters })).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("nodes judged one after the other break what each breaks alone", async () => {
  const anyNode = fc.tuple(fc.subarray(["one", "two"]), anyParameters);
  const nodes = fc.array(anyNode, { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyContracts, anyParameters, anyParameters, nodes, async (values, one, two, each) => {
      const files = each.map(([classes, parameters], at) => [
        `nodes/n${at}.yml`,
        JSON.stringify({ classes, parameters }),
      ]);
      const { inventory } = await new Sides().of({
        "contracts/all.yml": JSON.stringify({ values }),
        "classes/one.yml": JSON.stringify({ parameters: one }),
        "classes/two.yml": JSON.stringify({ parameters: two }),
        ...Object.fromEntries(files),
      });
      const { contracts, nodeNames } = inventory;
      if (contracts === undefined) throw new Error("no contracts");
      const judge = new ContractJudge(inventory, contracts);
      for (const name of nodeNames) {
        const data = dataOf(inventory, resolveNode(inventory, name));
        const alone = new ContractJudge(inventory, contracts).node(name, data);
        expect(judge.node(name, data)).toEqual(alone);
      }
    }),
    { numRuns: 40 },
  );
});

const oddKey = fc.constantFrom("a", "port", "a:b", "*", "", "/x", '"', "${a", "on", "1");

const oddLeaf = fc.constantFrom<unknown>(
  80,
  "80",
  "on",
  "",
  "10.0.0.1",
  "10.0.0.0/8",
  "a, b",
  "[x",
  true,
  null,
  1.5,
  "90s",
);

const anyOdd = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    oddLeaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(oddKey, tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("the values that a draft is made from keep it", async () => {
  const nodes = fc.array(fc.dictionary(oddKey, anyOdd, { maxKeys: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(nodes, async (each) => {
      const root = new ValueShape();
      for (const [index, parameters] of each.entries()) {
        root.add(read(parameters), index);
      }
      const draft = { entries: draftEntries(root), nodes: each.length, states: each.length, failing: 0 };
      const files = each.map((_, index) => [`nodes/n${index}.yml`, "parameters: {}"]);
      const { inventory } = await new Sides().of({
        ...Object.fromEntries(files),
        "contracts/draft.yml": [...draftLines(draft)].join("\n"),
      });
      const { contracts } = inventory;
      if (contracts === undefined) throw new Error("no contracts");
      expect(contracts.diagnostics).toEqual([]);
      const judge = new ValueJudge({ isNode: () => false });
      const { paths } = contractsOf(contracts, { name: "n0", classes: [], groups: [], facts: undefined });
      const start = paths.get("parameters")?.start;
      expect([...paths.keys()].filter((section) => section !== "parameters")).toEqual([]);
      expect(start && each.flatMap((parameters) => judge.faults(read(parameters), start))).toEqual(start && []);
    }),
    { numRuns: 60 },
  );
});

const anySchema = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom<unknown>("integer", "string", "object", ["array", "null"], "number"),
        const: anyLeaf,
        enum: fc.array(anyLeaf, { minLength: 1, maxLength: 3 }),
        minimum: fc.constantFrom(0, 1.5),
        exclusiveMaximum: fc.constantFrom(1, 70000),
        multipleOf: fc.constantFrom(2, 0.5),
        pattern: fc.constantFrom("^x", "1"),
        maxLength: fc.constant(1),
        required: fc.constantFrom(["a"], ["b", "1"]),
        minProperties: fc.constant(1),
        uniqueItems: fc.boolean(),
        dependentRequired: fc.constant({ a: ["b"] }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        properties: fc.dictionary(anyKey, tie("schema"), { maxKeys: 2 }),
        patternProperties: fc.dictionary(fc.constantFrom("^a", "b$"), tie("schema"), { maxKeys: 1 }),
        additionalProperties: tie("schema"),
        propertyNames: tie("schema"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        items: tie("schema"),
        contains: tie("schema"),
        minContains: fc.constantFrom(0, 2),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        not: tie("schema"),
        if: tie("schema"),
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: tie("schema"),
        else: tie("schema"),
        dependentSchemas: fc.dictionary(anyKey, tie("schema"), { maxKeys: 1 }),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema;

test("a compiled schema judges values as ajv does", () => {
  fc.assert(
    fc.property(anySchema, fc.array(anyValue, { minLength: 1, maxLength: 6 }), (schema, values) => {
      const compiled = compileSchema(read(schema), (fault) => {
        throw new Error(fault.message);
      });
      const isValid = judgeOf(JSON.stringify(schema));
      for (const value of values) {
        const holds = compiled(read(value), { isNode: () => false });
        expect({ value, holds }).toEqual({ value, holds: isValid(value) });
      }
    }),
    { numRuns: 30 },
  );
});

function read(value: unknown) {
  const text = JSON.stringify(value);
  const found = parseYaml({ path: "a.yml", blob: "", text }, { syntax: plainSyntax, report: () => {} });
  if (found === undefined) throw new Error(`no value in ${text}`);
  return found;
}
