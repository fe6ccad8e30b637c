import { describe, expect, test } from "vitest";
import type { Value } from "../../../src/model/values/value.ts";
import { read, told } from "./reading.ts";

const first = (content: string): string => told(read(content))[0] ?? "nothing";

describe("grammar", () => {
  test.each([
    ["a: b: c\n", "1:4-1 mapping values are not allowed here"],
    ["a: [b\nc: d\n", "1:4-1 an opening bracket is not closed"],
    ['a: [b, "]" # ]\n', "1:4-1 an opening bracket is not closed"],
    ["a: {b: [c}\n", "1:8-1 an opening bracket is not closed"],
    ['a: 1\nb: "c\nd: e\n', "2:4-8 a double quote is not closed"],
    ["a: 'b", "1:4-2 a single quote is not closed"],
    ["a:\n  b: 1\n c: 2\n", "3:1-1 the keys of a mapping must start in the same column"],
    ["a:\n\tb: 1\n", "2:1-1 a tab is used for indentation"],
    ["a: @b\n", "1:4-1 text cannot start with this character"],
    ["a: {b: ${c}}\n", "1:8-2 a reference inside brackets needs quotes"],
    ["a: 1\nb\nc: 2\n", "2:1-1 a line of a mapping has no colon"],
    ['a: "\\q"\n', "1:5-1 there is no such escape in double quotes"],
    ['a: "\\ud800"\n', "1:4-8 an escape is half of a surrogate pair"],
    ["a: }\n", "1:4-1 there is no opening bracket for this one"],
    ['a: "b" c\n', "1:8-1 unexpected text after the value"],
    ["a: - b\n", "1:4-1 a list cannot start on the line of its key"],
    ["a: [- b]\n", "1:5-2 a block list or mapping is not allowed inside brackets"],
    ["{\n  a\n  b: c\n}\n", "2:3-5 a key must be on one line"],
    [": b\n", "1:1-0 a key is missing before this colon"],
    ["%FOO\n---\na: 1\n", "1:1-4 there is no such directive"],
    ["a: 1\n---\nb: 2\n", "2:1-3 a second document begins here"],
  ])("%j: %s", (content, expected) => {
    expect(first(content)).toBe(`yaml-syntax ${expected}`);
  });

  test("faults on several lines are all reported, one for each line", () => {
    expect(told(read("a: `x`\nb: @y\n[c\n"))).toEqual([
      "yaml-syntax 1:4-1 text cannot start with this character",
      "yaml-syntax 2:4-1 text cannot start with this character",
      "yaml-syntax 3:1-1 a key must be on one line",
      "yaml-syntax 3:1-1 an opening bracket is not closed",
    ]);
  });
});

describe("meaning", () => {
  test.each([
    ["a: 2023-02-29\n", "1:4-10 there is no such date"],
    ["a: 2001-12-14 25:00:00\n", "1:4-19 there is no such time"],
    ["a: !foo b\n", "1:4-4 the tag is not known"],
    ["a: !!python/none b\n", "1:4-13 the tag is not known"],
    ["a: !!map [b]\n", "1:4-5 the tag !!map does not fit a list"],
    ["a: !!int b\n", "1:4-5 the text is not a whole number"],
    ["a: =\n", "1:4-1 a plain = has no value"],
    ["- <<\n", "1:3-2 a plain << has no value"],
    ["<<: [1]\n", "1:5-3 << takes a mapping or a list of mappings"],
    ["? [a]\n: b\n", "1:3-3 a list or mapping cannot be a key"],
    ["a: *b\n", "1:4-2 an alias without an anchor before it"],
    ["<<: *b\n", "1:5-2 an alias without an anchor before it"],
    ["a: &b [*b]\n", "1:8-2 the alias is inside its own anchor"],
    ["a: &b.c d\n", "1:4-4 the anchor has characters other than letters, digits, - and _"],
    ["!!omap [a]", "1:9-1 an item here must be a mapping of one key"],
  ])("%j: %s", (content, expected) => {
    const outcome = read(content);
    expect(told(outcome)).toEqual([`yaml-syntax ${expected}`]);
    expect(outcome.value).toBeUndefined();
  });

  test("faults of meaning are all reported", () => {
    expect(told(read("a: 2001-02-30\nb: !bar 3\nc: =\n"))).toHaveLength(3);
  });

  test("an anchor that is set twice names both places", () => {
    expect(told(read("- &x 1\n- &x 2\n"))).toEqual([
      "yaml-syntax 2:3-2 the anchor is set twice",
      "  1:3-2 first set here",
    ]);
  });
});

describe("keys written twice", () => {
  test("the last value counts, at the place of the first, and a warning names both", () => {
    const outcome = read("a: 1\nb: 2\na: 3\n");
    expect(told(outcome)).toEqual([
      'yaml-duplicate-key 3:1-1 duplicate key "a"; the last value wins',
      "  1:1-1 this value is ignored",
    ]);
    expect(outcome.value).toMatchObject({ entries: [{ key: "a", value: { data: 3 } }, { key: "b" }] });
  });

  test.each(["1: a\n1.0: b\ntrue: c\n", '1: a\n"1": b\n', "<<: {a: 1}\na: 2\n", "<<: {a: 1}\n<<: {a: 2}\n"])(
    "%j has no key twice",
    (content) => {
      expect(told(read(content))).toEqual([]);
    },
  );

  test("keys are equal when their values are, however written", () => {
    expect(told(read("{0x10: a, 16: b, ~: c, null: d, yes: e, true: f}"))).toHaveLength(6);
  });
});

