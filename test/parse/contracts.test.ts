import { describe, expect, test } from "vitest";
import { typeShape } from "../../src/model/contracts/keywords.ts";
import type { FoundKey } from "../../src/model/contracts/value-test.ts";
import type { Diagnostic } from "../../src/model/findings/diagnostic.ts";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import type { Value } from "../../src/model/values/value.ts";
import { compileSchema } from "../../src/parse/contracts/compile-schema.ts";
import { readRule } from "../../src/parse/contracts/rule.ts";
import { readType } from "../../src/parse/contracts/type-text.ts";
import { parseYaml, plainSyntax } from "../../src/parse/yaml/parse.ts";
import { Sides } from "../support/side.ts";

function yaml(text: string): Value {
  const value = parseYaml({ path: "a.yml", blob: "", text }, { syntax: plainSyntax, report: () => {} });
  if (value === undefined) throw new Error(`no value in ${text}`);
  return value;
}

const context = { isNode: (name: string) => name === "web1" };

function holds(type: string, text: string): boolean {
  const read = readType(typeShape(type));
  return read.kind === "type" && read.test(yaml(text), context);
}

/** The paths at which a value breaks a schema; the faults of the schema itself if it has any. */
function broken(schema: string, text: string): readonly string[] {
  const faults: Diagnostic[] = [];
  const schemaTest = compileSchema(yaml(schema), (fault) => faults.push(fault));
  if (faults.length > 0) return faults.map(({ code, message }) => `${code}: ${message}`);
  const at: FoundKey[] = [];
  const found: string[] = [];
  const isFine = schemaTest(yaml(text), context, { at, add: (_, fault) => found.push([...at, fault].join(" ")) });
  expect(isFine).toBe(found.length === 0);
  expect(schemaTest(yaml(text), context)).toBe(isFine);
  return found;
}

describe("short types", () => {
  test.each([
    ["port", "22 1 65535 1.0", '0 65536 "22" 22.5 true'],
    ["ip", '192.0.2.1 "::1" "::ffff:10.0.0.1"', '10.00.0.1 "fe80::1%eth0" "1:2:3:4:5:6:7" 10.0.0.256'],
    ["cidr", '10.0.0.0/8 0.0.0.0/0 "2001:db8::/32"', "10.0.0.1/8 10.0.0.0 10.0.0.0/33 10.0.0.0/08"],
    ["hostname", "web1 web1.example.org", "web_1 -web 10.0.0.1 web1."],
    ["fqdn", "web1.example.org", "web1 a..b"],
    ["duration", "90s 1h30m", "90 22:30 1x"],
    ["size", "10G 1.5GiB 512MB 3B", "10 10X .5G"],
    ["date", '2024-02-29 "2024-01-31"', '"2023-02-29" 31.1.2024 "2024-13-01"'],
    ["url", '"https://example.org/a?b"', "example.org"],
    ["node", "web1", "web2 1"],
    ["integer", "1 1.0 123456789012345678901234567890", "1.5 true a"],
    ["ip or null", "192.0.2.1 null", "x 1"],
    ["list of ip or port", "[] [192.0.2.1,22]", "[x] 22"],
    ["mapping of list of integer", '{} {"a":[1]}', '[] {"a":1} {"a":["x"]}'],
  ])("%s holds for %s and not for %s", (type, good, bad) => {
    expect(good.split(" ").filter((text) => !holds(type, text))).toEqual([]);
    expect(bad.split(" ").filter((text) => holds(type, text))).toEqual([]);
  });

  test("an unknown name is a fault with a near name", () => {
    expect(readType(typeShape("list of prot"))).toEqual({
      kind: "fault",
      message: 'there is no type "prot"',
      hint: "did you mean port?",
    });
  });
});

