import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { bareKey, isBareKey, prefixCharacters, readKey, replacesBelow } from "../../../src/model/values/key-prefix.ts";

const others = { dict_key_override_prefix: "^", dict_key_constant_prefix: "!" };

test.each([
  ["server", "server", []],
  ["~server", "server", ["override"]],
  ["=server", "server", ["constant"]],
  ["~=server", "server", ["override", "constant"]],
  ["=~server", "server", ["override", "constant"]],
  ["~~server", "server", ["override"]],
  ["ser~ver=", "ser~ver=", []],
  ["~", "", ["override"]],
  ["", "", []],
])("%j is the key %j with the prefixes %j", (written, key, prefixes) => {
  expect(readKey(written, defaultSettings)).toEqual({ key, prefixes });
});

test("the settings choose the characters", () => {
  expect(readKey("!^~server", others)).toEqual({ key: "~server", prefixes: ["override", "constant"] });
  expect(prefixCharacters(others)).toEqual(["^", "!"]);
});

test("only the prefix of overrides replaces what is below", () => {
  expect(["a", "=a", "~a", "=~a"].map((key) => replacesBelow(readKey(key, defaultSettings)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("a key is bare if it has no prefix, and then nothing is taken from it", () => {
  const characters = prefixCharacters(defaultSettings);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("~", "=", "a", "b") }), (written) => {
      const { key, prefixes } = readKey(written, defaultSettings);
      expect(bareKey(written, characters)).toBe(key);
      expect(isBareKey(written, characters)).toBe(prefixes.length === 0);
    }),
  );
});
