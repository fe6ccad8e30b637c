import fc from "fast-check";
import { expect, test } from "vitest";
import { terminalSafeJson } from "../../src/base/json-text.ts";
import { DataValue, documentJson, valueJson } from "../../src/encoding/json.ts";
import { entries, float, type Plain, setOf, typed, value } from "../support/value.ts";

const json = (data: Plain): string => valueJson(value("a.yml", data));

test("scalars keep their type", () => {
  expect(json(["a", 1, true, null, 12345678901234567890n])).toBe('["a",1,true,null,12345678901234567890]');
});

test("floats are written as Python writes them", () => {
  const floats = [1, 0.5, 1e15, 1e16, 1.5e300, 1e-4, 1e-5, -0, 0].map(float);
  expect(json(floats)).toBe("[1.0,0.5,1000000000000000.0,1e+16,1.5e+300,0.0001,1e-05,-0.0,0.0]");
});

test("infinities and not-a-number are text", () => {
  expect(json([float(Infinity), float(-Infinity), float(NaN)])).toBe('["Infinity","-Infinity","NaN"]');
});

test("times are ISO text, binary data is base64 text, sets are sorted lists", () => {
  const data = [typed("date", "2024-02-03"), typed("datetime", "2024-02-03 10:00:00+00:00"), typed("binary", "aGk=")];
  expect(json(data)).toBe('["2024-02-03","2024-02-03T10:00:00+00:00","aGk="]');
  expect(json(setOf("b", "a", "\u{1f600}", "～"))).toBe('["a","b","～","😀"]');
});

test("keys inside lists are written as Python's json module writes them", () => {
  const map = entries([1, "i"], [true, "b"], [null, "n"], [float(1), "f"], [typed("date", "2024-02-03"), "d"]);
  expect(json([map])).toBe('[{"1":"i","true":"b","null":"n","1.0":"f","2024-02-03":"d"}]');
});

test("of keys with equal text the last counts", () => {
  expect(json([entries([1, "int"], ["1", "text"])])).toBe('[{"1":"text"}]');
});

test("text of other scripts is kept, control characters are escaped", () => {
  expect(json({ é: "a\tb\n\u001b" })).toBe('{"é":"a\\tb\\n\\u001b"}');
});

test("__proto__ is an ordinary key", () => {
  expect(json(entries(["__proto__", 1], ["constructor", 2]))).toBe('{"__proto__":1,"constructor":2}');
});

test("with an indent, empty maps and lists stay on one line", () => {
  const data = { a: [1, { b: "x" }], c: {}, d: [] };
  expect(valueJson(value("a.yml", data), 2)).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": "x"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

test("a document is written as JavaScript writes it, on one line and over several", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      expect(documentJson(data)).toBe(terminalSafeJson(JSON.stringify(data)));
      expect(documentJson(data, 2)).toBe(terminalSafeJson(JSON.stringify(data, undefined, 2)));
    }),
  );
});

test("values in a document keep their digits, iterables are lists, maps keep the order of their keys", () => {
  const big = new DataValue(value("a.yml", { n: [12345678901234567890n, float(1)] }));
  const document = {
    v: 1,
    big,
    names: new Set(["b", "a"]),
    byName: new Map([
      ["b", big],
      ["1", big],
    ]),
  };

  expect(documentJson(document)).toBe(
    '{"v":1,"big":{"n":[12345678901234567890,1.0]},"names":["b","a"],' +
      '"byName":{"b":{"n":[12345678901234567890,1.0]},"1":{"n":[12345678901234567890,1.0]}}}',
  );
  expect(documentJson([big], 2)).toBe('[\n  {\n    "n": [\n      12345678901234567890,\n      1.0\n    ]\n  }\n]');
});

test("what could steer a terminal is escaped in keys and in text", () => {
  expect(documentJson({ "\u202e": "a\u0085b\u001b" })).toBe('{"\\u202e":"a\\u0085b\\u001b"}');
});
