import { expect, test } from "vitest";
import { isAsMeant, writes } from "../../../../src/annex/edit/layer/meant.ts";
import { newValue } from "../../../../src/annex/edit/layer/new-value.ts";
import { writings } from "../../../../src/annex/edit/layer/write-value.ts";
import { SourceText } from "../../../../src/annex/edit/text/source-text.ts";
import { defaultSettings } from "../../../../src/model/inventory/settings.ts";
import { bytesAfter } from "../../../../src/model/results/file-edit.ts";
import { prefixCharacters } from "../../../../src/model/values/key-prefix.ts";
import { textSyntax } from "../../../../src/parse/yaml/parse.ts";

const syntax = textSyntax(defaultSettings, () => undefined);

/** The text with a value at a path, by the first way that does what is meant; undefined if none does. */
function written(text: string, path: string, given: string, prefix = ""): string | undefined {
  const source = new SourceText("nodes/a.yml", Buffer.from(text));
  const target = { keys: path.split(":"), prefixes: prefixCharacters(defaultSettings), syntax, prefix };
  const value = newValue(given, syntax);
  const meaning = { syntax, wanted: writes(target, value.value) };
  const found = writings(source, target, value).find(({ changes }) => isAsMeant(source, changes, meaning));
  return found && Buffer.from(bytesAfter(source.edit(found.changes))).toString();
}

type Case = readonly [title: string, text: string, path: string, value: string, after: string];

const REPLACED: readonly Case[] = [
  ["a plain scalar", "p:\n  a: b # why\n", "p:a", "c", "p:\n  a: c # why\n"],
  ["quotes stay", "p: {a: 'b', c: \"d\"}\n", "p:c", "it's", "p: {a: 'b', c: \"it's\"}\n"],
  ["a quote inside quotes", "p: {a: 'b'}\n", "p:a", "it's", "p: {a: 'it''s'}\n"],
  ["what is no text loses the quotes", "p: {a: 'b'}\n", "p:a", "5", "p: {a: 5}\n"],
  ["text that plain would be a number", "p:\n  a: b\n", "p:a", '"5"', 'p:\n  a: "5"\n'],
  ["a comma in brackets", "p: {a: b}\n", "p:a", "x, y", "p: {a: 'x, y'}\n"],
  ["the last of two equal keys", "p:\n  a: 1\n  a: 2\n", "p:a", "3", "p:\n  a: 1\n  a: 3\n"],
  ["no value yet", "p:\n  a:   # why\n  b: 1\n", "p:a", "c", "p:\n  a: c   # why\n  b: 1\n"],
  ["a block scalar", "p:\n  a: |\n    x # y\n\n  b: 1\n", "p:a", "c", "p:\n  a: c\n\n  b: 1\n"],
  ["a block list", "p:\n  a: # why\n    - x\n    - y # z\n  b: 1\n", "p:a", "[z]", "p:\n  a: [z] # why\n  b: 1\n"],
  ["a key that YAML reads as true", "p:\n  a: 1\n", "p:on", "2", "p:\n  a: 1\n  'on': 2\n"],
  ["y and n are text", "p:\n  a: 1\n", "p:n", "2", "p:\n  a: 1\n  n: 2\n"],
  ["a list of lines", "p:\n  a: [x]\n", "p:a", "- y\n- z", "p:\n  a:\n    - y\n    - z\n"],
  ["a list of lines in brackets", "p: {a: [x]}\n", "p:a", "- y\n- z", 'p: {a: ["y","z"]}\n'],
  [
    "numbers with all digits, and dates, in brackets",
    "p: {a: 1}\n",
    "p:a",
    "i: 12345678901234567890\nd: 2020-01-01\nf: 1.0\nt: '7'\n",
    'p: {a: {"i":12345678901234567890,"d":2020-01-01,"f":1.0,"t":"7"}}\n',
  ],
  ["a text of lines", "p:\n  a: x\n", "p:a", "|\n y\n\n z", "p:\n  a: |\n     y\n\n     z\n"],
  ["an alias alone", "p:\n  a: &n 7\n  b: *n\n", "p:b", "9", "p:\n  a: &n 7\n  b: 9\n"],
  [
    "beside a merged key",
    "p:\n  d: &d {a: 1}\n  e:\n    <<: *d\n",
    "p:e:a",
    "2",
    "p:\n  d: &d {a: 1}\n  e:\n    <<: *d\n    a: 2\n",
  ],
  ["a key with a prefix", "p:\n  ~a: [1]\n", "p:a", "[2]", "p:\n  ~a: [2]\n"],
];

