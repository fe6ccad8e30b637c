import { expect, test } from "vitest";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import type { CommitRow } from "../../../src/tui/worker/answers/history.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { Answer, QuestionKind, Request, WorkerMessage } from "../../../src/tui/worker/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
repo.commit("first", {
  "heir.yml": "secrets: [ldap:password]\n",
  "nodes/web1.yml": "classes: [ntp]\n",
  "nodes/web2.yml": "classes: [ntp]\n",
  "classes/ntp.yml": "parameters: {ntp: {server: a, iburst: true}, ldap: {password: hunter1}}\n",
});
repo.commit("second", {
  "classes/ntp.yml": "parameters: {ntp: {server: b, iburst: true}, ldap: {password: hunter2}}\n",
});

/** Asks all at once, and waits until the last question is answered and nothing more comes. */
async function messagesOf(requests: readonly Request[]): Promise<readonly WorkerMessage[]> {
  const all: WorkerMessage[] = [];
  const open = new Set(requests.map(({ kind }) => kind));
  const opening = { cwd: repo.dir, overrides: [], nodes: [], paths: [] };
  await new Promise<void>((resolve) => {
    const queue = new QuestionQueue(new WorkerRepository(opening), (each) => {
      all.push(each);
      if (each.kind !== "done" && each.kind !== "failed") return;
      open.delete(requests[each.number - 1]?.kind ?? "history");
      if (open.size === 0) resolve();
    });
    for (const [index, request] of requests.entries()) queue.ask({ number: index + 1, request });
  });
  return all;
}

async function answers<K extends QuestionKind>(request: Request<K>): Promise<readonly Answer<K>[]> {
  const all = await messagesOf([request as Request]);
  return all.flatMap((each) => (each.kind === "answer" ? [each.answer as Answer<K>] : []));
}

async function newest(): Promise<CommitRow> {
  const [page] = await answers({ kind: "history", ask: { from: 0, range: undefined } });
  const [commit] = page?.answer.commits ?? [];
  if (commit === undefined) throw new Error("the history is empty");
  return commit;
}

async function target(): Promise<ComparedStates> {
  const { id, parent } = await newest();
  return { kind: "commit", id, parent };
}

test("where we are: branch, number of nodes, folder, and the keys that git's settings name", async () => {
  repo.git("config", "heir.key.next-change", "g");
  const [answer] = await answers({ kind: "header", ask: {} });

  const keys = { "next-change": "g" };
  expect(answer?.answer).toEqual({ branch: "main", states: [], keys, mouse: true });
});

test.each([
  ["true", true],
  ["false", false],
  ["off", false],
])("where heir.mouse is %s the mouse is wanted: %s", async (value, isOn) => {
  repo.git("config", "heir.mouse", value);
  const [answer] = await answers({ kind: "header", ask: {} });
  repo.git("config", "--unset", "heir.mouse");

  expect(answer?.answer.mouse).toBe(isOn);
});

test("a commit's changes come folded, with causes, and secrets masked", async () => {
  const [answer] = await answers({ kind: "changes", ask: { target: await target() } });
  const rows = answer?.answer.changes.map(({ sign, title, old, now, nodes, cause, place }) => {
    return [sign, title, old, now, nodes.length, cause, place];
  });

  const words = "2 values edited in class ntp  value edited in class ntp";
  expect(rows).toEqual([
    ["~", "ldap:password", "(secret)", "(secret)", 2, words, "classes/ntp.yml:1"],
    ["~", "ntp:server", '"a"', '"b"', 2, words, "classes/ntp.yml:1"],
  ]);
  expect(answer?.answer.blocks.map(({ sign, text }) => [sign, text])).toEqual([["~", "2 values edited in class ntp"]]);
  expect(answer?.answer.nodes).toEqual(["web1", "web2"]);
});

test("counts say nodes and values; the first commit is compared with nothing", async () => {
  const { parent } = await newest();
  const first: ComparedStates = { kind: "commit", id: parent ?? "", parent: undefined };
  const all = await answers({ kind: "counts", ask: { commits: [await target(), first] } });

  expect(all.map(({ answer: { counts } }) => [counts.nodes, counts.changed, counts.added])).toEqual([
    [2, 2, 0],
    [2, 0, 0],
  ]);
});

test("a value comes with its neighbours and with what the layers say on both sides", async () => {
  const change = "~ ntp:server web1";
  const [answer] = await answers({ kind: "value", ask: { target: await target(), change, node: "web1" } });

  expect(answer?.answer.lines).toEqual([
    { old: "ntp:", now: "ntp:" },
    { old: "  server: a", now: "  server: b" },
    { old: "  iburst: true", now: "  iburst: true" },
  ]);
  expect(answer?.answer.old?.layers.map(({ layer, value, counts }) => [layer, value, counts])).toEqual([
    ["class ntp", '"a"', true],
  ]);
  expect(answer?.answer.now?.through).toBe("web1 > ntp");
});

test("no answer holds a secret", async () => {
  const at = await target();
  const all = await messagesOf([
    { kind: "changes", ask: { target: at } },
    { kind: "value", ask: { target: at, change: "~ ldap:password web1", node: "web1" } },
  ]);

  expect(all.filter(({ kind }) => kind === "answer")).toHaveLength(2);
  expect(JSON.stringify(all)).not.toMatch(/hunter/);
});

