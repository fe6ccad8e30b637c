import { beforeAll, expect, test } from "vitest";
import { pageFilter, parsePageQuery } from "../../../../src/annex/review/page/browser/store.ts";
import { newRepo } from "../../../support/git/repo.ts";
import { readPage } from "../../../support/page.ts";
import { runHeir } from "../../../support/scenario/run.ts";

let filter: ReturnType<typeof pageFilter>;

/** Blocks: `ntp:server` edited for all (1), `web.extra` added to `web` (2), `Old` removed from `db1` (3). */
beforeAll(async () => {
  const repo = newRepo();
  const before = {
    "classes/base.yml": "parameters: {ntp: {server: one}}\n",
    "classes/web.yml": "classes: [base]\n",
    "classes/web/extra.yml": "parameters: {nginx: {workers: 4}}\n",
    "nodes/web1.yml": "classes: [web]\n",
    "nodes/web10.yml": "classes: [web]\n",
    "nodes/db1.yml": "classes: [base]\nparameters: {Old: 1}\n",
  };
  repo.commit("first", before);
  repo.commit("second", {
    ...before,
    "classes/base.yml": "parameters: {ntp: {server: Two}}\n",
    "classes/web.yml": "classes: [base, web.extra]\n",
    "nodes/db1.yml": "classes: [base]\n",
  });
  const { text } = await runHeir(["diff", "HEAD~1", "HEAD", "--format", "html"], { cwd: repo.dir });
  filter = pageFilter(readPage(text).store);
});

test.each([
  ["", [1, 2, 3]],
  ["  ", [1, 2, 3]],
  ["two", [1]],
  ["TWO", [1]],
  ["workers", [2]],
  ["web.yml", [2]],
  ["db1", [1, 3]],
  ["node:web10", [1, 2]],
  ["node:web", [1, 2]],
  ["node:db", [1, 3]],
  ["node:gone", []],
  ["node:", [1, 2, 3]],
  ["path:ntp", [1]],
  ["path:old", [3]],
  ["class:web.extra", [2]],
  ["class:base", [1]],
  ["kind:removed", [3]],
  ["kind:added", [2]],
  ["kind:fails", []],
  ["kind:nonsense", []],
  ["node:db1 path:ntp", [1]],
  ["node:web1 kind:added nginx", [2]],
  ["node:web1 old", []],
] as const)("%j finds %j", (query, blocks) => {
  const found = filter(parsePageQuery(query)).blocks.flatMap((is, at) => (is ? [at + 1] : []));

  expect(found).toEqual(blocks);
});

test("a whole name is that node, a part of it all that contain it", () => {
  const named = (query: string) => filter(parsePageQuery(query)).nodes?.size;

  expect([named("node:web1"), named("node:web"), named("ntp")]).toEqual([1, 2, undefined]);
});