describe("JSON Schema 2020-12", () => {
  test.each([
    ["{type: [integer, 'null']}", "1.0", []],
    ["{maximum: 9007199254740992}", "9007199254740993", ["must be at most 9007199254740992"]],
    ["{multipleOf: 0.0001}", "0.0075", []],
    ["{multipleOf: 1.0e-8}", "12391239123", []],
    ["{const: {a: 1, b: [true]}}", "{b: [true], a: 1.0}", []],
    ["{enum: [1, a]}", "true", ['must be one of 1, "a"']],
    ["{minLength: 2}", '"\\U0001F4A9"', ["must have at least 2 characters"]],
    ["{uniqueItems: true}", "[1, 1.0]", ["must not have an item twice"]],
    ["{uniqueItems: true}", "[1, true, '1']", []],
    ["{properties: {a: {type: string}}, required: [b]}", "{a: 1}", ["a must be of type string", "must have b"]],
    [
      "{patternProperties: {^x: false}, additionalProperties: {type: integer}}",
      "{xa: 1, b: s}",
      ["xa must not be here", "b must be of type integer"],
    ],
    ["{additionalProperties: false, properties: {a: true}}", "{a: 1, b: 2}", ["must not have b"]],
    [
      "{prefixItems: [{type: integer}], items: {type: string}}",
      "[a, b, 1]",
      ["0 must be of type integer", "2 must be of type string"],
    ],
    ["{contains: {const: 1}, maxContains: 1}", "[1, 1]", ["must have fewer items that the schema under contains fits"]],
    ["{contains: {const: 1}, minContains: 0}", "[]", []],
    ["{oneOf: [{minimum: 2}, {maximum: 5}]}", "3", ["must fit exactly one of the schemas under oneOf"]],
    ["{if: {required: [a]}, then: {required: [b]}, else: {required: [c]}}", "{a: 1}", ["must have b"]],
    [
      "{dependentRequired: {a: [b]}, dependentSchemas: {a: {maxProperties: 1}}}",
      "{a: 1, c: 2}",
      ["must have b", "must have at most 1 key"],
    ],
    ["{propertyNames: {maxLength: 2}}", "{abc: 1}", ["must not have a key abc"]],
    ["{not: {type: integer}}", "1", ["must not be as the schema under not says"]],
    ["{$defs: {n: {type: integer}}, items: {$ref: '#/$defs/n'}}", "[a]", ["0 must be of type integer"]],
    ["{$defs: {'a/b': {$anchor: n, type: integer}}, items: {$ref: '#n'}}", "[a]", ["0 must be of type integer"]],
    ["{properties: {next: {$ref: '#'}}, required: [v]}", "{v: 1, next: {v: 2, next: {}}}", ["next next must have v"]],
    ["{$ref: '#'}", "1", []],
    ["{format: ipv4}", "256.0.0.1", ["must be of format ipv4"]],
    ["{format: email}", "x", []],
  ])("%s for %s", (schema, text, found) => {
    expect(broken(schema, text)).toEqual(found);
  });

  test.each([
    ["{type: strin}", "bad-value: type must be one of"],
    ["{$ref: 'https://example.org/s.json'}", "bad-value: $ref must lead to a part of the same schema"],
    ["{$ref: '#/nowhere'}", "bad-value: the schema has no part #/nowhere"],
    ["{unevaluatedProperties: false}", "bad-value: unevaluatedProperties is not supported"],
    ["{properties: {a: {$id: x}}}", "bad-value: $id is supported at the top of a schema only"],
    ["{pattern: '(?=a)'}", "regex-unsupported: "],
    ["{items: 5}", "bad-value: a schema must be a mapping, true or false"],
    ["{multipleOf: 0}", "bad-value: multipleOf must be above 0"],
  ])("%s is no schema", (schema, fault) => {
    expect(broken(schema, "1")[0]).toContain(fault);
  });
});

describe("rules", () => {
  function read(text: string): readonly string[] {
    const value = yaml(text);
    const { file } = value.origin;
    const of = { id: "a", file, targets: [], description: undefined, root: undefined };
    const faults: Diagnostic[] = [];
    const rule = readRule(value, 0, {
      of,
      level: "error",
      settings: defaultSettings,
      report: (fault) => faults.push(fault),
    });
    return rule === undefined ? faults.map(({ code, message }) => `${code}: ${message}`) : [rule.kind];
  }

  test.each([
    ["{unique: a, per: b, description: d, level: info}", "unique"],
    ["{same: 'a:*'}", "same"],
    ["{count: {a: null}, min: 0, max: 2}", "count"],
    ["{requires: [a], when: {b: 1}}", "requires"],
    ["{forbids: ['**:a']}", "forbids"],
    ["{unique: a, whn: b}", 'unknown-key: "whn" is not a key of a rule'],
    ["{per: a}", "bad-value: a rule has exactly one of unique, same, count, requires, forbids"],
    ["{unique: a, same: b}", "bad-value: a rule has exactly one of unique, same, count, requires, forbids"],
    ["{unique: a, when: b}", "bad-value: when has no meaning beside unique"],
    ["{unique: [a]}", "bad-value: unique must be a path"],
    ["{unique: a, per: 1}", "bad-value: per must be a path"],
    ["{count: {a: 1}}", "bad-value: count needs exactly, min or max"],
    ["{count: a, min: 1}", "bad-value: count must be a mapping of paths to values"],
    ["{count: {a: 1}, min: 1.5}", "bad-value: min must be 0 or a whole number above"],
    ["{requires: a}", "bad-value: requires must be a list"],
    ["{forbids: []}", "bad-value: forbids must name a path"],
    ["{forbids: [1]}", "bad-value: an entry of forbids must be a path"],
    ["{unique: a, level: high}", "bad-value: level must be error, warning or info"],
    ["unique", "bad-value: a rule must be a mapping"],
  ])("%s is read as: %s", (text, expected) => {
    expect(read(text)[0]).toBe(expected);
  });
});

test.each([
  [{ "nodes/a.yml": "" }, undefined],
  [{ "contracts/README.md": "later" }, undefined],
  [{ "contracts/a.yml": "" }, ["a"]],
])("the contracts of %o are %o", async (files, ids) => {
  const { inventory } = await new Sides().of(files);
  expect(inventory.contracts?.files.map(({ id }) => id)).toEqual(ids);
});
