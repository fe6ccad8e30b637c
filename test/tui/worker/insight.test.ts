import { expect, test } from "vitest";
import { type Row, rowText } from "../../../src/report/text/row.ts";
import type { AskedValuePlace, ComparedStates } from "../../../src/tui/state/compared.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { Answer, Request, TimelineEntry } from "../../../src/tui/worker/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
const first = repo.commit("first", {
  "heir.yml": "secrets: [ldap:password]\n",
  "nodes/web1.yml": "classes: [ntp]\n",
  "classes/ntp.yml": "parameters:\n  ntp: {server: a, old: 1}\n  ldap: {password: hunter1}\n",
});
const second = repo.commit("second", {
  "classes/ntp.yml": "parameters:\n  ntp: {server: b}\n  ldap: {password: hunter2}\n",
});
const third = repo.commit("third", { "classes/other.yml": "{}\n" });
const target: ComparedStates = { kind: "commit", id: second, parent: first };

function place(path: string, more: Partial<AskedValuePlace> = {}): AskedValuePlace {
  return { target, node: "web1", path, isOld: false, ...more };
}

async function answers(request: Request, cwd = repo.dir): Promise<readonly Answer[]> {
  const all: Answer[] = [];
  await new Promise<void>((resolve, reject) => {
    const queue = new QuestionQueue(new WorkerRepository({ cwd, overrides: [], nodes: [], paths: [] }), (message) => {
      if (message.kind === "answer") all.push(message.answer);
      if (message.kind === "done") resolve();
      if (message.kind === "failed") reject(new Error(message.message));
    });
    queue.ask({ number: 1, request });
  });
  return all;
}

function entries(all: readonly Answer[]): readonly TimelineEntry[] {
  return all.flatMap((each) => (each.kind === "timeline" && each.answer.found ? [each.answer.found.entry] : []));
}

async function texts(
  kind: "explain" | "blame" | "timeline",
  at: AskedValuePlace,
  cwd?: string,
): Promise<readonly string[]> {
  const all = await answers({ kind, ask: { at } }, cwd);
  if (kind === "timeline")
    return entries(all).map(({ commit, old, now, source }) => `${commit.slice(0, 7)} ${old} ${now} ${source}`);
  return all.flatMap(({ answer }) => {
    return "rows" in answer ? (answer.rows as readonly Row[]).map(rowText) : [];
  });
}

test("a value is explained as it is in the commit, one that is gone as it was", async () => {
  expect((await texts("explain", place("ntp:server"))).join("\n")).toMatch(/ntp:server = "b"/);
  expect((await texts("explain", place("ntp:server"))).join("\n")).toMatch(/class ntp +"b" +classes\/ntp.yml:2/);
  expect((await texts("explain", place("ntp:old", { isOld: true }))).join("\n")).toMatch(/ntp:old = 1/);
});

test("first stand the layers that say a value, then every layer", async () => {
  const lines = await texts("explain", place("ntp:server"));
  const every = lines.indexOf("EVERY LAYER");

  expect(lines.slice(0, every).join("\n")).not.toContain("node web1");
  expect(lines.slice(every).join("\n")).toMatch(/node web1 +\(not set\)/);
});

test("blame of one value names the commit since which it is so, with its subject, and can be opened", async () => {
  const [head, value] = await texts("blame", place("ntp:server"));
  expect(head).toMatch(new RegExp(`^${second.slice(0, 7)}.* {2}second$`));
  expect(value).toMatch(/"b"$/);
  expect((await texts("blame", place("ntp:old", { isOld: true })))[0]).toMatch(new RegExp(`^${first.slice(0, 7)}`));
  const [answer] = await answers({ kind: "blame", ask: { at: place("ntp:server") } });
  expect(answer).toMatchObject({ answer: { commit: second } });
});

test("a timeline has the commits that changed the value, with their parents", async () => {
  const newest = place("ntp:server", { target: { kind: "commit", id: third, parent: second } });
  const all = await answers({ kind: "timeline", ask: { at: newest } });

  expect(entries(all).map(({ commit, parent }) => [commit, parent])).toEqual([
    [second, first],
    [first, undefined],
  ]);
  expect(
    all.map(({ answer }) => "searched" in answer && answer.searched),
    "of three commits",
  ).toEqual([0, 2, 3]);
  expect(all.every(({ answer }) => "total" in answer && answer.total === 3)).toBe(true);
  expect((await texts("timeline", newest))[0]).toMatch(/ "a" "b" classes\/ntp\.yml:2$/);
});

