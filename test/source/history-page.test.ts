import { expect, test } from "vitest";
import { currentBranch, historyPage } from "../../src/source/history-page.ts";
import { newRepo } from "../support/repo.ts";

const repo = newRepo();
const program = { cwd: repo.dir, env: repo.env };
const ids = ["one", "two: with  blanks", "three"].map((subject, index) => repo.commit(subject, { a: String(index) }));

test("a page of history is that of git log, newest first", async () => {
  const page = await historyPage(program, { range: "HEAD", skip: 0, count: 2 });

  expect(page.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(page.map(({ subject }) => subject)).toEqual(["three", "two: with  blanks"]);
  expect(page[0]?.parents).toEqual([ids[1]]);
  expect(page[0]?.author).toBe("Ann Author");
});

test("the next page goes on where the last one ended, and the first commit has no parent", async () => {
  const page = await historyPage(program, { range: "HEAD", skip: 2, count: 2 });

  expect(page.map(({ id, parents }) => [id, parents])).toEqual([[ids[0], []]]);
});

test("a range is read as git reads it; one that git does not know is an error with git's words", async () => {
  const page = await historyPage(program, { range: "HEAD~1..HEAD", skip: 0, count: 9 });

  expect(page.map(({ id }) => id)).toEqual([ids[2]]);
  await expect(historyPage(program, { range: "nowhere", skip: 0, count: 9 })).rejects.toThrow(/nowhere/);
});

test("the branch is told by its name, and not when a commit is checked out by itself", async () => {
  expect(await currentBranch(program)).toBe("main");

  repo.git("checkout", "-q", "--detach");
  expect(await currentBranch(program)).toBeUndefined();
});
