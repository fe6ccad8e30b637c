import { expect, test } from "vitest";
import { TestAssistant } from "../../../support/assistant.ts";
import { newRepo, type TestRepo } from "../../../support/git/repo.ts";

function inventory(): TestRepo {
  const repo = newRepo();
  repo.commit("all", {
    "classes/web.yml": "parameters:\n  port: 80\n",
    "nodes/n1.yml": "classes: [web]\n",
    "nodes/n2.yml": "classes: [web]\n",
    "nodes/n3.yml": "parameters: {port: 22}\n",
  });
  return repo;
}

test("an edit is proved, written, not staged, and taken back", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir, { writes: true });
  const { structuredContent } = await assistant.call("set", { nodes: ["class:web"], path: "port", value: 8080 });

  expect(structuredContent).toMatchObject({ claim: "only port on 2 nodes", written: true, proof: { holds: true } });
  expect(repo.git("diff")).toContain("+  port: 8080");
  expect(repo.git("diff", "--cached")).toBe("");

  await assistant.call("undo");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect((await assistant.call("undo")).isError).toBe(true);
});

test("a dry run gives the patch and writes nothing", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir, { writes: true });
  const answer = await assistant.call("move", { old: "class:web", new: "www", dryRun: true });

  expect(answer.content?.[0]?.text).toContain("rename to classes/www.yml");
  expect(answer.structuredContent).toMatchObject({ written: false, proof: { holds: true } });
  expect(repo.git("status", "--porcelain")).toBe("");
});

test("an edit that changes more than is claimed is not written, and the answer says why", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir, { writes: true });
  const answer = await assistant.call("unset", { nodes: ["n1"], path: "port" });

  expect(answer.structuredContent).toMatchObject({ written: false });
  expect(answer.content?.[0]?.text).toBe(
    "classes/web.yml also says it for n2\nthe claim does not hold: nothing is written",
  );
  expect(repo.git("status", "--porcelain")).toBe("");
});

test("nothing is written twice: a value that is there already is said to be", async () => {
  const assistant = new TestAssistant(inventory().dir, { writes: true });

  expect(await assistant.text("set", { nodes: ["n3"], path: "port", value: 22 })).toBe(
    "nothing to do: port has this value on 1 node",
  );
});

test("two edits at once are made one after the other", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir, { writes: true });
  const set = (node: string, path: string) =>
    assistant.call("set", { nodes: [node], path, value: path, new: true }).then((answer) => answer.structuredContent);
  const [one, other] = await Promise.all([set("n3", "one"), set("n3", "other")]);

  expect([one, other]).toMatchObject([{ written: true }, { written: true }]);
  expect(await assistant.call("show", { node: "n3", path: "parameters" })).toMatchObject({
    structuredContent: { one: "one", other: "other", port: 22 },
  });
});

test.each([
  [8080],
  ["8080"],
  ["-"],
  ["--json"],
  ["yes"],
  [""],
  ["a: b # c"],
  ["~"],
  ["two\nlines"],
  [true],
  [null],
  [1.5],
  [["a", "-", "0x10", { b: null }]],
  [{ a: { "b c": [1, "1"] } }],
])("a value is written as it is given: %j", async (value) => {
  const assistant = new TestAssistant(inventory().dir, { writes: true });
  await assistant.call("set", { nodes: ["n3"], path: "port", value });
  const { structuredContent } = await assistant.call("show", { node: "n3", path: "port" });
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);

  expect(structuredContent).toEqual(isMap ? value : { value });
});