describe("conflict markers", () => {
  test("are one error, at the first of them", () => {
    expect(told(read("a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> x\n"))).toEqual([
      "merge-marker 2:1-7 the file has git conflict markers",
    ]);
  });

  test.each(["a: 1\n=======\nb: 3\n", "a: 1\r\n>>>>>>> x\r\n", "<<<<<<< x\n", "{\n<<<<<<< HEAD\n}\n"])(
    "%j",
    (content) => {
      expect(first(content)).toMatch(/^merge-marker/);
    },
  );

  test.each(["a: |\n  <<<<<<< HEAD\n  =======\n", "# =======\na: 1\n", 'a: "x\n=======\ny"\n'])(
    "%j is none",
    (content) => {
      expect(told(read(content))).toEqual([]);
    },
  );
});

describe("bounds", () => {
  const tooDeep = /^yaml-limit \S+ lists and mappings are nested more than 1000 levels deep$/;

  test.each([
    ["brackets", "[".repeat(1000) + "]".repeat(1000)],
    ["braces", `${"{a: ".repeat(1000)}1${"}".repeat(1000)}`],
    ["dashes", `${"- ".repeat(1000)}a\n`],
    ["indentation", Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["anchors", Array.from({ length: 1000 }, (_, depth) => `&a${depth} [`).join("") + "]".repeat(1000)],
  ])("1000 levels are read: %s", (_, content) => {
    const { value, diagnostics } = read(content);
    expect(diagnostics).toEqual([]);
    expect(levels(value)).toBe(1000);
  });

  test("parts that are nested deep keep their places, tags, anchors and faults", () => {
    const [open, close] = ["[".repeat(450), "]".repeat(450)];
    const text = `a: ${open}&x !!int "1", @y${close}\n`;
    expect(told(read(`a: ${open}&x 1, *x${close}\n`))).toEqual([]);
    expect(told(read(text))).toEqual([expect.stringMatching(/^yaml-syntax 1:468-1 /)]);
    expect(told(read(`a: ${open}!nope 1${close}\n`))).toEqual([expect.stringMatching(/^yaml-syntax 1:454-5 /)]);
  });

  test.each([
    ["brackets", "[".repeat(100_000)],
    ["closed brackets", "[".repeat(1001) + "]".repeat(1001)],
    ["braces", `${"{a: ".repeat(100_000)}1`],
    ["dashes", `${"- ".repeat(100_000)}a`],
    ["question marks", "? ".repeat(100_000)],
    ["indentation", Array.from({ length: 1001 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["steep indentation", Array.from({ length: 3000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    [
      "aliases",
      Array.from({ length: 1100 }, (_, at) => `a${at}: &a${at} [${at === 0 ? "" : `*a${at - 1}`}]`).join("\n"),
    ],
  ])("too many levels: %s", (_, content) => {
    expect(told(read(content))).toEqual([expect.stringMatching(tooDeep)]);
  });

  test("more documents than anybody reads are one fault", () => {
    expect(told(read("---\na: 1\n".repeat(1000)))).toEqual([expect.stringMatching(/^yaml-syntax /)]);
    expect(told(read("---\na: 1\n".repeat(100_000)))).toEqual([
      expect.stringMatching(/^yaml-limit \S+ the file has more than 1000 documents$/),
    ]);
  });

  test("aliases that stand for a million parts", () => {
    const doubled = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
    const faults = told(read(["a0: &a0 x", ...doubled].join("\n")));
    expect(faults).toEqual([expect.stringMatching(/^yaml-limit 19:\S+ the file has more than 1000000 parts/)]);
  });

  test("a long list without aliases is read", () => {
    expect(told(read("- 1\n".repeat(50_000)))).toEqual([]);
  });

  test("a file of 17 MB", () => {
    expect(told(read(new Uint8Array(17 * 1024 * 1024).fill(97)))).toEqual([
      "yaml-limit 1:1-0 the file is larger than 16 MB",
    ]);
  });

  test("a scalar of 5 MB", () => {
    const text = "x".repeat(5_000_000);
    expect(read(`a: ${text}\n`).value).toMatchObject({ entries: [{ value: { data: text } }] });
  });

  test("a number of more digits than Python reads is a fault", () => {
    expect(first(`a: 1${"0".repeat(5000)}`)).toMatch(/ the text is not a whole number$/);
  });
});

test("a control character is refused, at its place", () => {
  expect(told(read("a: 1\nb: \u0007\n"))).toEqual(["yaml-syntax 2:4-1 the file contains the control character U+0007"]);
});

function levels(value: Value | undefined): number {
  let [count, inner] = [0, value];
  while (inner?.kind === "list" || inner?.kind === "map") {
    count += 1;
    inner = inner.kind === "list" ? inner.items[0] : inner.entries[0]?.value;
  }
  return count;
}
