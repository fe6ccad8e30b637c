import { expect, test } from "vitest";
import type { FoundProblem } from "../../../src/model/findings/diagnostic.ts";
import { ciFindings } from "../../../src/report/ci/finding.ts";
import { checkGitlab } from "../../../src/report/ci/gitlab.ts";
import { awkward, foundProblem, spanOf } from "../../support/found.ts";

test("a finding is an entry of a Code Quality report", () => {
  const problem = foundProblem({ span: spanOf("nodes/web1.yml", "# a\nclasses: [bse]\n", "bse") }, ["web1"]);

  expect(gitlab(problem)).toEqual([
    {
      description: "class bse is listed but has no file",
      check_name: "class-not-found",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: "major",
      location: { path: "fleet/nodes/web1.yml", lines: { begin: 2 } },
    },
  ]);
});

test("nothing found is an empty list: GitLab then knows that all is well", () => {
  expect(checkGitlab([])).toBe("[]\n");
});

// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format: what each entry has to have.
test("entries have the fields that GitLab asks for, and no two have one fingerprint", () => {
  const entries = gitlab(...awkward, ...awkward);

  for (const entry of entries) {
    expect(entry).toEqual({
      description: expect.stringMatching(/./),
      check_name: expect.stringMatching(/^[a-z0-9.-]+$/),
      fingerprint: expect.stringMatching(/./),
      severity: expect.stringMatching(/^(?:info|minor|major|critical|blocker)$/),
      location: { path: expect.stringMatching(/^[^./]/), lines: { begin: expect.any(Number) } },
    });
  }
  expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(2 * awkward.length);
});

test("what is about no file stands at the first line of heir.yml, for there has to be a place", () => {
  expect(gitlab(foundProblem())[0]?.location).toEqual({ path: "fleet/heir.yml", lines: { begin: 1 } });
});

interface Entry {
  readonly description: string;
  readonly fingerprint: string;
  readonly location: object;
}

function gitlab(...problems: readonly FoundProblem[]): readonly Entry[] {
  return JSON.parse(checkGitlab(ciFindings(problems, "fleet")));
}
