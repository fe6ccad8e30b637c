import { afterEach, expect, test, vi } from "vitest";
import { speedTable, unlistedRow } from "../../src/speed/table.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function withoutRows(names: string) {
  vi.stubEnv("HEIR_WITHOUT", names);
  vi.resetModules();
  return { ...(await import("../../src/speed/kept.ts")), ...(await import("../../src/speed/on.ts")) };
}

test("a result is made once for each object, each pair of them, or each text of one", async () => {
  const { kept, keptForBoth, keptByText } = await withoutRows("");
  const made: string[] = [];
  const note = (text: string) => made.push(text);
  const [of, both, by] = [
    kept("shared", (_: object, text: string) => note(text)),
    keptForBoth("shared", (_: object, _other: object, text: string) => note(text)),
    keptByText("shared", (_: object, key: string) => note(key)),
  ];
  const [a, b] = [{}, {}];
  for (let time = 0; time < 2; time += 1) {
    for (const each of [a, b]) of(each, "one");
    for (const each of [a, b]) both(a, each, "both");
    for (const key of ["x", "y"]) by(a, key);
  }

  expect(made).toEqual(["one", "one", "both", "both", "x", "y"]);
});

test("a row that is switched off keeps nothing", async () => {
  const { kept, isOn } = await withoutRows("shared,memo");
  let count = 0;
  const next = kept("shared", () => {
    count += 1;
    return count;
  });
  const of = {};

  expect([next(of), next(of), isOn("memo"), isOn("layers")]).toEqual([1, 2, false, true]);
});

test("what belongs to an object is known of that object alone, whatever is switched off", async () => {
  const { Beside } = await withoutRows(speedTable.map(({ name }) => name).join(","));
  const names = new Beside<object, string>();
  const [one, other] = [{}, {}];
  names.set(one, "first");

  expect([names.get(one), names.get(other)]).toEqual(["first", undefined]);
});

test("a name that no row has is told with all that there are", () => {
  expect(unlistedRow(new Set(["memo", "nonsense"]))).toMatch(/"nonsense"\nhint: choose among answers, .*shared$/);
  expect(unlistedRow(new Set(["memo"]))).toBeUndefined();
});
