import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { Criterion } from "../../../src/model/inventory/group.ts";
import { readCriterion } from "../../../src/parse/groups/criterion.ts";
import { parseYaml, plainSyntax } from "../../../src/parse/yaml/parse.ts";

function read(text: string): { readonly criterion: Criterion | undefined; readonly found: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  const report = (fault: Diagnostic) => found.push(fault);
  const value = parseYaml({ path: "groups/g.yml", blob: "0", text }, { syntax: plainSyntax, report });
  if (value === undefined) throw new Error(`${text} holds no value`);
  return { criterion: readCriterion(value, report), found };
}

test.each<[string, object]>([
  ["{fact: os.name, op: eq, value: Debian}", { path: ["os", "name"], test: { op: "eq", value: { data: "Debian" } } }],
  ["{fact: ram, op: gteq, value: 2048}", { path: ["ram"], test: { op: "gteq", value: { type: "int", data: 2048 } } }],
  ["{fact: tls, op: notEq, value: yes}", { path: ["tls"], test: { op: "notEq", value: { data: true } } }],
  ["{fact: name, op: eq, value: ''}", { path: ["name"], test: { op: "eq", value: { data: "" } } }],
  ["{fact: 'os:a.b', op: exists}", { path: ["os", "a.b"], test: { op: "exists" } }],
  ["{fact: 'os.\"\".b', op: exists}", { path: ["os", "", "b"], test: { op: "exists" } }],
  ["{fact: os.a.b, op: notExists, value: }", { path: ["os", "a", "b"], test: { op: "notExists" } }],
  ["{fact: os.name, op: regex, value: 'De.*|Ub'}", { test: { op: "regex", pattern: { source: "De.*|Ub" } } }],
  ["{fact: os.name, op: notRegex, value: ''}", { test: { op: "notRegex", pattern: { source: "" } } }],
])("%s asks for a fact", (text, test) => {
  const { criterion, found } = read(text);

  expect(found).toEqual([]);
  expect(criterion).toMatchObject({ kind: "fact", ...test });
});

test.each(["eq", "notEq", "lt", "lteq", "gt", "gteq"])("a fact is compared by %s without a pattern", (op) => {
  expect(read(`{fact: a, op: ${op}, value: '['}`).criterion).toMatchObject({ test: { op, pattern: undefined } });
});

test.each<[string, object]>([
  ["{property: role=web, op: eq}", { kind: "property", test: { op: "eq", name: "role", value: "web" } }],
  ["{property: a=b=c, op: notEq}", { kind: "property", test: { op: "notEq", name: "a", value: "b=c" } }],
  ["{property: 'dc=D.', op: regex}", { kind: "property", test: { op: "regex", pattern: { source: "dc=D." } } }],
  ["{property: 'x|y', op: notRegex}", { kind: "property", test: { op: "notRegex", pattern: { source: "x|y" } } }],
  ["{property: role, op: hasKey}", { kind: "property", test: { op: "hasKey", name: "role" } }],
  ["{property: role, op: exists}", { kind: "property", test: { op: "exists", name: "role" } }],
  ["{property: '\"\"', op: exists}", { kind: "property", test: { op: "exists", name: "" } }],
  ["{property: '\"\"=web', op: eq}", { kind: "property", test: { op: "eq", name: "", value: "web" } }],
  ["{property: role, op: notExists}", { kind: "property", test: { op: "notExists", name: "role" } }],
  [
    "{property: 'disks:$.a:b', op: jsonSelect}",
    { kind: "property", test: { op: "jsonSelect", name: "disks", path: "$.a:b" } },
  ],
  ["{nodeid: web1}", { kind: "nodeid", test: { op: "eq", name: "web1" } }],
  ["{nodeid: web1, op: notEq}", { kind: "nodeid", test: { op: "notEq", name: "web1" } }],
  ["{nodeid: 'web\\d', op: regex}", { kind: "nodeid", test: { op: "regex", pattern: { source: "web\\d" } } }],
  ["{nodeid: 'web\\d', op: notRegex}", { kind: "nodeid", test: { op: "notRegex", pattern: { source: "web\\d" } } }],
])("%s asks for a property or a name", (text, test) => {
  const { criterion, found } = read(text);

  expect(found).toEqual([]);
  expect(criterion).toMatchObject(test);
});

test.each(["{group: os.debian}", "{group: os.debian, op: eq}"])("%s asks for membership", (text) => {
  expect(read(text).criterion).toMatchObject({ kind: "group", id: "os.debian", idOrigin: { start: 8, end: 17 } });
});

test("a pattern that takes more than linear time is reported at its criterion", () => {
  expect(read("{nodeid: '(?=web)w', op: regex}")).toMatchObject({
    criterion: undefined,
    found: [{ code: "regex-unsupported", span: { start: 0, end: 31 } }],
  });
});

