import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { Expansion } from "../../../src/resolve/policies/expansion.ts";
import { briefly } from "../../support/inventory.ts";
import { policyInventory, propertiesOf } from "../../support/policies.ts";
import { float, type Plain, plain, typed, value } from "../../support/value.ts";

const standard = {
  datacenter: { dns: "1.1.1.1", list: [1, 2] },
  name: "Paris",
  sysctl: { "kernel.shmmax": "5" },
  nul: null,
};

interface Outcome {
  /** The text, or undefined after a fault. */
  readonly text: Plain | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function expand(template: string, properties: Readonly<Record<string, Plain>> = standard): Outcome {
  const node = policyInventory({}).node("n1");
  if (node === undefined) throw new Error("no node");
  const expansion = new Expansion({
    node,
    properties: propertiesOf(properties),
  });
  const result = expansion.expand("text", value("directives/d.yml", template));
  return { text: result && plain(result), diagnostics: expansion.diagnostics };
}

test.each([
  ["one key", "${node.properties[name]}", "Paris"],
  ["two keys inside text", "dns=${node.properties[datacenter][dns]};", "dns=1.1.1.1;"],
  ["an object expands to compact JSON", "${node.properties[datacenter]}", '{"dns":"1.1.1.1","list":[1,2]}'],
  ["blanks around every sign, the keyword without case", "${ Node . properties [ name ] }", "Paris"],
  ["a default when the key is missing", '${node.properties[datacenter][x] | default= "none"}', "none"],
  ["a default is ignored when the key is there", '${node.properties[name]|default="x"}', "Paris"],
  ["an empty default", '[${node.properties[zz]|default= ""}]', "[]"],
  ["an empty default in triple quotes", '[${node.properties[zz]|default= """"""}]', "[]"],
  [
    "a default may hold another call",
    '${node.properties[zz] | default = """dc "${node.properties[name]}" up"""}',
    'dc "Paris" up',
  ],
  ["a default may be another call", "${node.properties[zz] | DEFAULT = ${node.properties[name]}}", "Paris"],
  ["a default of a default", '${node.properties[zz]|default=${node.properties[yy]|default="far"}}', "far"],
  ["a default may be a variable of the agent", "${node.properties[zz]|default=${sys.a[${b}]}}", "${sys.a[${b}]}"],
  ["a default in quotes keeps other variables", '${node.properties[zz]|default="${sys.host}"}', "${sys.host}"],
  ["braces inside a quoted default", '${node.properties[zz]|default= "a {} b" }', "a {} b"],
  [
    "the option node leaves the call for the node",
    "a ${node.properties[datacenter][Europe]|node} b",
    "a ${node.properties[datacenter][Europe]} b",
  ],
  ["what the node gets is written in one form", "${ NODE.properties [ a ] | Node }", "${node.properties[a]}"],
  ["other variables pass through untouched", "${bla.foo} ${sys.host}", "${bla.foo} ${sys.host}"],
  ["so do those that only begin alike", "${node.properties_x[a]} ${node.id}", "${node.properties_x[a]} ${node.id}"],
  ["a call inside another variable is a call", "${x[${node.properties[name]}]}", "${x[Paris]}"],
  ["an unclosed variable of the agent is text", "$ { ${x", "$ { ${x"],
  ["one bracket is one key, dots included", "${node.properties[sysctl][kernel.shmmax]}", "5"],
  ["a decimal key indexes a list", "${node.properties[datacenter][list][1]}", "2"],
  ["text without a call", "plain", "plain"],
  ["two calls", "${node.properties[name]}${node.properties[name]}", "ParisParis"],
])("%s", (_, template, text) => {
  expect(expand(template)).toEqual({ text, diagnostics: [] });
});

test.each<[string, Plain, string]>([
  ["numbers", 12, "12"],
  ["floats", float(1), "1.0"],
  ["truth values", true, "true"],
  ["dates, which JSON has as text", typed("date", "2024-01-31"), "2024-01-31"],
  ["times, in ISO form", typed("datetime", "2024-01-31 10:00:00"), "2024-01-31T10:00:00"],
  ["empty text", "", ""],
  ["a mapping whose keys are digits", { "1": { "0": "x" } }, '{"1":{"0":"x"}}'],
])("%s stand in text as in JSON, text without quotes", (_, data, text) => {
  expect(expand("${node.properties[p]}", { p: data }).text).toBe(text);
});

test("a key of digits is a key where there is a mapping", () => {
  expect(expand("${node.properties[p][1]}", { p: { "1": "x" } }).text).toBe("x");
});

describe("texts of properties may hold calls", () => {
  test("however deep they stand", () => {
    const properties = { a: "<${node.properties[b]}>", b: ["${node.properties[c][x]}"], c: { x: 'say "hi"' } };

    expect(expand("${node.properties[a]}", properties).text).toBe('<["say \\"hi\\""]>');
  });

  test("of themselves, as long as each text leads to another", () => {
    const properties = { a: { x: "${node.properties[a][y]}", y: "end" } };

    expect(expand("${node.properties[a]}", properties).text).toBe('{"x":"end","y":"end"}');
  });

  test("a loop is told once, from its smallest name on", () => {
    const properties = { b: "${node.properties[a]}", a: "${node.properties[b]}", c: "${node.properties[b]}" };
    const { text, diagnostics } = expand("${node.properties[c]} ${node.properties[a]}", properties);

    expect(text).toBeUndefined();
    expect(diagnostics.map(briefly)).toEqual(["ref-cycle at nodes/n1.yml:1:1: cycle of properties: a -> b -> a"]);
  });

  test("a default does not hide a loop", () => {
    const { diagnostics } = expand('${node.properties[a]|default="x"}', { a: "${node.properties[a]}" });

    expect(diagnostics.map(({ code }) => code)).toEqual(["ref-cycle"]);
  });

  test("growth has an end", () => {
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const doubled = letters.map((letter, at) => {
      const next = letters[at + 1];
      return [letter, next === undefined ? "x".repeat(16) : `\${node.properties[${next}]}\${node.properties[${next}]}`];
    });
    const { text, diagnostics } = expand("${node.properties[a]}", Object.fromEntries(doubled));

    expect(text).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["reference-limit"]);
  });

  test("so has a chain", () => {
    const chain = Array.from({ length: 2000 }, (_, at) => [`p${at}`, `\${node.properties[p${at + 1}]}`]);

    expect(expand("${node.properties[p0]}", Object.fromEntries(chain)).diagnostics.map(({ code }) => code)).toEqual([
      "reference-limit",
    ]);
  });

  test("so have values that a chain nests in one another, and defaults in defaults", () => {
    const nested = (inner: Plain): Plain => Array.from({ length: 300 }).reduce<Plain>((value) => [value], inner);
    const chain = Array.from({ length: 400 }, (_, at) => [`p${at}`, nested(`\${node.properties[p${at + 1}]}`)]);
    const codes = (template: string) =>
      expand(template, Object.fromEntries(chain)).diagnostics.map(({ code, message }) => [code, message]);

    expect(codes("${node.properties[p0]}")).toEqual([
      ["reference-limit", "a value nests values more than 1,200 deep when properties are filled in"],
    ]);
    const call = (inner: string): string => `\${node.properties[q] | default = ${inner}}`;
    const defaults = (depth: number): string => Array.from({ length: depth }).reduce<string>(call, '"end"');
    expect(expand(defaults(200)).text).toBe("end");
    expect(codes(defaults(5000))).toEqual([
      ["reference-limit", "a value has defaults more than 256 deep in one another when properties are filled in"],
    ]);
  });
});

