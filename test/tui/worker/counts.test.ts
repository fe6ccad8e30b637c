import { expect, test, vi } from "vitest";
import { KnownDependencies } from "../../../src/cache/states/dependencies.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import { countsOf } from "../../../src/tui/worker/rows/change-set.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
const edits: readonly Readonly<Record<string, string>>[] = [
  {
    "heir.yml": "delimiter: ':'\n",
    "nodes/web1.yml": "classes: [ntp, web]\n",
    "nodes/web2.yml": "classes: [ntp, web]\nparameters: {size: 2}\n",
    "nodes/db1.yml": "classes: [ntp]\n",
    "classes/ntp.yml":
      "parameters: {_param: {server: a, pool: b}, ntp: {server: '${_param:server}', pool: ['${_param:pool}']}}\n",
    "classes/web.yml": "parameters: {url: 'http://${_param:server}/', size: 1}\n",
  },
  {
    "classes/ntp.yml":
      "parameters: {_param: {server: c, pool: b}, ntp: {server: '${_param:server}', pool: ['${_param:pool}']}}\n",
  },
  { "classes/web.yml": "parameters: {url: 'http://${_param:nowhere}/', size: 1}\n" },
  { "nodes/db2.yml": "classes: [ntp]\n" },
  {
    "classes/web.yml": "classes: [base]\nparameters: {size: 3}\n",
    "classes/base.yml": "parameters: {base: {on: true}}\n",
  },
  { "nodes/web2.yml": "classes: [web, ntp]\nparameters: {size: 4}\n" },
  { "README.md": "nothing\n" },
];
const commits = edits.map((files, at) => repo.commit(`commit ${at}`, files));

/** Newest first, as the screen asks for them; beyond so many commits the workspace is opened again. */
async function counted(most: number) {
  const limits = { commits: most, bytes: Number.POSITIVE_INFINITY, least: most };
  const repository = new WorkerRepository(
    { cwd: repo.dir, overrides: [], nodes: [], paths: [] },
    () => undefined,
    limits,
  );
  await repository.forget({ areSecretsShown: true });
  const found = [];
  for (const [at, id] of [...commits.entries()].reverse()) {
    await repository.tidy();
    found.push([id, await repository.counts({ kind: "commit", id, parent: commits[at - 1] }, {})] as const);
  }
  return new Map(found);
}

test("commits are counted as heir log lists them, however often the workspace is opened again", async () => {
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  const logged = new Map<string, ReturnType<typeof countsOf>>();
  for await (const { commit, comparison } of (await workspace.log({ revisions: ["HEAD"], causes: true })).entries) {
    if (comparison !== undefined) logged.set(commit.id, countsOf(comparison));
  }
  await workspace.close();
  const walked = vi.spyOn(KnownDependencies.prototype, "near");
  const [once, often] = [await counted(100), await counted(1)];

  expect(once).toEqual(often);
  const changed = new Map([...once].filter(([, { nodes }]) => nodes > 0));
  const unknown = (counts: ReturnType<typeof countsOf>) => ({ ...counts, unknown: 0 });
  expect([...changed].map(([id, counts]) => [id, unknown(counts)])).toEqual(
    [...logged].map(([id, counts]) => [id, unknown(counts)]),
  );
  expect([...logged.keys()]).toHaveLength(6);
  // Nothing is known before the first comparison, nor after it: that of a commit without files of the inventory looks at no node.
  expect(walked.mock.results.filter(({ value }) => value === undefined)).toHaveLength(4);
});
