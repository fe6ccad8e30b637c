import { expect, test } from "vitest";
import { pythonRepr, pythonStr } from "../../src/encoding/value-text.ts";
import type { ScalarType, ScalarValue, Value } from "../../src/model/values/value.ts";

const origin = { file: { path: "a.yml", blob: "0", text: "" }, start: 0, end: 0 };
const scalar = (type: ScalarType, data: ScalarValue["data"]): ScalarValue => ({ kind: "scalar", type, data, origin });
const text = (data: string): ScalarValue => scalar("text", data);
const float = (data: number): ScalarValue => scalar("float", data);
const list = (...items: readonly Value[]): Value => ({ kind: "list", items, origin, plain: true });

/** Expected texts are what python3 printed. */
test.each([
  [scalar("null", null), "None", "None"],
  [scalar("bool", true), "True", "True"],
  [scalar("int", -12), "-12", "-12"],
  [scalar("int", 123456789012345678901n), "123456789012345678901", "123456789012345678901"],
  [float(1), "1.0", "1.0"],
  [float(-0), "-0.0", "-0.0"],
  [float(2.5), "2.5", "2.5"],
  [float(1e15), "1000000000000000.0", "1000000000000000.0"],
  [float(1e16), "1e+16", "1e+16"],
  [float(1.5e100), "1.5e+100", "1.5e+100"],
  [float(1e-4), "0.0001", "0.0001"],
  [float(1e-5), "1e-05", "1e-05"],
  [float(Number.POSITIVE_INFINITY), "inf", "inf"],
  [float(Number.NEGATIVE_INFINITY), "-inf", "-inf"],
  [float(Number.NaN), "nan", "nan"],
  [text("a"), "a", "'a'"],
  [text("it's"), "it's", `"it's"`],
  [text(`it's "x"`), `it's "x"`, `'it\\'s "x"'`],
  [text("a\\b\n\t\r"), "a\\b\n\t\r", "'a\\\\b\\n\\t\\r'"],
  [
    text("\x00\x1f\x7f\xa0\xad\u200b\u2028\ufeff\u{e0001}"),
    undefined,
    "'\\x00\\x1f\\x7f\\xa0\\xad\\u200b\\u2028\\ufeff\\U000e0001'",
  ],
  [text("é日😀 "), "é日😀 ", "'é日😀 '"],
  [scalar("date", "2024-02-03"), "2024-02-03", "datetime.date(2024, 2, 3)"],
  [scalar("datetime", "2024-02-03 00:00:00"), "2024-02-03 00:00:00", "datetime.datetime(2024, 2, 3, 0, 0)"],
  [
    scalar("datetime", "2001-12-14 21:59:43.100000+00:00"),
    "2001-12-14 21:59:43.100000+00:00",
    "datetime.datetime(2001, 12, 14, 21, 59, 43, 100000, tzinfo=datetime.timezone.utc)",
  ],
  [
    scalar("datetime", "2001-12-14 21:00:00-05:30"),
    "2001-12-14 21:00:00-05:30",
    "datetime.datetime(2001, 12, 14, 21, 0, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=66600)))",
  ],
  [scalar("binary", "aGknAP8="), `b"hi'\\x00\\xff"`, `b"hi'\\x00\\xff"`],
  [list(text("a"), text("it's"), scalar("null", null)), `['a', "it's", None]`, `['a', "it's", None]`],
  [{ kind: "set", items: [], origin }, "set()", "set()"],
  [{ kind: "set", items: [text("a")], origin }, "{'a'}", "{'a'}"],
] satisfies readonly (readonly [Value, string | undefined, string])[])("%#: %o", (value, printed, inside) => {
  if (printed !== undefined) expect(pythonStr(value)).toBe(printed);
  expect(pythonRepr(value)).toBe(inside);
});

test("a mapping shows its keys with their types, a pair has round brackets", () => {
  const entry = (keyNode: ScalarValue, value: Value) => ({ key: pythonStr(keyNode), keyNode, value });
  const map: Value = {
    kind: "map",
    entries: [entry(text("k"), scalar("int", 1)), entry(scalar("int", 2), list())],
    origin,
    plain: true,
  };
  const pair: Value = { kind: "list", items: [text("a"), map], origin, plain: true, tuple: true };
  expect(pythonStr(pair)).toBe("('a', {'k': 1, 2: []})");
});

test("a template is the text that it is", () => {
  const template: Value = { kind: "template", text: "${a}", parts: [], origin };
  expect(pythonStr(template)).toBe("${a}");
  expect(pythonRepr(template)).toBe("'${a}'");
});
