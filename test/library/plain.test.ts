import { expect, test } from "vitest";
import { DataValue } from "../../src/encoding/json.ts";
import { plainResult } from "../../src/library/plain.ts";
import { entries, typed, value } from "../support/value.ts";

test("values become plain data, and what gives items one by one becomes a list", () => {
  const placed = new DataValue(value("a.yml", { day: typed("datetime", "2024-01-31 10:20:30"), big: 2n ** 64n }));

  expect(plainResult({ v: 1, items: new Set([placed]), none: null })).toEqual({
    v: 1,
    items: [{ day: "2024-01-31T10:20:30", big: 2n ** 64n }],
    none: null,
  });
});

test("__proto__ is a key of a value like any other", () => {
  const plain = plainResult(new DataValue(value("a.yml", entries(["__proto__", 1]))));

  expect(Object.keys(Object(plain))).toEqual(["__proto__"]);
});

test("the copy shares nothing with the original", () => {
  const original = { nodes: ["a"], place: { file: "a.yml", line: 1, column: 1 } };
  const copy = plainResult(original);

  expect(copy).toEqual(original);
  expect(copy.nodes).not.toBe(original.nodes);
  expect(copy.place).not.toBe(original.place);
});
