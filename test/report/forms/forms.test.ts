import { describe, expect, test } from "vitest";
import { compileExpression } from "../../../src/report/forms/expression.ts";
import { type FormName, forms } from "../../../src/report/forms/forms.ts";
import { resolvedNode } from "../../support/node.ts";
import { entries, float, setOf, typed } from "../../support/value.ts";

function hostText(form: FormName, parameters: Parameters<typeof resolvedNode>[0]): string {
  return forms[form].host?.(resolvedNode(parameters)) ?? "";
}

test("Hiera gets each %{ of texts and keys, at any depth, as the literal that it turns back", () => {
  expect(hostText("hiera", { parameters: { log: ["%h", { "%{a}": "x %{b}i" }], rate: "50%" } })).toBe(
    ["log:", '  - "%h"', `  - "%{literal('%')}{a}": x %{literal('%')}{b}i`, "rate: 50%", ""].join("\n"),
  );
});

test("Ansible gets texts of Ansible Vault marked, at any depth", () => {
  const vault = "$ANSIBLE_VAULT;1.1;AES256\n3133\n";
  const variables = JSON.parse(hostText("ansible", { parameters: { db: { passwords: [vault, "plain"] } } }));
  expect(variables.db).toEqual({ passwords: [{ __ansible_vault: vault }, "plain"] });
});

test("keys that Python does not take as names are below heir_parameters", () => {
  const variables = JSON.parse(
    hostText("ansible", {
      parameters: { ok_1: 1, _ok: 2, "a-b": 3, "9lives": 4, class: 5, "": 6, ä: 7, heir_parameters: 8 },
    }),
  );
  const { __reclass__: _, ...own } = variables;
  expect(own).toEqual({
    ok_1: 1,
    _ok: 2,
    heir_parameters: { "a-b": 3, "9lives": 4, class: 5, "": 6, ä: 7, heir_parameters: 8 },
  });
});

test("Puppet gets an environment only if somebody named one", () => {
  expect(hostText("enc", { applications: ["ntp"] })).toBe("classes:\n  - ntp\nparameters: {}\n");
  expect(hostText("enc", { environment: "dev" })).toBe("classes: []\nparameters: {}\nenvironment: dev\n");
});

test("Puppet and Hiera get the types of JSON, since Ruby refuses dates and sets", () => {
  const parameters = {
    a: [typed("date", "2026-01-02"), typed("datetime", "2026-01-02 03:04:05")],
    b: setOf("y", "x"),
    c: typed("binary", "aGk="),
    d: entries([1, float(Number.POSITIVE_INFINITY)], [true, float(1)]),
  };
  const yaml =
    'a:\n  - "2026-01-02"\n  - "2026-01-02T03:04:05"\nb:\n  - x\n  - y\nc: aGk=\nd:\n  "1": Infinity\n  "true": 1.0\n';
  expect(hostText("hiera", { parameters })).toBe(yaml);
  expect(hostText("enc", { parameters })).toBe(`classes: []\nparameters:\n${yaml.replaceAll(/^(?=.)/gm, "  ")}`);
});

test("all values for Terraform are text", () => {
  const answer: Record<string, unknown> = JSON.parse(
    hostText("terraform", { parameters: { big: 12345678901234567890n } }),
  );
  expect(Object.values(answer).every((value) => typeof value === "string")).toBe(true);
  expect(answer["parameters"]).toBe('{"big":12345678901234567890}');
});

describe("a JSONata expression", () => {
  const document = '{"nodes": {"a": {"port": 80, "big": 12345678901234567890, "neg": -9007199254740993, "f": 1.5}}}';
  const resultFor = async (source: string) => (await compileExpression(source)).resultFor(document);

  test.each([
    ["nodes.a.port & ':x'", "80:x\n"],
    ["'line\n'", "line\n"],
    ["[nodes.*.port]", "[\n  80\n]\n"],
    ["nodes.a.big", "12345678901234567890\n"],
    ["nodes.a.[neg, f]", '[\n  "-9007199254740993",\n  1.5\n]\n'],
    ["null", "null\n"],
    ["[]", "[]\n"],
    ["$match('a1 B22', /[a-z](\\d+)/i).groups[0]", '[\n  "1",\n  "22"\n]\n'],
    ["$replace('a/b', /\\//, '-')", "a-b\n"],
    [`$contains('${"a".repeat(40)}b', /^(a+)+$/)`, "false\n"],
  ])("%s", async (source, result) => {
    expect(await resultFor(source)).toBe(result);
  });

  test.each([
    ["nodes.(", 'the expression "nodes.(" fails at position 7: Expected ")" before end of expression'],
    ["nodes\n.a.\n$x(1)", 'the expression "$x(1)" (line 3) fails at position 3: Attempted to invoke a non-function'],
    ["'a' + 1", `the expression "'a' + 1" fails at position 5: `],
    ["nodes.nothing", 'the expression "nodes.nothing" has no result'],
    ["nodes.constructor", 'the expression "nodes.constructor" has no result'],
    ["[$sum]", 'the result of the expression "[$sum]" has a function in it'],
    ["1/0", 'the result of the expression "1/0" has an infinite number in it'],
    ["$match('a', /(?=a)/)", "the regular expression /(?=a)/ is unsupported: "],
  ])("%s is refused", async (source, message) => {
    await expect(resultFor(source)).rejects.toThrow(message);
  });
});
