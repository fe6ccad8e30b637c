import { expect, test } from "vitest";
import { withoutOption } from "../../src/cli/cached-run.ts";

test("an option goes with its value, however it is written; what follows -- is no option", () => {
  expect(withoutOption(["check", "--jobs", "2", "-q", "--jobs=3", "--", "--jobs", "x"], "jobs")).toEqual([
    ...["check", "-q", "--", "--jobs", "x"],
  ]);
});
