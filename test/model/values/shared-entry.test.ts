import { expect, test } from "vitest";
import { SharedEntry, textValue } from "../../../src/model/values/value.ts";

const origin = { file: { path: "a.yml", blob: "", text: "" }, start: 0, end: 0 };

test("an entry that resolves to the same on the next node is the same entry", () => {
  const one = new SharedEntry("k", textValue("k", origin), textValue("${a}", origin));
  const [first, second] = [textValue("1", origin), textValue("2", origin)];
  const resolved = one.with(first);

  expect(resolved).toMatchObject({ key: "k", value: first });
  expect(one.with(first)).toBe(resolved);
  expect(one.with(second).value).toBe(second);
});
