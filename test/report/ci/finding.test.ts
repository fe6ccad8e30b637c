import { expect, test } from "vitest";
import { ciFindings, regionOf, remarkLines } from "../../../src/report/ci/finding.ts";
import { foundProblem, spanOf } from "../../support/found.ts";

test("paths begin at the top of the repository, those of related places too", () => {
  const problem = foundProblem({
    span: spanOf("nodes/web1.yml", "classes: [bse]\n", "bse"),
    related: [{ span: spanOf("classes/a.yml", "x\n", "x"), caption: "here" }],
  });
  const [finding] = ciFindings([problem], "fleet/prod");

  expect(finding?.path).toBe("fleet/prod/nodes/web1.yml");
  expect(finding?.diagnostic.span?.file.path).toBe("fleet/prod/nodes/web1.yml");
  expect(finding?.diagnostic.related[0]?.span.file.path).toBe("fleet/prod/classes/a.yml");
});

test("what is about no file has the path of heir.yml, and still no span", () => {
  const problem = foundProblem();

  expect(ciFindings([problem], "")[0]?.path).toBe("heir.yml");
  expect(ciFindings([problem], "fleet")[0]).toMatchObject({ path: "fleet/heir.yml", diagnostic: problem.diagnostic });
});

test("a fingerprint stays the same while lines move", () => {
  const before = foundProblem({ span: spanOf("nodes/web1.yml", "classes: [bse]\n", "bse") }, ["web1"]);
  const after = foundProblem({ span: spanOf("nodes/web1.yml", "# new\n\nclasses: [a, bse]\n", "bse") }, [
    "web1",
    "web2",
  ]);

  expect(fingerprints(after)).toEqual(fingerprints(before));
});

test("findings with another code, message or path have another fingerprint, and so have two that are equal", () => {
  const span = spanOf("nodes/web1.yml", "classes: [bse]\n", "bse");
  const elsewhere = spanOf("nodes/web2.yml", "classes: [bse]\n", "bse");
  const problems = [
    foundProblem({ span }),
    foundProblem({ span }),
    foundProblem({ span, code: "class-cycle" }),
    foundProblem({ span, message: "another" }),
    foundProblem({ span: elsewhere }),
    foundProblem(),
  ];

  expect(new Set(fingerprints(...problems)).size).toBe(problems.length);
  for (const fingerprint of fingerprints(...problems)) expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
});

test("a region counts characters, not UTF-16 units, and ends behind the last one", () => {
  expect(regionOf(spanOf("a.yml", "# 🦉\nx: [🦉, bse]\n", "bse"))).toEqual({
    start: { file: "a.yml", line: 2, column: 8 },
    end: { file: "a.yml", line: 2, column: 11 },
  });
});

test("remarks tell the nodes, a fact and what to do", () => {
  const problem = foundProblem({ note: "a fact\nof two lines", hint: "do this" }, ["a", "b"]);

  expect(remarkLines(problem)).toEqual(["nodes: 2 (a, b)", "note: a fact", "of two lines", "help: do this"]);
});

function fingerprints(...problems: Parameters<typeof ciFindings>[0]): readonly string[] {
  return ciFindings(problems, "").map(({ fingerprint }) => fingerprint);
}
