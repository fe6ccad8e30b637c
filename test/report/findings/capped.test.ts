import { expect, test } from "vitest";
import { checkSummary, listedProblems, moreFindingRows } from "../../../src/report/findings/diagnostic.ts";
import { createProblemFold } from "../../../src/report/findings/problems.ts";
import { plainTheme } from "../../../src/report/text/theme.ts";
import { problem } from "../../support/workspace.ts";

const many = Array.from({ length: 60_000 }, (_, at) => problem("unresolved-reference", "m", `nodes/n.yml:${at + 1}`));
const others = [problem("unresolved-reference", "m", "nodes/o.yml:1"), problem("merge-type", "m", "nodes/n.yml:1")];

test("of one code in one file a thousand findings are kept, and the others counted once each", () => {
  const fold = createProblemFold();
  fold.add([...many, ...others], "n1");
  fold.add(many.slice(-10), "n2");
  const { listed, more } = listedProblems(fold.problems());

  expect(listed.filter(({ diagnostic }) => diagnostic.code === "unresolved-reference")).toHaveLength(1001);
  expect(fold.problems().find(({ diagnostic }) => diagnostic.rest !== undefined)?.nodes).toEqual(["n1", "n2"]);
  expect(more).toEqual([{ code: "unresolved-reference", severity: "error", file: "nodes/n.yml", count: 59_000 }]);
  expect([...moreFindingRows(more)].map(plainTheme)).toEqual([
    "and 59000 more unresolved-reference in nodes/n.yml",
    "",
  ]);
  expect(checkSummary(listed, { nodes: 1, files: 1, leftOut: [], more })).toBe(
    "checked 1 node, 1 file: 60002 errors, 0 warnings",
  );
});

test("what is ignored does not count beyond those that are kept", () => {
  const fold = createProblemFold(({ message }) => message === "ignored");
  fold.add([...many.slice(0, 1000), problem("unresolved-reference", "ignored", "nodes/n.yml:2000")]);

  expect(listedProblems(fold.problems()).more).toEqual([]);
});