test("after the question to read again the index is what it is now, and secrets are shown if that was asked for", async () => {
  const all: WorkerMessage[] = [];
  const repository = new WorkerRepository({ cwd: repo.dir, overrides: [], nodes: [], paths: [] });
  const titles = async (): Promise<string> => {
    const set = await repository.changes(await target(), {});
    return set.changes.map(({ old, now }) => `${old} ${now}`).join(", ");
  };
  const before = await titles();
  await repository.forget({ areSecretsShown: true });

  expect([before, await titles(), all]).toEqual(['(secret) (secret), "a" "b"', '"hunter1" "hunter2", "a" "b"', []]);
});

test("of two questions of a kind the first is dropped, and other kinds are not", async () => {
  const at = await target();
  const change: Request = { kind: "changes", ask: { target: at } };
  const counts: Request = { kind: "counts", ask: { commits: [at] } };
  const all = await messagesOf([change, counts, { kind: "header", ask: {} }, change, counts]);

  expect(new Set(all.map(({ number }) => number))).toEqual(new Set([3, 4, 5]));
});

test("a question that is given up has no answer, whether its work has begun or not; later ones have", async () => {
  const counts: Request = { kind: "counts", ask: { commits: [await target()] } };
  const all: WorkerMessage[] = [];
  await new Promise<void>((resolve) => {
    const queue = new QuestionQueue(
      new WorkerRepository({ cwd: repo.dir, overrides: [], nodes: [], paths: [] }),
      (each) => {
        all.push(each);
        if (each.number === 4 && each.kind === "done") resolve();
      },
    );
    queue.ask({ number: 1, request: { kind: "header", ask: {} } });
    queue.ask({ number: 2, request: counts });
    queue.ask({ number: 3, request: { kind: "history", ask: { from: 0, range: undefined } } });
    queue.giveUp(1);
    queue.giveUp(2);
    queue.ask({ number: 4, request: { kind: "trees", ask: {} } });
  });

  expect(new Set(all.map(({ number }) => number))).toEqual(new Set([3, 4]));
});

test("what cannot be answered is reported in words, and the next question is taken", async () => {
  const missing: Request = { kind: "history", ask: { from: 0, range: "nowhere" } };
  const all = await messagesOf([missing, { kind: "counts", ask: { commits: [await target()] } }]);

  expect(all[0]).toEqual({ number: 1, kind: "failed", message: expect.stringMatching(/nowhere/) });
  expect(all.some(({ kind, number }) => kind === "answer" && number === 2)).toBe(true);
});

test("changes of order and of type only are marked as such", async () => {
  const own = newRepo();
  const node = (parameters: string) => ({ "classes/a.yml": "", "nodes/web1.yml": `parameters: {${parameters}}\n` });
  const parent = own.commit("first", node("a: [x, y], b: 1, c: [x, y], d: 1"));
  const id = own.commit("second", node('a: [y, x], b: "1", c: [y, x, z], d: 2'));
  const repository = new WorkerRepository({ cwd: own.dir, overrides: [], nodes: [], paths: [] });
  const set = await repository.changes({ kind: "commit", id, parent }, {});

  expect(set.changes.map(({ title, only }) => [title, only])).toEqual([
    ["b", "type"],
    ["c", undefined],
    ["d", undefined],
    ["a", "order"],
  ]);
});

test.each([
  { commits: 2, bytes: Number.POSITIVE_INFINITY, least: 2 },
  { commits: 200, bytes: 0, least: 2 },
])("when many commits or bytes were read, they are let go, and answers stay the same: %o", async (limits) => {
  const own = newRepo();
  const parent = own.commit("first", { "nodes/web1.yml": "parameters: {a: 1}\n", "classes/ntp.yml": "" });
  const id = own.commit("second", { "nodes/web1.yml": "parameters: {a: 2}\n" });
  const commit: ComparedStates = { kind: "commit", id, parent };
  const repository = new WorkerRepository(
    { cwd: own.dir, overrides: [], nodes: [], paths: [] },
    () => undefined,
    limits,
  );
  const first = await repository.counts(commit, {});
  const opened = await repository.workspace();

  await repository.tidy();

  expect(await repository.workspace()).not.toBe(opened);
  expect((await repository.changes(commit, {})).counts).toEqual(first);
  await repository.forget({ areSecretsShown: false });
});

test.each([
  { bytes: 0, isKept: false },
  { bytes: Number.POSITIVE_INFINITY, isKept: true },
])("where nothing is asked, what was read is held if it is not too much: %o", async ({ bytes, isKept }) => {
  const own = newRepo();
  const id = own.commit("first", { "nodes/web1.yml": "parameters: {a: 1}\n", "classes/ntp.yml": "" });
  const commit: ComparedStates = { kind: "commit", id, parent: undefined };
  const repository = new WorkerRepository({ cwd: own.dir, overrides: [], nodes: [], paths: [] }, () => undefined, {
    commits: 200,
    bytes,
    least: 200,
  });
  const first = await repository.changes(commit, {});
  const opened = await repository.workspace();

  await repository.rest();

  expect((await repository.workspace()) === opened).toBe(isKept);
  expect(await repository.changes(commit, {})).toEqual(first);
  await repository.forget({ areSecretsShown: false });
});
