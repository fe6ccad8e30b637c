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

async function detailOf(path: string, node: string, between = target): Promise<ValueDetail | undefined> {
  const { changes } = await repository.changes(between, {});
  const change = changes.find(({ title }) => title === path)?.id ?? "";
  const work = {
    repository,
    signal: new AbortController().signal,
    progress: () => undefined,
    rest: async () => undefined,
  };
  return answerValue({ target: between, change, node }, work);
}

test("for the value of one node only this node is compared", async () => {
  await repository.changes(target, {});
  const compare = vi.spyOn(await repository.workspace(), "compare");
  const detail = await detailOf("ntp:pool", "web2");

  expect([detail?.now?.value, detail?.causePlace]).toEqual(['"d"', "classes/ntp.yml:1"]);
  expect(compare.mock.calls.map(([, , options]) => [...(options?.nodes ?? [])])).toEqual([["web2"]]);
  compare.mockRestore();
});

test("of the lines of a value and its neighbours it is said which are its own", async () => {
  const ids = repoOfHosts();
  const target: ComparedStates = { kind: "commit", ...ids };
  const own = async (path: string): Promise<readonly (readonly [string | undefined, string | undefined])[]> => {
    const { lines = [], own: { from, end } = { from: 0, end: 0 } } = (await detailOf(path, "web1", target)) ?? {};
    return lines.slice(from, end).map(({ old, now }) => [old, now]);
  };

  expect(await own("hosts:b")).toEqual([["  b: 2", "  b: 3"]]);
  expect(await own("hosts:gone")).toEqual([
    ["  gone:", undefined],
    ["    x: 1", undefined],
  ]);
  expect(await own("hosts:new")).toEqual([
    [undefined, "  new:"],
    [undefined, "    y: 5"],
  ]);
  expect((await own("hosts:list")).map(([, now]) => now)).toEqual(["  list:", "    - one", "    - three"]);
});

/** A mapping of which entries at its begin, in its middle and at its end differ. */
function repoOfHosts(): { readonly id: string; readonly parent: string } {
  const hosts = (text: string) => ({ "classes/ntp.yml": `parameters:\n  hosts: {${text}}\n` });
  return {
    parent: repo.commit("hosts", hosts("gone: {x: 1}, a: 1, b: 2, list: [one, two]")),
    id: repo.commit("other hosts", hosts("a: 1, b: 3, list: [one, three], new: {y: 5}")),
  };
}