describe("what is missing is told", () => {
  test.each([
    ["${node.properties[zz]}", "there is no property zz"],
    ["${node.properties[datacenter][x]}", "datacenter has no key x"],
    ["${node.properties[datacenter][dns][x]}", "datacenter:dns has no key x"],
    ["${node.properties[datacenter][list][2]}", "datacenter:list has no key 2"],
    ["${node.properties[datacenter][list][-1]}", "datacenter:list has no key -1"],
    ["${node.properties[nul]}", "nul is null"],
    ["${node.properties[nul][x]}", "nul is null"],
    ["${node.properties[zz]|default=${node.properties[nul]}}", "nul is null"],
  ])("%s", (template, reason) => {
    const { text, diagnostics } = expand(template);

    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "missing-property",
        message: expect.stringContaining(` has no value: ${reason}`),
        related: [{ caption: "node n1 is one that does not have it" }],
      },
    ]);
  });

  test("with the name that may have been meant", () => {
    expect(expand("${node.properties[nmae]}").diagnostics[0]?.hint).toBe("did you mean name?");
    expect(expand("${node.properties[datacenter][dsn]}").diagnostics[0]?.hint).toBe("did you mean dns?");
  });

  test("a call in a property is told where the property is set, and who uses it", () => {
    const { diagnostics } = expand("${node.properties[a]}", { a: "${node.properties[zz]}" });

    expect(diagnostics.map(briefly)).toEqual([
      "missing-property at nodes/n1.yml:1:1: ${node.properties[zz]} has no value: there is no property zz",
    ]);
    expect(diagnostics[0]?.related.map(({ caption }) => caption)).toEqual([
      "used by text",
      "node n1 is one that does not have it",
    ]);
  });

  test("marks the call inside the text", () => {
    const text = 'sets: {text: "a ${node.properties[zz]} b"}\n';
    const file = { path: "directives/d.yml", blob: "0", text };
    const origin = { file, start: text.indexOf('"'), end: text.lastIndexOf('"') + 1 };
    const scalar = { kind: "scalar", type: "text", data: "a ${node.properties[zz]} b", origin } as const;
    const node = policyInventory({}).node("n1");
    if (node === undefined) throw new Error("no node");
    const expansion = new Expansion({ node, properties: new Map() });
    expansion.expand("text", scalar);
    const span = expansion.diagnostics[0]?.span;

    expect(span && text.slice(span.start, span.end)).toBe("${node.properties[zz]}");
  });
});

