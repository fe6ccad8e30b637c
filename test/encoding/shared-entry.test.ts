import { expect, test } from "vitest";
import { valueJson } from "../../src/encoding/json.ts";
import { type MapEntry, type MapValue, SharedEntry, textValue, type Value } from "../../src/model/values/value.ts";

const origin = { file: { path: "a.yml", blob: "", text: "" }, start: 0, end: 0 };

function text(data: string): Value {
  return textValue(data, origin);
}

function map(...entries: readonly MapEntry[]): MapValue {
  return { kind: "map", entries, origin, plain: true };
}

function entry(key: string, value: Value): MapEntry {
  return { key, keyNode: textValue(key, origin), value };
}

function shared(key: string, value: Value): SharedEntry {
  return new SharedEntry(key, textValue(key, origin), value);
}

test("an entry that many nodes share is written as one that they do not, the first time and later", () => {
  const items: Value = {
    kind: "list",
    items: [text('a "quoted" one'), map(entry("k", text("ü")))],
    origin,
    plain: true,
  };
  const plain = map(entry("first", text("x")), entry("é", map(entry("list", items))));
  const mixed = map(shared("first", text("x")), shared("é", map(shared("list", items))));

  expect(valueJson(plain)).toBe('{"first":"x","é":{"list":["a \\"quoted\\" one",{"k":"ü"}]}}');
  expect(valueJson(mixed)).toBe(valueJson(plain));
  expect(valueJson(mixed)).toBe(valueJson(plain));
  expect(valueJson(map(entry("below", mixed)))).toBe(`{"below":${valueJson(plain)}}`);
});

test("texts of many sizes and scripts come out as they went in", () => {
  const texts = [1, 47, 48, 49, 70_000].flatMap((size) => ["a", "ü", "€", "😀"].map((sign) => sign.repeat(size)));
  const value: Value = { kind: "list", items: texts.map(text), origin, plain: true };

  expect(JSON.parse(valueJson(value))).toEqual(texts);
  expect(valueJson(map(shared("k", value)))).toBe(`{"k":${valueJson(value)}}`);
});
