import { expect, test, vi } from "vitest";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { Ask, Found } from "../../../src/tui/worker/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";
import { heir } from "../../support/host.ts";

const repo = newRepo();
const id = repo.commit("first", {
  "heir.yml": "secrets: [ldap:password]\n",
  "nodes/db1.yml": "classes: [base, db]\n",
  "nodes/web1.yml": "classes: [base]\n",
  "nodes/web2.yml": "classes: [base]\nparameters: {ssh: {port: 2222}}\n",
  "nodes/lost.yml": "classes: [missing]\n",
  "classes/base.yml":
    "parameters:\n  ssh: {port: 22, root: 'no'}\n  dns: [10.33.0.1, 10.33.0.2]\n  ldap: {password: hunter2}\n",
  "classes/db.yml": "parameters:\n  ssh: {root: 'yes'}\n",
});
const workspace = openWorkspace({ cwd: repo.dir });
const opening = { cwd: repo.dir, overrides: [], nodes: [], paths: [] };
const target: ComparedStates = { kind: "commit", id, parent: undefined };

function find(
  text: string,
  isTest = false,
  repository: WorkerRepository = new WorkerRepository(opening),
): Promise<Found> {
  return found({ target, text, isTest }, repository);
}

async function found(ask: Ask<"find">, repository: WorkerRepository): Promise<Found> {
  const all: Found[] = [];
  await new Promise<void>((resolve, reject) => {
    const queue = new QuestionQueue(repository, (message) => {
      if (message.kind === "answer" && message.answer.kind === "find") all.push(message.answer.answer);
      if (message.kind === "failed") reject(new Error(message.message));
      if (message.kind === "done") resolve();
    });
    queue.ask({ number: 1, request: { kind: "find", ask } });
  });
  const last = all.at(-1);
  if (last === undefined) throw new Error("no answer");
  return last;
}

test("values are found with their path, nodes and line; keys below their path", async () => {
  const { paths, values, searched } = await find("10.33");
  expect(values.map(({ path, value, nodes, place }) => [path, value, nodes, place])).toEqual([
    ["dns:0", '"10.33.0.1"', 3, "classes/base.yml:3"],
    ["dns:1", '"10.33.0.2"', 3, "classes/base.yml:3"],
  ]);
  expect([paths, searched]).toEqual([[], { nodes: 4, of: 4, files: 6, isWhole: true }]);

  const [port] = (await find("ssh:port")).paths;
  expect([port?.path, port?.nodes]).toEqual(["ssh:port", 3]);
  expect(port?.values.map(({ value, nodes, test: words }) => [value, nodes, words])).toEqual([
    ["22", 2, "ssh:port=22"],
    ["2222", 1, "ssh:port=2222"],
  ]);
});

test("secrets are neither found nor shown", async () => {
  expect((await find("hunter2")).values).toEqual([]);
  expect((await find("ldap:password=hunter2", true)).nodes).toEqual([]);
  expect((await find("ldap:password!=x", true)).nodes, "nor guessed by what they are not").toEqual([]);
  expect((await find("ldap:password", true)).nodes.map(({ value }) => value)).not.toContain('"hunter2"');
});

test.each([
  ["ssh:root=yes", ["db1"]],
  ["ssh:root!=yes", ["web1", "web2"]],
  ["ssh:*=22*", ["db1", "web1", "web2"]],
  ["dns=10.33.0.1", ["db1", "web1", "web2"]],
  ["ssh:port", ["db1", "web1", "web2"]],
  ["=2222", ["web2"]],
  ["classes=db", ["db1"]],
])("%s finds what heir nodes --with does", async (text, names) => {
  const { nodes } = await find(text, true);

  expect(nodes.map(({ node }) => node)).toEqual(names);
  expect((await heir(["nodes", "--with", text], { workspace: await workspace })).out.trim().split("\n")).toEqual(names);
});

test.each([
  ["ss", "ssh", "ssh:", "ssh:port"],
  ["10", "10.33", "10.33.0.2"],
])("each further letter of %s resolves no node again, and finds what a new search finds", async (...typed) => {
  const repository = new WorkerRepository(opening);
  const resolve = vi.spyOn(await repository.workspace(), "resolve");
  for (const text of typed) expect(await find(text, false, repository)).toEqual(await find(text));

  expect(resolve.mock.calls.map(([, names]) => [...(names ?? [])].length)).toEqual(typed.map((_, at) => (at ? 0 : 4)));
  await repository.forget({ areSecretsShown: false });
});

test("a map that is the same on two nodes, with a part from another file, has two places of this part", async () => {
  const own = newRepo();
  const files = {
    "classes/base.yml": "parameters: {ssh: {port: 22, root: a}}\n",
    "nodes/web1.yml": "classes: [base]\n",
  };
  const again = { "classes/same.yml": "parameters: {ssh: {port: 22}}\n", "nodes/web2.yml": "classes: [base, same]\n" };
  const commit: ComparedStates = { kind: "commit", id: own.commit("first", { ...files, ...again }), parent: undefined };
  const repository = new WorkerRepository({ ...opening, cwd: own.dir });
  await found({ target: commit, text: "ss", isTest: false }, repository);
  const [port] = (await found({ target: commit, text: "ssh:port", isTest: false }, repository)).paths;

  expect(port?.values.map(({ nodes, place }) => [nodes, place])).toEqual([
    [1, "classes/base.yml:1"],
    [1, "classes/same.yml:1"],
  ]);
  await repository.forget({ areSecretsShown: false });
});
