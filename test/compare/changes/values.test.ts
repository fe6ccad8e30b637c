import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { valueJson } from "../../../src/encoding/json.ts";
import type { Change } from "../../../src/model/results/change.ts";
import type { Value } from "../../../src/model/values/value.ts";
import { entries, float, type Plain, setOf, typed, value } from "../../support/value.ts";

/** Changes on one line each: `~ a:b 1 2`. */
function lines(changes: readonly Change[]): string[] {
  return changes.map((change) => {
    const path = change.path.join(":");
    if (change.kind === "added") return `+ ${path} ${valueJson(change.after)}`;
    if (change.kind === "removed") return `- ${path} ${valueJson(change.before)}`;
    const sign = change.kind === "changed" ? "~" : ">";
    return `${sign} ${path} ${valueJson(change.before)} ${valueJson(change.after)}`;
  });
}

const compare = (before: Value, after: Value, moved = false): string[] =>
  lines(valueChanges(before, after, [], { moved }));
const differ = (before: Plain, after: Plain): boolean =>
  compare(value("a.yml", [before]), value("a.yml", [after])).length > 0;

test("mappings are compared key by key, sorted by path", () => {
  const before = value("a.yml", { b: { y: 1, x: 1 }, a: 1, same: { k: 1 } });
  const after = value("a.yml", { same: { k: 1 }, c: { d: 1 }, b: { x: 2, y: 2 } });

  expect(compare(before, after)).toEqual(["- a 1", "~ b:x 1 2", "~ b:y 1 2", '+ c {"d":1}']);
});

test("keys are sorted by code point, not by UTF-16 unit", () => {
  expect(compare(value("a.yml", {}), value("a.yml", { "\u{1f600}": 1, "～": 1 }))).toEqual(["+ ～ 1", "+ 😀 1"]);
});

test("lists, scalars and changes of kind are one change with whole values", () => {
  const before = value("a.yml", { l: [1, 2], m: { a: 1 }, s: "x" });
  const after = value("a.yml", { l: [1, 3], m: [1], s: {} });

  expect(compare(before, after)).toEqual(["~ l [1,2] [1,3]", '~ m {"a":1} [1]', '~ s "x" {}']);
});

test("the order of keys is no difference", () => {
  expect(compare(value("a.yml", { a: 1, l: [{ x: 1, y: 2 }] }), value("a.yml", { l: [{ y: 2, x: 1 }], a: 1 }))).toEqual(
    [],
  );
});

test.each([
  [true, 1],
  [1, float(1)],
  ["1", 1],
  ["true", true],
  [null, "null"],
  [null, false],
  [null, {}],
  [{}, []],
  [9007199254740993n, 9007199254740992n],
  [float(Number.NaN), "NaN"],
])("%o and %o differ", (left, right) => {
  expect(differ(left, right)).toBe(true);
  expect(differ({ k: left }, { k: right })).toBe(true);
});

test.each([
  [float(Number.NaN), float(Number.NaN)],
  [float(-0), float(0)],
  [9007199254740993n, 9007199254740993n],
  [typed("date", "2024-02-03"), "2024-02-03"],
  [typed("datetime", "2024-02-03 10:00:00"), "2024-02-03T10:00:00"],
  [setOf("b", "a"), setOf("a", "b")],
  [entries([1, "x"]), entries(["1", "x"])],
  [entries([true, "x"]), entries(["true", "x"])],
])("%o and %o are equal", (left, right) => {
  expect(differ(left, right)).toBe(false);
});

test("keys of another type that print differently are other keys", () => {
  expect(compare(value("a.yml", entries([true, "x"])), value("a.yml", entries([1, "x"])))).toEqual([
    '+ 1 "x"',
    '- true "x"',
  ]);
});

test("__proto__ and constructor are ordinary keys", () => {
  const before = value("a.yml", entries(["__proto__", 1], ["constructor", 1]));
  expect(compare(before, value("a.yml", entries(["__proto__", 2])))).toEqual(["~ __proto__ 1 2", "- constructor 1"]);
});

test("equal values from another file are moved, if asked for; another line is not a move", () => {
  const before = {
    ...value("a.yml:1", {}),
    entries: [...value("a.yml:1", { k: 1 }).entries, ...value("a.yml", { l: 1 }).entries],
  };
  const after = {
    ...value("a.yml:9", {}),
    entries: [...value("a.yml:9", { k: 1 }).entries, ...value("b.yml", { l: 1 }).entries],
  };

  expect(compare(before, after)).toEqual([]);
  expect(compare(before, after, true)).toEqual(["> l 1 1"]);
});

test("a list has moved when one of its items has", () => {
  const a = value("a.yml", [1, { x: 2 }]);
  const b = value("b.yml", [1, { x: 2 }]);
  expect(compare(value("a.yml", { l: [1] }), value("a.yml", { l: [1] }), true)).toEqual([]);
  expect(valueChanges(a, { ...a, items: [a.items[0] ?? a, b.items[1] ?? b] }, ["l"], { moved: true })).toHaveLength(1);
});

test("a value behind another reference target has moved", () => {
  const scalar = value("a.yml", 1);
  const via = (place: string): Value => ({ ...scalar, via: { reference: "$[x]", target: value(place, 1).origin } });
  expect(compare(via("t.yml:1"), via("t.yml:2"), true)).toEqual([]);
  expect(compare(via("t.yml"), via("u.yml"), true)).toEqual([">  1 1"]);
});
