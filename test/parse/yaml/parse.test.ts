import { describe, expect, test } from "vitest";
import { pythonRepr, pythonStr } from "../../../src/encoding/value-text.ts";
import { entryOf, type Value } from "../../../src/model/values/value.ts";
import { type Case, cases, encoded, read } from "./reading.ts";

describe("scalars are what PyYAML makes of them", () => {
  test.each(cases("yaml-scalars.jsonl").map((one) => [one.yaml, one] as const))("%j", (_, one) => {
    check(one, (value) => (value?.kind === "map" ? entryOf(value, "k")?.value : undefined));
  });
});

describe("documents are what PyYAML makes of them", () => {
  test.each(cases("yaml-documents.jsonl").map((one) => [one.yaml, one] as const))("%j", (_, one) => {
    check(one, (value) => value);
  });
});

function check(one: Case, part: (value: Value | undefined) => Value | undefined): void {
  const outcome = read(one.yaml);
  if (one.error !== undefined) {
    expect(outcome.errors, one.error).not.toEqual([]);
    expect(outcome.value).toBeUndefined();
    return;
  }
  expect(outcome.errors).toEqual([]);
  const value = part(outcome.value);
  expect(encoded(value)).toEqual(one.value);
  if (one.str === undefined || value === undefined) return;
  expect(pythonStr(value)).toBe(one.str);
  expect(pythonRepr(value)).toBe(one.repr);
}
