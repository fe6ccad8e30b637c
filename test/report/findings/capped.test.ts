import { expect, test } from "vitest";
import { cappedProblems } from "../../../src/report/findings/capped.ts";
import { checkSummary, moreRows } from "../../../src/report/findings/check.ts";
import { plainTheme } from "../../../src/report/text/theme.ts";
import { problem } from "../../support/workspace.ts";

test("of one code in one file a thousand findings are reported, and the others counted", () => {
  const many = Array.from({ length: 60_000 }, (_, at) => problem("unresolved-reference", "m", `nodes/n.yml:${at + 1}`));
  const others = [problem("unresolved-reference", "m", "nodes/o.yml:1"), problem("merge-type", "m", "nodes/n.yml:1")];
  const problems = [...many, ...others].map((diagnostic) => ({ diagnostic, nodes: ["n"] }));
  const { kept, more } = cappedProblems(problems);

  expect(kept).toEqual([...problems.slice(0, 1000), ...problems.slice(-2)]);
  expect(more).toEqual([{ code: "unresolved-reference", severity: "error", file: "nodes/n.yml", count: 59_000 }]);
  expect([...moreRows(more)].map(plainTheme)).toEqual(["and 59000 more unresolved-reference in nodes/n.yml", ""]);
  expect(checkSummary(kept, { nodes: 1, files: 1, leftOut: [], more })).toBe(
    "checked 1 node, 1 file: 60002 errors, 0 warnings",
  );
});
