import { expect, test } from "vitest";
import { type PolicySide, policyOf, weakenedKeys } from "../../../src/compare/guards/policy.ts";
import { parseSettings, writtenSettings } from "../../../src/parse/settings/settings.ts";

function side(text: string): PolicySide {
  const file = { path: "heir.yml", blob: text, text };
  return { settings: parseSettings([file], () => undefined), written: writtenSettings([file]) };
}

function weakened(old: string, now: string): readonly string[] {
  return weakenedKeys(side(old), side(now)).map(({ key, old: from, new: to }) => `${key}: ${from} -> ${to}`);
}

test.each([
  ["ignore_class_notfound: true", "ignore_class_notfound: false"],
  ["allow_none_override: true", ""],
  ["strict_constant_parameters: false", "strict_constant_parameters: true"],
  ["", "conflicts: strict"],
  ["checks: {container-in-text: warning}", "checks: {container-in-text: error}"],
  ["", "checks: {dead-value: info}"],
  ["secrets: [a]", "secrets: [b, a]"],
  ["", "ignore_class_notfound_regexp: [a]"],
  ["class_mappings: ['* a']", "default_environment: x\nscalar_parameters: a\nversion: 1"],
])("%j to %j is no weaker", (old, now) => {
  expect(weakened(old, now)).toEqual([]);
});

test.each([
  ["ignore_class_notfound: false", "ignore_class_notfound: true", "ignore_class_notfound: false -> true"],
  ["conflicts: strict", "", "conflicts: strict -> path"],
  ["checks: {dead-value: info}", "", "checks.dead-value: info -> not set"],
  ["secrets: [a, b]", "secrets: [b]", 'secrets: ["a","b"] -> ["b"]'],
  ["nodes_uri: hosts", "nodes_uri: machines", "nodes_uri: hosts -> machines"],
  ["", "dialect: kapitan", "dialect: reclass -> kapitan"],
  ["", "some_later_key: {a: 1}", 'some_later_key: not set -> {"a":1}'],
  ["some_later_key: 1", "", "some_later_key: 1 -> not set"],
  [
    "ignore_class_notfound: true",
    "ignore_class_notfound: true\nignore_class_notfound_regexp: [a]",
    'ignore_class_notfound_regexp: [".*"] -> ["a"]',
  ],
])("%j to %j is weaker", (old, now, message) => {
  expect(weakened(old, now)).toEqual([message]);
});

test("the policy is the strictest of the file and the old settings; a key with consent is that of the new ones", () => {
  const old = side("ignore_class_notfound: true\nconflicts: strict\nsecrets: [a]\nchecks: {container-in-text: error}");
  const now = side("delimiter: '.'\nconflicts: path");
  const file = side(
    "ignore_class_notfound: false\nsecrets: [b]\nchecks: {container-in-text: info, order-fragile: error}",
  );
  const consented = new Set(["delimiter"]);
  const { settings } = policyOf({ file, old: old.settings, now: now.settings, consented });

  expect(settings).toMatchObject({ ignore_class_notfound: false, conflicts: "strict", delimiter: "." });
  expect(settings.secrets).toHaveLength(2);
  // Whatever decides: a path that either state names is one of a secret.
  const named = side("secrets: [a, c]").settings;
  expect(
    policyOf({ file, old: old.settings, now: named, consented: new Set(["secrets"]) }).settings.secrets,
  ).toHaveLength(3);
  expect([...(settings.checks ?? [])].map(([code, { severity }]) => [code, severity])).toEqual([
    ["container-in-text", "error"],
    ["order-fragile", "error"],
  ]);
  expect(settings).not.toHaveProperty("class_mappings");
});
