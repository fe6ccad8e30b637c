import { expect, test } from "vitest";
import {
  type ReviewedChange,
  reviewMarkdown,
  reviewStatus,
  reviewVerdict,
} from "../../../src/annex/review/report/markdown.ts";
import { reviewChange } from "../../../src/annex/review/workspace/review.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

test("a change that only edits values passes, and the body is the comparison alone", async () => {
  const repo = fleet();
  repo.commit("edit", { "classes/base.yml": "parameters: {motd: hi}\n" });
  const review = await reviewed(repo);

  expect([reviewStatus(review), reviewVerdict(review)]).toEqual(["passes", "3 of 3 nodes change"]);
  expect(reviewMarkdown(review, {})).toMatch(/^\*\*3 of 3 nodes change: 1 block\*\*\n/);
  expect(reviewMarkdown(review, {})).not.toContain("finding");
});

test("a new error of nodes fails: the block gives the reason, which is not repeated below", async () => {
  const repo = fleet();
  repo.commit("break", { "nodes/web1.yml": "classes: [bse]\n" });
  const review = await reviewed(repo);
  const body = reviewMarkdown(review, {});

  expect([reviewStatus(review), reviewVerdict(review)]).toEqual([
    "fails",
    "1 node newly fails; 1 of 3 nodes changes; 1 new error",
  ]);
  expect(body).toMatch(/^\*\*1 node newly fails; 1 of 3 nodes changes; 1 new error: 1 block\*\*\n/);
  expect(body.match(/error\[class-not-found\]/g)).toHaveLength(1);
});

test("a new warning passes, and follows the blocks with its nodes and what to do about it", async () => {
  const repo = fleet();
  repo.commit("twice", { "nodes/web2.yml": "classes: [base]\nparameters: {a: 1, a: 2}\n" });
  const review = await reviewed(repo);

  expect([reviewStatus(review), review.findings.length]).toEqual(["passes", 1]);
  expect(reviewMarkdown(review, {})).toContain(
    [
      "<details open><summary>1 new finding</summary>",
      "",
      "```text",
      'warning[yaml-duplicate-key]: duplicate key "a"; the last value wins  nodes/web2.yml:2',
    ].join("\n"),
  );
});

test("nodes that neither state resolves leave the review incomplete; findings of both states are none of it", async () => {
  const repo = fleet();
  repo.commit("break", { "nodes/web1.yml": "classes: [bse]\n" });
  repo.commit("edit", { "nodes/web1.yml": "classes: [bse]\nparameters: {a: 1}\n" });
  const review = await reviewed(repo);

  expect([reviewStatus(review), review.findings]).toEqual(["incomplete", []]);
});

test("blocks and findings that do not fit are counted, and the body keeps its limit", async () => {
  const repo = fleet();
  const names = Array.from({ length: 300 }, (_, at) => `key_with_a_long_name_${at}`);
  const keys = names.map((name) => `  ${name}: [1]\n  ${name}: [2]\n`);
  repo.commit("twice", { "nodes/web1.yml": `classes: [base]\nparameters:\n${keys.join("")}` });
  const body = reviewMarkdown(await reviewed(repo), { maxBytes: 4_000 });

  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_000);
  expect(body).toMatch(/\n\d+ of 300 findings left out: `heir check \w+ --new-since \w+`\n/);
});

test("a review that ran out of time for new merges says so, and fails under heir.strictMerge", async () => {
  const repo = fleet();
  for (const name of ["web2", "web3"]) {
    repo.git("checkout", "-qb", name, "main");
    repo.commit(name, { [`nodes/${name}.yml`]: "classes: [base]\nparameters: {a: 1}\n" });
  }
  repo.git("checkout", "-q", "main");
  repo.commit("ours", { "nodes/web1.yml": "classes: [base]\nparameters: {b: 1}\n" });
  repo.git("merge", "-q", "--no-edit", "web2", "web3");
  expect([reviewStatus(await reviewed(repo)), (await reviewed(repo)).findings]).toEqual(["passes", []]);

  repo.git("config", "heir.judgeSeconds", "0.001");
  const late = await reviewed(repo);
  expect(reviewStatus(late)).toBe("passes");
  expect(late.findings.map(({ diagnostic }) => diagnostic.message)).toEqual([LATE]);
  repo.git("config", "heir.strictMerge", "true");
  expect(reviewStatus(await reviewed(repo))).toBe("fails");
});

const LATE = "1 of 2 new merges not compared (heir.judgeSeconds)";

function fleet(): TestRepo {
  const repo = newRepo();
  const nodes = ["web1", "web2", "web3"].map((name) => [`nodes/${name}.yml`, "classes: [base]\n"] as const);
  repo.commit("first", { "classes/base.yml": "parameters: {motd: hello}\n", ...Object.fromEntries(nodes) });
  return repo;
}

async function reviewed(repo: TestRepo): Promise<ReviewedChange> {
  const workspace = await openWorkspace({ cwd: repo.dir });
  try {
    return await reviewChange(workspace, { old: "HEAD~1", now: "HEAD", overrides: [] });
  } finally {
    await workspace.close();
  }
}