test.each(REPLACED)("replaced: %s", (...[, text, path, value, after]) => {
  expect(written(text, path, value)).toBe(after);
});

const NEW_KEYS: readonly Case[] = [
  ["behind the last key", "p:\n  a: 1  # one\n\n# end\n", "p:b", "2", "p:\n  a: 1  # one\n  b: 2\n\n# end\n"],
  ["behind a nested block", "p:\n  a:\n    - x\nq: 1\n", "p:b", "2", "p:\n  a:\n    - x\n  b: 2\nq: 1\n"],
  ["without a newline at the end", "p:\n  a: 1", "p:b", "2", "p:\n  a: 1\n  b: 2"],
  ["with line ends of Windows", "\ufeffp:\r\n  a: 1\r\n", "p:b:c", "2", "\ufeffp:\r\n  a: 1\r\n  b:\r\n    c: 2\r\n"],
  [
    "with the step of the file",
    "p:\n    a:\n        b: 1\n",
    "p:c:d",
    "2",
    "p:\n    a:\n        b: 1\n    c:\n        d: 2\n",
  ],
  ["in brackets", "p: {a: {b: 1}} # x\n", "p:a:c:d", "2", "p: {a: {b: 1, c: {d: 2}}} # x\n"],
  ["in empty brackets", "p: {}\n", "p:a", "2", "p: {a: 2}\n"],
  ["in brackets of lines", "p: {\n  a: 1,\n}\n", "p:b", "2", "p: {\n  a: 1,\n  b: 2\n}\n"],
  ["a section", "classes: [x]\n", "p:a", "2", "classes: [x]\np:\n  a: 2\n"],
  ["a file with comments alone", "# x", "p:a", "2", "# x\np:\n  a: 2\n"],
  ["an empty file", "", "p:a", "2", "p:\n  a: 2\n"],
  ["below a key without a value", "p: # x\nq: 1\n", "p:a", "2", "p: # x\n  a: 2\nq: 1\n"],
  ["in place of null", "p: ~\n", "p:a:b", "2", "p: {a: {b: 2}}\n"],
  ["a key that needs quotes", "p:\n  a: 1\n", "p:on", "2", "p:\n  a: 1\n  'on': 2\n"],
];

test.each(NEW_KEYS)("a new key: %s", (...[, text, path, value, after]) => {
  expect(written(text, path, value)).toBe(after);
});

test("a prefix comes before the key, inside its quotes", () => {
  expect(written("p:\n  'a': [1]\n", "p:a", "[2]", "~")).toBe("p:\n  '~a': [2]\n");
  expect(written("p:\n  b: 1\n", "p:a", "[2]", "~")).toBe("p:\n  b: 1\n  ~a: [2]\n");
});

test("nothing is written where more would change, or something else is in the way", () => {
  expect(written("p:\n  a: &n 7\n  b: *n\n", "p:a", "9")).toBeUndefined();
  expect(written("p:\n  a: &n {c: 1}\n  b: *n\n", "p:b:c", "9")).toBeUndefined();
  expect(written("p:\n  a: ${x}\n", "p:a:b", "9")).toBeUndefined();
  expect(written("p: {a: 1\n", "p:b", "9")).toBeUndefined();
});

test("a value is one YAML value without a tag", () => {
  expect(() => newValue("[1, 2", syntax)).toThrow("the value is not YAML");
  expect(() => newValue("a: b: c", syntax)).toThrow("the value is not YAML");
  expect(() => newValue("!!python/object:os.system 1", syntax)).toThrow("tag");
  expect(() => newValue("[!!str 1]", syntax)).toThrow("tag");
  expect(() => newValue("# nothing", syntax)).toThrow("the value is empty");
  expect(newValue('""', syntax).text).toBe("");
  expect(newValue("${a:b} x\n", syntax)).toMatchObject({
    source: "${a:b} x",
    text: "${a:b} x",
    value: { kind: "template" },
  });
});
