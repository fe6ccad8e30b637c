import { expect, test } from "vitest";
import { DAY_MS, momentIn } from "../../src/base/moment.ts";

test("a day counts to its end in UTC, a time not at all", () => {
  const start = Date.UTC(2026, 10, 30);
  expect(momentIn("2026-11-30")).toEqual({ start, end: start + DAY_MS });
  const time = start + 17 * 60 * 60 * 1000;
  expect(momentIn("2026-11-30T18:00+01:00")).toEqual({ start: time, end: time });
  expect(momentIn("2024-02-29")).toBeDefined();
});

test.each([
  "2026-02-30",
  "2026-02-30T10:00Z",
  "2026-11-30T25:00Z",
  "2026-11-30T18:00",
  "30.11.2026",
  "Monday",
  "",
  "2026-1-2",
])("%j is no date that exists, or a time without a zone", (text) => {
  expect(momentIn(text)).toBeUndefined();
});
