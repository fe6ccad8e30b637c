import { expect, test } from "vitest";
import { historyPage, historyRest } from "../../../src/source/commits/commits.ts";
import { currentBranch } from "../../../src/source/commits/head.ts";
import { gitProgram } from "../../../src/source/git/program/program.ts";
import { longHistory } from "../../support/git/long-history.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
const program = gitProgram(repo.dir, repo.env);
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

test("what comes after the first commits is read to the end, however much that is", async () => {
  const long = longHistory(3000);
  const listed: string[] = [];
  let batches = 0;
  for await (const lines of historyRest(gitProgram(long.cwd, long.env), { range: "HEAD", skip: 10 })) {
    batches += 1;
    listed.push(...lines.map(({ subject }) => subject));
  }

  expect(listed).toEqual(Array.from({ length: 2990 }, (_, index) => `number ${2989 - index}`));
  expect(batches).toBeGreaterThan(1);
});

test("reading on ends with git's words where there is no such history, and when it is stopped", async () => {
  const first = (rest: Parameters<typeof historyRest>[1]) => historyRest(program, rest).next();
  const stopped = AbortSignal.abort(new Error("stopped"));

  await expect(first({ range: "nowhere", skip: 0 })).rejects.toThrow(/nowhere/);
  await expect(first({ range: "HEAD", skip: 0, signal: stopped })).rejects.toThrow("stopped");
});

test("the branch is told by its name, and not when a commit is checked out by itself", async () => {
  expect(await currentBranch(program)).toBe("main");

  repo.git("checkout", "-q", "--detach");
  expect(await currentBranch(program)).toBeUndefined();
});
