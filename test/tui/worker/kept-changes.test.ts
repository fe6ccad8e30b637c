import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { ChangeSet } from "../../../src/tui/worker/rows/change-set.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
const node = "classes: [ntp]\n";
const first = repo.commit("first", {
  "heir.yml": "secrets: [ldap:password]\n",
  "nodes/web1.yml": node,
  "nodes/web2.yml": node,
  "classes/ntp.yml": "parameters: {ntp: {server: a}, ldap: {password: hunter1}}\n",
});
const second = repo.commit("second", {
  "classes/ntp.yml": "parameters: {ntp: {server: b}, ldap: {password: hunter2}}\n",
});
const target: ComparedStates = { kind: "commit", id: second, parent: first };
const older: ComparedStates = { kind: "commit", id: first, parent: undefined };

/** What a session of its own says of the two commits, and how many comparisons that took. */
async function session({ areSecretsShown = false, paths = [] as readonly string[] } = {}) {
  const repository = new WorkerRepository({ cwd: repo.dir, overrides: [], nodes: [], paths });
  await repository.forget({ areSecretsShown });
  const workspace = await repository.workspace();
  const compared = [vi.spyOn(workspace, "compare"), vi.spyOn(workspace, "compareGradually")];
  const sets: ChangeSet[] = [];
  for await (const set of repository.changesSoFar(target, {})) sets.push(set);
  const counts = [await repository.counts(target, {}), await repository.counts(older, {})];
  await repository.rest();
  return { sets, counts, comparisons: compared.reduce((sum, { mock }) => sum + mock.calls.length, 0) };
}

test("what a commit changes is computed in one session, and known in the next; other options and secrets are apart", async () => {
  const fresh = await session();
  const again = await session();

  expect([fresh.comparisons, again.comparisons]).toEqual([2, 0]);
  expect(again.sets).toEqual(fresh.sets);
  expect(again.counts).toEqual(fresh.counts);
  expect(fresh.sets[0]?.changes.map(({ title, old }) => [title, old])).toEqual([
    ["ldap:password", "(secret)"],
    ["ntp:server", '"a"'],
  ]);

  expect((await session({ paths: ["ntp"] })).counts[0]?.changed).toBe(1);
  const shown = await session({ areSecretsShown: true });
  expect([shown.comparisons, JSON.stringify(shown.sets)]).toEqual([2, expect.stringContaining("hunter1")]);
  expect(JSON.stringify((await session()).sets)).not.toContain("hunter1");
});

test("a session without the cache leaves nothing, another one makes the cache that it needs", async () => {
  const other = newRepo();
  other.commit("first", { "nodes/web1.yml": "classes: []\n" });
  for (const more of [{ cache: false }, {}] as const) {
    const repository = new WorkerRepository({ cwd: other.dir, ...more, overrides: [], nodes: [], paths: [] });
    await repository.counts({ kind: "commit", id: other.git("rev-parse", "HEAD"), parent: undefined }, {});
    await repository.rest();
    expect(existsSync(join(other.dir, ".git/heir/answers"))).toBe(!("cache" in more));
  }
});

test("what a commit of few nodes changes is known when it was counted, and is what comparing it says", async () => {
  const other = newRepo();
  const base = other.commit("base", {
    "nodes/web1.yml": "classes: [ntp]\n",
    "nodes/web2.yml": "classes: [ntp]\n",
    "groups/web.yml": "match: {any: [{nodeid: 'web.*', op: regex}]}\n",
    "classes/ntp.yml": "parameters: {ntp: {server: a}}\n",
  });
  const edit = other.commit("edit", { "classes/ntp.yml": "parameters: {ntp: {server: b}, log: x}\n" });
  const edited: ComparedStates = { kind: "commit", id: edit, parent: base };
  const open = () => new WorkerRepository({ cwd: other.dir, overrides: [], nodes: [], paths: [] });
  const counting = open();
  const counts = await counting.counts(edited, {});
  const workspace = await counting.workspace();
  const compared = [vi.spyOn(workspace, "compare"), vi.spyOn(workspace, "compareGradually")];
  const counted = await counting.changes(edited, {});
  const soFar: ChangeSet[] = [];
  for await (const set of counting.changesSoFar(edited, {})) soFar.push(set);

  for (const compare of compared) expect(compare).not.toHaveBeenCalled();
  expect(counted.counts).toEqual(counts);
  expect(soFar).toEqual([counted]);
  // It was not written, so that this one compares.
  expect(counted).toEqual(await open().changes(edited, {}));
  expect(JSON.stringify(counted.blocks), "which class describes the nodes is known, too").toContain("all");
});
