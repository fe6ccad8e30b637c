import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowText } from "../../../src/report/text/row.ts";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { Answer, QuestionKind, Request } from "../../../src/tui/worker/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { newRepo } from "../../support/git/repo.ts";

const repo = newRepo();
const parent = repo.commit("first", {
  "heir.yml": "secrets: [ldap:password]\n",
  "nodes/old1.yml": "classes: [ntp]\n",
  "nodes/web1.yml": "classes: [ntp]\n",
  "nodes/web2.yml": "classes: [ntp]\n",
  "nodes/web3.yml": "classes: [ntp]\nparameters: {ntp: {server: c}}\n",
  "classes/ntp.yml": "parameters: {ntp: {server: a, iburst: true}, ldap: {password: hunter1}}\n",
});
rmSync(join(repo.dir, "nodes/old1.yml"));
const id = repo.commit("second", {
  "nodes/web2.yml": "classes: [ntp, missing]\n",
  "classes/ntp.yml": "parameters: {ntp: {server: b, iburst: true}, ldap: {password: hunter2}}\n",
});
const target: ComparedStates = { kind: "commit", id, parent };

async function answers<K extends QuestionKind>(
  request: Request<K>,
  nodes: readonly string[] = [],
): Promise<readonly Answer<K>["answer"][]> {
  const all: Answer<K>["answer"][] = [];
  await new Promise<void>((resolve) => {
    const opening = { cwd: repo.dir, overrides: [], nodes, paths: [] };
    const queue = new QuestionQueue(new WorkerRepository(opening), (message) => {
      if (message.kind === "answer") all.push(message.answer.answer as Answer<K>["answer"]);
      if (message.kind === "done" || message.kind === "failed") resolve();
    });
    queue.ask({ number: 1, request: request as Request });
  });
  return all;
}

test("the nodes are those of both states; those that nobody asked for are left out", async () => {
  const [all] = await answers({ kind: "nodes", ask: { target } });
  const [some] = await answers({ kind: "nodes", ask: { target } }, ["web*"]);

  expect([all?.names, all?.classes]).toEqual([["old1", "web1", "web2", "web3"], ["ntp"]]);
  expect(some?.names).toEqual(["web1", "web2", "web3"]);
});

test("a typed selector selects nodes of both states, within those that were asked for; a wrong one says why", async () => {
  const [found] = await answers({ kind: "nodes", ask: { target, text: "class:ntp and not web3" } });
  const [wrong] = await answers({ kind: "nodes", ask: { target, text: "not class:npt" } });
  const [cut] = await answers({ kind: "nodes", ask: { target, text: "web1 or (web2" } });

  expect(found?.typed).toEqual({ text: "class:ntp and not web3", names: ["old1", "web1", "web2"] });
  expect(wrong?.typed?.fault).toEqual(['no class is called "npt"', "did you mean ntp?"]);
  expect(cut?.typed?.fault?.[0]).toBe('"web1 or (web2" selects no nodes: a ) is missing');
});

test("two nodes are compared in one state: what differs, each with its own line", async () => {
  const pair: ComparedStates = { kind: "states", words: [parent, parent], staged: false, nodes: ["web1", "web3"] };
  const [set] = await answers({ kind: "changes", ask: { target: pair } });
  const rows = set?.changes.map(({ sign, title, old, now }) => [sign, title, old, now]);

  expect(rows).toEqual([["~", "ntp:server", '"a"', '"c"']]);
  const [detail] = await answers({
    kind: "value",
    ask: { target: pair, change: set?.changes[0]?.id ?? "", node: "web3" },
  });
  expect([detail?.old?.layers.at(-1)?.place, detail?.now?.layers.at(-1)?.place]).toEqual([
    "classes/ntp.yml:1",
    "nodes/web3.yml:2",
  ]);
});

test("a node that is gone or fails has a value view: its values or its error, the line of its file, and no secret", async () => {
  const [set] = await answers({ kind: "changes", ask: { target } });
  const detailOf = async (title: RegExp, node: string) => {
    const change = set?.changes.find((row) => title.test(row.title))?.id ?? "";
    return (await answers({ kind: "value", ask: { target, change, node } }))[0];
  };
  const [gone, failing] = [await detailOf(/^gone$/, "old1"), await detailOf(/^fails: /, "web2")];

  expect(gone?.whole).toEqual({ place: "nodes/old1.yml:1", problems: [] });
  expect(gone?.lines).toContainEqual({ old: "    server: a", now: undefined });
  expect(
    gone?.lines.filter(({ now }) => now !== undefined),
    "all of it is old",
  ).toEqual([]);
  expect(failing?.lines).toEqual([]);
  expect(failing?.whole?.place).toBe("nodes/web2.yml:1");
  expect(failing?.whole?.problems.map(rowText).join("\n")).toContain("class missing is listed but has no file");
  expect(JSON.stringify([gone, failing])).not.toMatch(/hunter/);
});

test("each node has its status", async () => {
  const batches = await answers({ kind: "statuses", ask: { target, first: ["web2"] } });

  expect(batches.flatMap(({ known }) => known)).toEqual([
    ["old1", "gone"],
    ["web2", "fails"],
    ["web1", "resolves"],
    ["web3", "resolves"],
  ]);
});

test("a tree has every value with its place, and no secret", async () => {
  const [tree] = await answers({ kind: "node", ask: { target, node: "web1" } });

  expect(
    tree?.rows.filter(({ path }) => /^(?:ntp|ldap)/.test(path)).map(({ depth, path, value }) => [depth, path, value]),
  ).toEqual([
    [1, "ntp", "{2 keys}"],
    [2, "ntp:server", '"b"'],
    [2, "ntp:iburst", "true"],
    [1, "ldap", "{1 key}"],
    [2, "ldap:password", "(secret)"],
  ]);
  expect(tree?.rows.find(({ path }) => path === "ntp:server")?.place).toBe("classes/ntp.yml:1");
});

test("a node that is gone shows what it was, one that fails what is wrong", async () => {
  const [gone] = await answers({ kind: "node", ask: { target, node: "old1" } });
  const [fails] = await answers({ kind: "node", ask: { target, node: "web2" } });

  expect([gone?.status, gone?.rows.some(({ value }) => value === '"a"')]).toEqual(["gone", true]);
  expect([fails?.status, fails?.rows]).toEqual(["fails", []]);
  expect(JSON.stringify(fails?.problems)).toContain("missing");
});

test.each([
  ["sources", "class ntp"],
  ["groups", "in no group"],
  ["policies", "no policies"],
  ["properties", "no properties"],
] as const)("the tab %s", async (tab, words) => {
  const [shown] = await answers({ kind: "tab", ask: { target, node: "web1", tab } });

  expect(shown?.rows.map((row) => row.map(({ text }) => text).join("")).join("\n")).toContain(words);
});
