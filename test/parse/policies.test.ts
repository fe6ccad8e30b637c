import { describe, expect, test } from "vitest";
import type { Directive, Policies, Rule, RuleTarget, Technique } from "../../src/model/inventory/policy.ts";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import type { Files } from "../../src/parse/forms/files.ts";
import { lazyPolicies } from "../../src/parse/policies.ts";
import { briefly } from "../support/inventory.ts";
import { plain } from "../support/value.ts";

function parse(kind: "technique" | "directive" | "rule", text: string): Policies {
  return lazyPolicies(files([`${kind}s/x.yml`], text))();
}

function files(paths: readonly string[], text: string): Files {
  return {
    blobs: new Map(paths.map((path) => [path, "0"])),
    folders: { has: () => true },
    settings: defaultSettings,
    file: () => ({ path: "x.yml", blob: "0", text }),
  };
}

function technique(text: string): Technique | undefined {
  return parse("technique", text).techniques.get("x");
}

function directive(text: string): Directive | undefined {
  return parse("directive", text).directives.get("x");
}

function rule(text: string): Rule | undefined {
  return parse("rule", text).rules.get("x");
}

const findings = (policies: Policies): readonly string[] => policies.diagnostics.map(briefly);

test("an empty file is a unique, enabled technique named like its id", () => {
  expect(technique("")).toMatchObject({ id: "x", name: "x", kind: "unique", enabled: true });
});

test.each([
  ["{}", "unique"],
  ["{generation: separated}", "unique"],
  ["{multi: false, generation: separated}", "unique"],
  ["{multi: true}", "merged"],
  ["{multi: true, generation: merged}", "merged"],
  ["{multi: true, generation: separated}", "separated"],
  ["{multi: true, generation: separated-with-parameters}", "separated"],
  ["{multi: true, generation: separated-with-param}", "separated"],
])("technique %s is %s", (text, kind) => {
  expect(technique(text)?.kind).toBe(kind);
});

test("a directive with only its technique has priority 5, is enforced and made for no version", () => {
  expect(directive("technique: motd\n")).toMatchObject({
    name: "x",
    technique: { name: "motd" },
    version: undefined,
    priority: 5,
    enabled: true,
    policyMode: "enforce",
    sets: [],
    merges: [],
  });
});

test("all keys of a directive", () => {
  const found = directive(`
technique: sysctl
name: 40. sysctl
version: "1.0"
priority: 0
enabled: false
policyMode: audit
description: for databases
sets: {a: 1, b: "\${node.properties[b]}"}
merges: {all: ["node.properties[k]", "node.local_properties[k][kernel.shmmax][0]"]}
`);

  expect(found).toMatchObject({ name: "40. sysctl", version: "1.0", priority: 0, enabled: false, policyMode: "audit" });
  expect(found?.sets.map(({ name, value }) => [name, plain(value)])).toEqual([
    ["a", 1],
    ["b", "${node.properties[b]}"],
  ]);
  expect(found?.merges).toMatchObject([
    {
      name: "all",
      first: { namespace: "properties", keys: ["k"] },
      second: { namespace: "local_properties", keys: ["k", "kernel.shmmax", "0"] },
    },
  ]);
});

test("a rule without keys has nothing and means nobody", () => {
  expect(rule("")).toMatchObject({ name: "x", directives: [], targets: [], enabled: true });
});

test.each<[string, string]>([
  ["group:os.debian", "group os.debian"],
  ["policyServer:srv", "policyServer srv"],
  ["special:all", "all"],
  ["special:all_exceptPolicyServers", "exceptPolicyServers"],
  ["special:all_policyServers", "policyServers"],
  ["{or: ['group:a', 'group:b']}", "or(group a, group b)"],
  ["{and: []}", "and()"],
  ["{exclude: 'group:b', include: 'special:all'}", "exclude(all, group b)"],
  ["{include: {or: ['group:a']}, exclude: {and: ['group:b', {or: []}]}}", "exclude(or(group a), and(group b, or()))"],
])("the target %s", (text, meaning) => {
  expect(rule(`targets: [${text}]\n`)?.targets.map(shown)).toEqual([meaning]);
});

function shown(target: RuleTarget): string {
  switch (target.kind) {
    case "group":
      return `group ${target.id}`;
    case "policyServer":
      return `policyServer ${target.node}`;
    case "or":
    case "and":
      return `${target.kind}(${target.targets.map(shown).join(", ")})`;
    case "exclude":
      return `exclude(${shown(target.include)}, ${shown(target.exclude)})`;
    case "all":
    case "exceptPolicyServers":
    case "policyServers":
      return target.kind;
  }
}

