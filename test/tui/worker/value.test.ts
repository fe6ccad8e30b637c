import { afterAll, expect, test, vi } from "vitest";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import { answerValue } from "../../../src/tui/worker/answers/value.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { ValueDetail } from "../../../src/tui/worker/questions.ts";
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

  expect([detail?.now?.layers.at(-1)?.value, detail?.causePlace]).toEqual(['"d"', "classes/ntp.yml:1"]);
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

test("of a renamed key the old and the new lines are its own, and it comes from the layers of both names", async () => {
  const before = repo.commit("old keys", {
    "classes/ntp.yml": "parameters: {port: 80, ntp: {server: a, zone: {id: 1}}}\n",
  });
  const after = repo.commit("new keys", {
    "classes/ntp.yml": "parameters: {http_port: 80, ntp: {server: a, area: {id: 1}}}\n",
  });
  const renamed: ComparedStates = { kind: "commit", id: after, parent: before };
  const port = await detailOf("port", "web1", renamed);
  const area = await detailOf("ntp:zone", "web1", renamed);

  expect(port?.lines.map(({ old, now }) => [old, now])).toEqual([["port: 80", "http_port: 80"]]);
  expect([port?.old?.layers.at(-1)?.value, port?.now?.layers.at(-1)?.value, port?.cause]).toEqual([
    "80",
    "80",
    "port renamed to http_port",
  ]);
  expect(area?.lines.slice(area.own?.from, area.own?.end).map(({ old, now }) => [old, now])).toEqual([
    ["  zone:", "  area:"],
    ["    id: 1", "    id: 1"],
  ]);
});

test("of a renamed node both trees are compared", async () => {
  const before = repo.commit("to be renamed", { "nodes/web9.yml": "classes: [ntp]\nparameters: {own: 1}\n" });
  repo.git("mv", "nodes/web9.yml", "nodes/www9.yml");
  const after = repo.commit("renamed", {});
  const found = await detailOf("renamed from web9", "www9", { kind: "commit", id: after, parent: before });

  expect(found?.lines.flatMap(({ old, now }) => (old === now ? [] : [[old?.trim(), now?.trim()]]))).toEqual([
    ["full: web9", "full: www9"],
    ["short: web9", "short: www9"],
  ]);
  expect(found?.whole?.place).toBe("nodes/www9.yml:1");
});

test("of a whole node errors are said, and no warnings before its tree", async () => {
  const settings = "ignore_class_notfound: true\n";
  const before = repo.commit("to go", { "heir.yml": settings, "nodes/web8.yml": "classes: [ntp, optional]\n" });
  repo.git("rm", "-q", "nodes/web8.yml");
  const after = repo.commit("gone", {});
  const found = await detailOf("gone", "web8", { kind: "commit", id: after, parent: before });

  expect([found?.whole?.problems, found?.lines[0]]).toEqual([[], { old: "classes:", now: undefined }]);
});
