import { expect, test } from "vitest";
import { policyFindings } from "../../src/checks/shared.ts";
import type { Diagnostic } from "../../src/model/findings/diagnostic.ts";
import { briefly } from "../support/inventory.ts";
import { policyInventory } from "../support/policies.ts";

/** Files without a fault. */
const base = {
  "techniques/motd.yml": "multi: true\n",
  "directives/d.yml": "technique: motd\n",
  "rules/r.yml": "{directives: [d], targets: ['special:all']}\n",
};
function found(files: Readonly<Record<string, string>>): readonly Diagnostic[] {
  return policyFindings(policyInventory({ files: { ...base, ...files }, groups: ["web"], nodes: ["n1", "srv1"] }));
}

test("nothing is found where all is well", () => {
  expect(found({})).toEqual([]);
});

test.each([
  [
    { "directives/e.yml": "technique: modt\n" },
    "unknown-technique at directives/e.yml:1:12: there is no technique modt: the directive has no effect",
    "did you mean motd?",
  ],
  [
    { "rules/s.yml": "directives: [d, f]\n" },
    "unknown-directive at rules/s.yml:1:17: there is no directive f: the rule does not apply",
    undefined,
  ],
  [
    { "rules/s.yml": "targets: [{and: ['group:wep']}]\n" },
    "unknown-group at rules/s.yml:1:18: there is no group wep: this target selects no node",
    "did you mean web?",
  ],
  [
    { "rules/s.yml": "targets: ['policyServer:srv2']\n" },
    "unknown-node at rules/s.yml:1:11: there is no node srv2: this target selects no node",
    "did you mean srv1?",
  ],
  [
    { "directives/d.yml": "{technique: motd, sets: {a: [b, {c: 'x ${node.properties}'}]}}\n" },
    "syntax at directives/d.yml:1:40: invalid call of a property: a [key] is missing",
    "write ${node.properties[KEY]}, with further [KEY] for the values inside it",
  ],
  [
    { "rules/s.yml": "name: R\n" },
    "rule-name-twice at rules/r.yml:1:1: rules r, s have the same name, which does not decide their order",
    "rules and their policies are sorted by name, ignoring case: give each rule its own name",
  ],
  [
    { "rules/r.yml": "{targets: [no]}\n" },
    "bad-target at rules/r.yml:1:12: the target cannot be read: it is neither text nor a mapping",
    expect.any(String),
  ],
])("%j", (files, finding, hint) => {
  const diagnostics = found(files);

  expect(diagnostics.map(briefly)).toEqual([finding]);
  expect(diagnostics[0]?.hint).toEqual(hint);
});

test("a disabled rule may have the name of another", () => {
  expect(found({ "rules/s.yml": "{name: r, enabled: false}\n" })).toEqual([]);
});

test("only a policy server without a file is a warning", () => {
  expect(found({ "rules/s.yml": "targets: ['policyServer:x', 'group:x']\n" }).map(({ severity }) => severity)).toEqual([
    "warning",
    "error",
  ]);
});
