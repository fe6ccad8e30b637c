import { afterAll, expect, test, vi } from "vitest";
import { answerValue } from "../../../src/tui/worker/answers/value.ts";
import type { ComparedStates, ValueDetail } from "../../../src/tui/worker/protocol/data.ts";
import { WorkerRepository } from "../../../src/tui/worker/repository.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
const parent = repo.commit("first", {
  "nodes/web1.yml": "classes: [ntp]\n",
  "nodes/web2.yml": "classes: [ntp]\n",
  "classes/ntp.yml": "parameters: {ntp: {server: a, pool: b}}\n",
});
const id = repo.commit("second", {
  "classes/ntp.yml": "parameters: {ntp: {server: c, pool: d}}\n",
});
const target: ComparedStates = { kind: "commit", id, parent };
const repository = new WorkerRepository({ cwd: repo.dir, overrides: [], nodes: [], paths: [] });
afterAll(() => repository.forget({ areSecretsShown: false }));

async function detailOf(path: string, node: string): Promise<ValueDetail | undefined> {
  const { changes } = await repository.changes(target, {});
  const change = changes.find(({ title }) => title === path)?.id ?? "";
  const work = { repository, signal: new AbortController().signal, progress: () => undefined };
  return answerValue({ target, change, node }, work);
}

test("for the value of one node only this node is compared", async () => {
  await repository.changes(target, {});
  const compare = vi.spyOn(await repository.workspace(), "compare");
  const detail = await detailOf("ntp:pool", "web2");

  expect([detail?.now?.value, detail?.causePlace]).toEqual(['"d"', "classes/ntp.yml:1"]);
  expect(compare.mock.calls.map(([, , options]) => [...(options?.nodes ?? [])])).toEqual([["web2"]]);
  compare.mockRestore();
});
