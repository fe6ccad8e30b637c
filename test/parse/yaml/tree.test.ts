import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScalarValue, Value } from "../../../src/model/values/value.ts";
import { encoded, read } from "./reading.ts";

/** What stands at a value. */
const written = ({ origin }: Value): string => origin.file.text.slice(origin.start, origin.end);

const root = (content: string): Value => {
  const { value, errors } = read(content);
  expect(errors).toEqual([]);
  if (value === undefined) throw new Error("no value");
  return value;
};

/** A value and everything in it. */
function* parts(value: Value): Generator<Value> {
  yield value;
  if (value.kind === "list") for (const item of value.items) yield* parts(item);
  if (value.kind === "map") for (const entry of value.entries) yield* [entry.keyNode, ...parts(entry.value)];
}

describe("places", () => {
  test.each([
    ["a:\n  b: 'c'  # d\n\ne: 1\n", ["a:\n  b: 'c'  # d\n\ne: 1", "a", "b: 'c'", "b", "'c'", "e", "1"]],
    ["- x\n- [y, {z: }]\n# end\n", ["- x\n- [y, {z: }]", "x", "[y, {z: }]", "y", "{z: }", "z", ""]],
    ["a: |\n  x\n  y\nb: !!str 1\n", ["a: |\n  x\n  y\nb: !!str 1", "a", "|\n  x\n  y\n", "b", "1"]],
    ["a: &x\n  - 1\nb: *x\n", ["a: &x\n  - 1\nb: *x", "a", "- 1", "1", "b", "- 1", "1"]],
    ["k: &x v\n*x : 1\n", ["k: &x v\n*x : 1", "k", "v", "*x", "1"]],
    ["a:\n  x\n  y\n", ["a:\n  x\n  y", "a", "x\n  y"]],
    ["😀: é # x\n", ["😀: é", "😀", "é"]],
    ["? a\n: b\n? c\n", ["? a\n: b\n? c", "a", "b", "c", ""]],
  ])("%j", (content, expected) => {
    expect([...parts(root(content))].map(written)).toEqual(expected);
  });

  test("a value left out stands right after its colon", () => {
    const value = root("a:\nb: 1\n");
    expect(value).toMatchObject({ entries: [{ value: { type: "null", origin: { start: 2, end: 2 } } }, {}] });
  });
});

describe("plain", () => {
  const flags = (content: string): readonly boolean[] =>
    [...parts(root(content))].flatMap((part) => ("plain" in part ? [part.plain] : []));

  test.each([
    ["a: [1, {b: c}]", [true, true, true]],
    ["a: [1, {b: '${c}'}]", [false, false, false]],
    ["a: {~b: c}\nd: {e: f}", [false, false, true]],
    ["a: {1: c}", [false, false]],
    ["a: &x {b: '${c}'}\nd: [*x]\ne: {<<: *x}", [false, false, false, false, false]],
    ["!!pairs [a: '${b}']", [true, true]],
  ])("%j", (content, expected) => {
    expect(flags(content)).toEqual(expected);
  });

  test("quoted and block text is split as plain text is, keys are not", () => {
    const value = root("'${k}': ${a}\nb: '${c}'\nd: |\n  ${e}\n");
    expect([...parts(value)].filter((part) => part.kind === "template")).toHaveLength(3);
    expect(value).toMatchObject({ entries: [{ keyNode: { kind: "scalar", data: "${k}" } }, {}, {}] });
  });
});

describe("aliases", () => {
  test("stand for the very object behind the anchor", () => {
    const value = root("a: &x {b: 1}\nc: *x\nd: &y '${e}'\nf: *y\n");
    if (value.kind !== "map") throw new Error("no map");
    const [a, c, d, f] = value.entries.map((entry) => entry.value);
    expect(c).toBe(a);
    expect(f).toBe(d);
  });

  test("merged entries are those of the mapping behind the anchor", () => {
    const value = root("a: &x {b: 1}\nc: {<<: *x, d: 2}\n");
    if (value.kind !== "map") throw new Error("no map");
    const [a, c] = value.entries.map((entry) => entry.value);
    expect(c).toMatchObject({ entries: [{ key: "b" }, { key: "d" }] });
    expect(c?.kind === "map" && a?.kind === "map" && c.entries[0] === a.entries[0]).toBe(true);
  });
});

test("what Python holds for one key stays three", () => {
  expect(encoded(root("1: a\n1.0: b\ntrue: c\n"))).toEqual([
    "map",
    [
      [
        ["int", "1"],
        ["text", "a"],
      ],
      [
        ["float", "1.0"],
        ["text", "b"],
      ],
      [
        ["bool", true],
        ["text", "c"],
      ],
    ],
  ]);
});

test("an empty file has no value, a written null has one", () => {
  for (const content of ["", "# c\n", "---\n", "--- # c\n...\n"])
    expect(read(content)).toMatchObject({ value: undefined, diagnostics: [] });
  expect(read("~\n").value).toMatchObject({ kind: "scalar", type: "null" });
});

describe("any document", () => {
  const scalar = fc.oneof(
    fc.constantFrom(
      "a",
      "b c",
      "1",
      "1.5",
      "~",
      "yes",
      "0x1f",
      "1:30",
      "2001-12-14",
      "-",
      "a#b",
      "http://x:80",
      "é",
      "😀",
    ),
    fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => JSON.stringify(text).replaceAll("\u007f", "")),
    fc.string({ unit: "grapheme-ascii", maxLength: 12 }).map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.constantFrom("|\n  x\n  y\n", ">-\n  x\n\n  y\n", "'a\n  b'", '"a\n  b\\n"', "a\n  b"),
  );
  const item = fc.oneof(
    scalar,
    fc
      .array(
        scalar.filter((text) => !/[\n]|^-$/.test(text)),
        { maxLength: 4 },
      )
      .map((items) => `[${items.join(", ")}]`),
  );
  const document = fc
    .array(item, { minLength: 1, maxLength: 6 })
    .map((items) =>
      items.map((text, at) => `k${at}: ${text.replace(/^-$/, "d")}${text.endsWith("\n") ? "" : "\n"}`).join(""),
    );

  test("what stands at a scalar reads as the same scalar again", () => {
    fc.assert(
      fc.property(document, (content) => {
        const { value, errors } = read(content);
        fc.pre(errors.length === 0 && value !== undefined);
        if (value === undefined) return;
        for (const part of parts(value)) {
          if (part.kind === "scalar" && part.origin.end > part.origin.start) expect(again(part)).toEqual(encoded(part));
        }
      }),
      { numRuns: 500 },
    );
  });

  function again(part: ScalarValue): unknown {
    return encoded(read(written(part)).value);
  }

  test("any text gives a value or a fault, and faults lie inside the file", () => {
    const piece = fc.constantFrom(
      ..."abc:-?[]{},#&*!|>'\"%@` \n\t~=.<0$\\",
      "\n  ",
      ": ",
      "- ",
      "---\n",
      "<<: ",
      "!!int ",
      "&a ",
      "*a ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const content = pieces.join("");
        const { value, diagnostics, errors } = read(content);
        if (errors.length > 0) expect(value).toBeUndefined();
        for (const { span } of diagnostics) {
          expect(span !== undefined && span.start >= 0 && span.start <= span.end && span.end <= content.length).toBe(
            true,
          );
        }
        if (value === undefined) return;
        for (const { origin } of parts(value))
          expect(origin.start <= origin.end && origin.end <= content.length).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