describe("a target that cannot be read", () => {
  test.each([
    ["all", 22, '"all" is not a target'],
    ["special:everything", 22, '"special:everything" is not a target'],
    ["'group:'", 22, '"group:" is not a target'],
    ["7", 22, "it is neither text nor a mapping"],
    ["{}", 22, "a mapping must have or, and, or both include and exclude"],
    ["{include: 'special:all'}", 22, "a mapping must have or, and, or both include and exclude"],
    ["{or: [], and: []}", 22, "a mapping must have or, and, or both include and exclude"],
    ["{or: 'group:a'}", 27, "or needs a list of targets"],
    ["{or: ['group:b', no]}", 39, "it is neither text nor a mapping"],
  ])("%s", (text, column, fault) => {
    const policies = parse("rule", `targets: ["group:a", ${text}]\n`);

    expect(findings(policies)).toEqual([`bad-target at x.yml:1:${column}: the target cannot be read: ${fault}`]);
    expect(policies.rules.get("x")?.targets.map(shown)).toEqual(["group a"]);
  });

  test("takes the composite around it along: without its exclude it would mean more nodes", () => {
    const policies = parse("rule", "targets: [{include: 'special:all', exclude: 'groups:a'}]\n");

    expect(policies.rules.get("x")?.targets).toEqual([]);
    expect(policies.diagnostics).toMatchObject([{ code: "bad-target" }]);
  });

  test("names the one that may have been meant", () => {
    expect(parse("rule", "targets: [special:al]\n").diagnostics[0]?.hint).toBe('did you mean "special:all"?');
    expect(parse("rule", "targets: [web]\n").diagnostics[0]?.hint).toBe('did you mean "group:web"?');
  });
});

describe("faults", () => {
  test.each([
    ["technique", "multi: yess\n", "bad-value at x.yml:1:8: multi must be true or false"],
    [
      "technique",
      "generation: split\n",
      "bad-value at x.yml:1:13: generation must be merged or separated or separated-with-parameters or separated-with-param",
    ],
    ["technique", "[a]\n", "bad-value at x.yml:1:1: a technique must be a mapping"],
    ["directive", "", "bad-value at x.yml:1:1: a directive must name its technique"],
    ["directive", "technique: ''\n", "bad-value at x.yml:1:12: a directive must name its technique"],
    ["directive", "technique: 7\n", "bad-value at x.yml:1:12: technique must be text"],
    ["directive", "[a]\n", "bad-value at x.yml:1:1: a directive must be a mapping"],
    ["directive", "{technique: t, version: 1.0}\n", "bad-value at x.yml:1:25: version must be text"],
    [
      "directive",
      "{technique: t, priority: 11}\n",
      "bad-value at x.yml:1:26: priority must be a whole number from 0 to 10",
    ],
    [
      "directive",
      "{technique: t, priority: -1}\n",
      "bad-value at x.yml:1:26: priority must be a whole number from 0 to 10",
    ],
    [
      "directive",
      "{technique: t, priority: 1.0}\n",
      "bad-value at x.yml:1:26: priority must be a whole number from 0 to 10",
    ],
    [
      "directive",
      "{technique: t, policyMode: check}\n",
      "bad-value at x.yml:1:28: policyMode must be enforce or audit",
    ],
    ["directive", "{technique: t, sets: [a]}\n", "bad-value at x.yml:1:22: sets must be a mapping"],
    [
      "directive",
      "{technique: t, merges: {m: [a]}}\n",
      "bad-value at x.yml:1:28: a variable of merges must be a list of two operands",
    ],
    [
      "directive",
      "{technique: t, merges: {m: ['node.a[k]', 'node._a[k]']}}\n",
      "bad-value at x.yml:1:42: an operand of a merge must be written node.NAMESPACE[KEY]",
    ],
    ["rule", "directives: d\n", "bad-value at x.yml:1:13: directives must be a list"],
    ["rule", "enabled: 1\n", "bad-value at x.yml:1:10: enabled must be true or false"],
    ["rule", "target: []\n", 'unknown-key at x.yml:1:1: "target" is not a key of a rule'],
  ] as const)("%s %j", (kind, text, finding) => {
    expect(findings(parse(kind, text))).toEqual([finding]);
  });

  test("a file that is no YAML is reported as that alone", () => {
    expect(parse("directive", "a: b: c\n").diagnostics.map(({ code }) => code)).toEqual(["yaml-syntax"]);
  });

  test("a value that cannot be read counts as not written", () => {
    expect(directive("{technique: t, priority: 11, policyMode: x}\n")).toMatchObject({
      priority: 5,
      policyMode: "enforce",
    });
  });
});

test("ids are sorted by code point, and faults met before come first", () => {
  const fault = { code: "yaml-syntax", severity: "error", message: "the file is not UTF-8 text", related: [] } as const;
  const all = files(["rules/b.yml", "rules/a.yml", "rules/B.yml"], "7\n");
  const file: Files["file"] = (path, blob, report) => {
    if (path === "rules/b.yml") report(fault);
    return all.file(path, blob, report);
  };
  const policies = lazyPolicies({ ...all, file })();

  expect([...policies.rules.keys()]).toEqual(["B", "a", "b"]);
  expect(policies.diagnostics[0]).toBe(fault);
});