test("a pattern has to match the whole text, and a dot matches a line end too", () => {
  const { criterion } = read("{fact: a, op: regex, value: 'b.|c'}");
  const pattern = criterion?.kind === "fact" && "pattern" in criterion.test ? criterion.test.pattern : undefined;

  expect(["b\n", "bx", "c", "cx", "xc", "c\n"].map((text) => pattern?.fits(text))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ["{value: '10', fact: os.version, op: eq}", "fact os.version eq '10'"],
  ["{fact: ram, op: exists}", "fact ram exists"],
  ["property: 'role=web'\nop: eq\n", "property role=web eq"],
  ["{group: os}", "group os"],
])("%s is told as: %s", (text, told) => {
  expect(read(text).criterion).toMatchObject({ text: told, origin: { start: 0 } });
});

describe("what cannot be read is reported with the reason", () => {
  test.each([
    ["{op: eq, value: 1}", "it needs one of fact, property, group, nodeid"],
    ["{fact: , op: eq, value: 1}", "it needs one of fact, property, group, nodeid"],
    ["{fact: a, group: b, op: eq, value: 1}", "it has both fact and group"],
    ["{fact: [a], op: exists}", "fact must be text"],
    ["{nodeid: 10}", "nodeid must be text"],
    ["{group: ''}", "group is empty"],
    ["{fact: a, value: 1}", "op is missing"],
    ["{property: a}", "op is missing"],
    ["{fact: a, op: [eq], value: 1}", "op must be text"],
    ["{fact: a, op: like, value: 1}", '"like" is not an operator here; use eq, notEq, lt, '],
    ["{fact: a, op: noteq, value: 1}", '"noteq" is not an operator here; did you mean notEq?'],
    ["{fact: a, op: hasKey}", '"hasKey" is not an operator here'],
    ["{property: a=b, op: lt}", '"lt" is not an operator here'],
    ["{group: a, op: notEq}", '"notEq" is not an operator here'],
    ["{nodeid: a, op: exists}", '"exists" is not an operator here'],
    ["{fact: a, op: eq}", "eq needs a value"],
    ["{fact: a, op: regex, value: ~}", "regex needs a value"],
    ["{fact: a, op: exists, value: 1}", "exists takes no value"],
    ["{property: a=b, op: eq, value: b}", "a criterion with property takes no value"],
    ["{group: a, value: b}", "a criterion with group takes no value"],
    ["{nodeid: a, value: b}", "a criterion with nodeid takes no value"],
    ["{fact: a, op: eq, value: [1]}", "value must be text, a number or a boolean"],
    ["{fact: os..name, op: exists}", 'a key is missing in the path "os..name"'],
    ["{fact: 'os:', op: exists}", 'a key is missing in the path "os:"'],
    ["{fact: a, op: regex, value: '('}", "the pattern is not a regular expression"],
    ["{fact: a, op: regex, value: 'b)(?:c'}", "the pattern is not a regular expression"],
    ["{fact: a, op: regex, value: 10}", "the pattern must be text"],
    ["{property: 'a=[', op: regex}", "the pattern is not a regular expression"],
    ["{nodeid: '*', op: notRegex}", "the pattern is not a regular expression"],
    ["{property: datacenter=, op: eq}", "there is no text after the ="],
    ["{property: =DC1, op: notEq}", "there is no text before the ="],
    ["{property: datacenter, op: eq}", "eq needs name=value"],
    ["{property: 'name:', op: jsonSelect}", "jsonSelect needs name:path"],
    ["{property: name, op: jsonSelect}", "jsonSelect needs name:path"],
    ["[fact, a]", "it must be a mapping"],
    ["os.debian", "it must be a mapping"],
  ])("%s", (text, reason) => {
    const { criterion, found } = read(text);

    expect(criterion).toBeUndefined();
    expect(found).toMatchObject([{ code: "bad-criterion", severity: "error" }]);
    expect(found[0]?.message).toContain(`cannot be read: ${reason}`);
  });
});

test.each([
  ["{property: datacenter=, op: eq}", "the criterion property datacenter= cannot be read"],
  ["{property: 'vault=hunter2=x', op: like}", "the criterion property vault= cannot be read"],
  ["{property: hunter2, op: eq}", "the criterion cannot be read"],
  ["{property: [a], op: eq}", "the criterion cannot be read"],
  ["{fact: os.name, op: regex, value: 'hunter2('}", "the criterion fact os.name cannot be read"],
  ["{nodeid: 'web(', op: regex}", "the criterion nodeid web( cannot be read"],
  ["{group: '', op: eq}", "the criterion cannot be read"],
  ["{op: eq, value: hunter2}", "the criterion cannot be read"],
])("%s is named without the value that it compares", (text, message) => {
  expect(read(text).found[0]?.message.split(":")[0]).toBe(message);
});

test("a key that no criterion has is told as such, and nothing else", () => {
  expect(read("{fact: a, op: eq, valeu: 1}").found).toMatchObject([
    { code: "unknown-key", severity: "error", hint: 'did you mean "value"?' },
  ]);
});
