import { expect, test } from "vitest";
import { createProblemFold } from "../../../src/report/findings/problems.ts";
import { unmasked } from "../../support/found.ts";
import { problem } from "../../support/workspace.ts";

test("the same problem on several nodes is one; errors first, then by file and place", () => {
  const fold = createProblemFold();
  const late = problem("class-not-found", "m", "b.yml:9");
  const early = problem("class-not-found", "m", "b.yml:2");
  const warning = unmasked({ ...problem("remove-nothing", "m", "a.yml:1"), severity: "warning" as const });
  fold.add([late, warning], "web02");
  fold.add([unmasked({ ...late }), early], "web01");
  fold.add([problem("path-not-found", "m")]);

  expect(fold.problems().map(({ diagnostic, nodes }) => [diagnostic.code, diagnostic.span?.start, nodes])).toEqual([
    ["path-not-found", undefined, []],
    ["class-not-found", 20, ["web01"]],
    ["class-not-found", 160, ["web01", "web02"]],
    ["remove-nothing", 0, ["web02"]],
  ]);
});