test("what is gone in the state in front is followed from there: the commit that removed it comes first", async () => {
  expect(await texts("timeline", place("ntp:old", { isOld: true }))).toEqual([
    `${second.slice(0, 7)} 1 undefined classes/ntp.yml:2`,
    `${first.slice(0, 7)} undefined 1 classes/ntp.yml:2`,
  ]);
});

test("the timeline of a node has the commits that change it anywhere", async () => {
  const { path: _path, ...at } = place("", { target: { kind: "commit", id: third, parent: second } });
  const all = await answers({ kind: "timeline", ask: { at: { ...at, path: undefined } } });

  expect(entries(all).map(({ commit }) => commit)).toContain(first);
  expect(entries(all).map(({ old }) => old)).not.toContain('"a"');
});

test("what is looked at in the work tree has the history of HEAD", async () => {
  const states = place("ntp:server", { target: { kind: "states", words: ["HEAD"], staged: false } });

  expect((await texts("timeline", states)).filter((line) => /^[0-9a-f]{7} /.test(line))).toHaveLength(2);
});

test("no answer about a secret holds it", async () => {
  const lines = [
    ...(await texts("explain", place("ldap:password"))),
    ...(await texts("blame", place("ldap:password"))),
    ...(await texts("timeline", place("ldap:password"))),
  ].join("\n");

  expect(lines).toContain("(secret)");
  expect(lines).not.toMatch(/hunter/);
});

test("of a list a timeline says which items came and went, and what changed in their order", async () => {
  const list = (items: string) =>
    repo.commit(`list ${items}`, { "classes/list.yml": `parameters: {list: [${items}]}\n` });
  repo.commit("listed", { "nodes/web1.yml": "classes: [ntp, list]\n" });
  const commits = ["a, b", "a, c, d", "c, a, d"].map(list);
  const [parent = "", id = ""] = commits.slice(-2);
  const all = await answers({
    kind: "timeline",
    ask: { at: place("list", { target: { kind: "commit", id, parent } }) },
  });

  expect(entries(all).map(({ words }) => words)).toEqual([
    expect.stringContaining("order change"),
    '- "b", + "c", + "d"',
    ...["", ""],
  ]);
});

test("the row of a list says which item came, however long it is", async () => {
  const item = "staticMethod org.example.runtime.DefaultMethods ".repeat(3).trim();
  const parent = repo.commit("long", { "classes/list.yml": "parameters: {list: [a]}\n" });
  const id = repo.commit("longer", { "classes/list.yml": `parameters: {list: [a, "${item}"]}\n` });
  const [answer] = await answers({ kind: "changes", ask: { target: { kind: "commit", id, parent } } });
  const rows = answer?.kind === "changes" ? answer.answer.changes : [];

  expect(rows.map(({ row }) => rowText(row))).toEqual([`~ list  + "${item}"`]);
});

test("a variable and a run-time value are explained, and have a history", async () => {
  const agent = newRepo();
  const base = agent.commit("agent", {
    "heir.yml": "",
    "nodes/web1.yml": "{}\n",
    "techniques/mail.yml": "multi: true\n",
    "directives/mail.yml": "technique: mail\nsets:\n  relay: a\n",
    "rules/all.yml": "directives: [mail]\ntargets: [special:all]\n",
    "properties.d/web1/x.json": '{"local": {"k": 1}}\n',
  });
  const edited = agent.commit("edit", {
    "directives/mail.yml": "technique: mail\nsets:\n  relay: b\n",
    "properties.d/web1/x.json": '{"local": {"k": 2}}\n',
  });
  const at = (path: string) => place(path, { target: { kind: "commit", id: edited, parent: base } });
  const told = (kind: "explain" | "blame" | "timeline", path: string) => texts(kind, at(path), agent.dir);

  expect((await told("explain", "variables:relay")).join("\n")).toMatch(/variables:relay = "b"/);
  expect((await told("explain", "runtime:local:k")).join("\n")).toMatch(/properties\.d\/web1\/x\.json +2/);
  expect(await told("timeline", "variables:relay")).toEqual([
    `${edited.slice(0, 7)} "a" "b" directives/mail.yml:3`,
    `${base.slice(0, 7)} undefined "a" directives/mail.yml:3`,
  ]);
  expect((await told("timeline", "runtime:local:k"))[0]).toMatch(/ 1 2 properties\.d\/web1\/x\.json:1$/);
  expect((await told("blame", "variables:relay"))[0]).toMatch(new RegExp(`^${edited.slice(0, 7)} .*edit$`));
  expect((await told("blame", "runtime:local:k"))[0]).toMatch(new RegExp(`^${edited.slice(0, 7)} .*edit$`));
});
