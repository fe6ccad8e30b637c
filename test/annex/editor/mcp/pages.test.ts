import { expect, test } from "vitest";
import { TestAssistant } from "../../../support/assistant.ts";
import { newRepo } from "../../../support/git/repo.ts";

test("nodes are listed a hundred a page, each with an address that reads it", async () => {
  const repo = newRepo();
  const names = Array.from({ length: 205 }, (_, index) => `n${String(index).padStart(3, "0")}`);
  const nodes = names.map((name) => [`nodes/${name}.yml`, `parameters: {own: ${name}}\n`] as const);
  repo.commit("all", {
    "classes/none.yml": "",
    "nodes/a b.yml": "parameters: {own: mine}\n",
    ...Object.fromEntries(nodes),
  });
  const assistant = new TestAssistant(repo.dir);
  const sizes: number[] = [];
  const seen: string[] = [];
  let cursor: string | undefined;
  let first = "";
  do {
    const { result } = await assistant.ask("resources/list", cursor === undefined ? {} : { cursor });
    sizes.push(result?.resources?.length ?? 0);
    seen.push(...(result?.resources ?? []).map(({ name }) => name));
    first ||= result?.resources?.[0]?.uri ?? "";
    cursor = result?.nextCursor;
  } while (cursor !== undefined);

  expect(sizes).toEqual([100, 100, 6]);
  expect(seen.toSorted()).toEqual(["a b", ...names]);
  expect(first).toBe("heir://node/a%20b");
  const { result } = await assistant.ask("resources/read", { uri: first });
  expect(result?.contents?.[0]?.text).toMatch(/^ {2}own: mine +# nodes\/a b\.yml:1:19$/m);
  expect((await assistant.ask("resources/list", { cursor: "gone" })).error?.code).toBe(-32602);
});

test("a page of a finding is read, and nothing that is no resource", async () => {
  const repo = newRepo();
  repo.commit("all", { "classes/none.yml": "", "nodes/n1.yml": "{}\n" });
  const assistant = new TestAssistant(repo.dir);
  const { result } = await assistant.ask("resources/read", { uri: "heir://finding/class-not-found" });

  expect(result?.contents?.[0]?.text).toMatch(/^class-not-found: /);
  for (const uri of [
    "heir://node/n9",
    "heir://finding/merge",
    "heir://node/",
    "file:///etc/hostname",
    "heir:node/n1",
  ]) {
    expect((await assistant.ask("resources/read", { uri })).error?.code, uri).toBe(-32002);
  }
});

test("the prompt is the review of a change", async () => {
  const repo = newRepo();
  repo.commit("one", { "classes/none.yml": "", "nodes/n1.yml": "parameters: {port: 80}\n" });
  repo.commit("two", { "nodes/n1.yml": "parameters: {port: 8080}\n" });
  const assistant = new TestAssistant(repo.dir);
  const review = (given?: object) =>
    assistant.ask("prompts/get", { name: "review", ...(given && { arguments: given }) });

  expect((await review({ from: "HEAD~1", to: "HEAD" })).result?.messages?.[0]?.content.text).toContain(
    "**1 of 1 node changes: 1 block**",
  );
  expect((await review()).error?.code).toBe(-32602);
  expect((await review({ from: "HEAD", to: "nowhere" })).error?.message).toContain('unknown revision "nowhere"');
});