test.each([
  ["${node.properties[bad bad]}", 'a key has no spaces and none of " $ { } [ ]'],
  ["${node.properties[]}", 'a key has no spaces and none of " $ { } [ ]'],
  ['${node.properties["a"]}', 'a key has no spaces and none of " $ { } [ ]'],
  ["${node.properties[a][${node.properties[name]}]}", 'a key has no spaces and none of " $ { } [ ]'],
  ["${node.properties}", "a [key] is missing"],
  ["${node.properties.a}", "a [key] is missing"],
  ["${node.properties[a]", "the closing } is missing"],
  ["${node.properties[a].b}", "the closing } is missing"],
  ["${node.properties[a]|}", "after | comes node or default = ..."],
  ["${node.properties[a]|nodes}", "after | comes node or default = ..."],
  ['${node.properties[a]|default "x"}', "after | comes node or default = ..."],
  ["${node.properties[a]|default=x}", "a default is text in double quotes or one ${...}"],
  ['${node.properties[a]|default="x}', 'the default is not closed with "'],
  ["${node.properties[a]|default=${x}", "the closing } is missing"],
  ['${node.properties[a]|default="x" | node}', "the closing } is missing"],
  ['${node.properties[a]|default="${node.properties[]}"}', 'a key has no spaces and none of " $ { } [ ]'],
])("%s cannot be read", (template, fault) => {
  const { text, diagnostics } = expand(template);

  expect(text).toBeUndefined();
  expect(diagnostics.map(briefly)).toEqual([`syntax at directives/d.yml:1:1: invalid call of a property: ${fault}`]);
});
