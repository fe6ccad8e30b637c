import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";
import { only, worker } from "../../support/tui/worker.ts";

/** One side changes a name, the other what it refers to: the merged value is on neither. A secret is in between. */
function mergeRepo(): TestRepo {
  const repo = newRepo();
  const dc = (host: string, domain: string) =>
    `parameters:\n  ntp: {server: "${host}.\${dc:domain}"}\n\n\n\n  dc: {domain: ${domain}, password: "p-\${ntp:server}"}\n`;
  repo.commit("first", {
    "heir.yml": "secrets: [dc:password]\n",
    "nodes/web1.yml": "classes: [dc]\n",
    "classes/dc.yml": dc("ntp1", "org"),
  });
  repo.git("checkout", "-q", "-b", "topic");
  repo.commit("domain", { "classes/dc.yml": dc("ntp1", "net") });
  repo.git("checkout", "-q", "main");
  repo.commit("host", { "classes/dc.yml": dc("ntp2", "org") });
  return repo;
}

test("branches are listed newest first, the one that is checked out last, then tags", async () => {
  const repo = newRepo();
  repo.commit("first", { "nodes/web1.yml": "{}\n" });
  repo.git("checkout", "-q", "-b", "topic");
  repo.commit("second", { "nodes/web2.yml": "{}\n" });

  repo.git("tag", "-a", "-m", "v1", "v1", "main");
  repo.git("branch", "later");

  const refs = only(await worker(repo)({ kind: "refs", ask: {} }), "refs");
  expect(refs.map(({ kind, name, isCurrent }) => [kind, name, isCurrent])).toEqual([
    ["branch", "later", false],
    ["branch", "main", false],
    ["branch", "topic", true],
    ["tag", "v1", false],
  ]);
  expect(refs.find(({ name }) => name === "v1")?.id, "a tag names its commit").toBe(refs[1]?.id);
});

test("a value on neither side comes first, with its four states, then what the merge brings; secrets are masked", async () => {
  const view = only(await worker(mergeRepo())({ kind: "merge", ask: { branch: "topic", into: "HEAD" } }), "merge");
  const [first] = view.items.filter(({ title }) => title === "ntp:server");
  const text = first?.lines.map((line) => line.map((part) => part.text).join("")).join("\n") ?? "";

  expect(view.items.map(({ sign, isConflict }) => [sign, isConflict])).toEqual([
    ["≠", true],
    ["≠", true],
    ["~", false],
  ]);
  expect(text.match(/base|ours|theirs|merged/g)).toEqual(["base", "ours", "theirs", "merged"]);
  expect(text).toMatch(/merged +"ntp2\.net"/);
  expect(view.summary).toMatch(/^2 values on neither side/);
  expect(JSON.stringify(view)).not.toMatch(/p-ntp/);
});

test("the report is what merge-check prints; it is written to a new file only", async () => {
  const repo = mergeRepo();
  const ask = worker(repo);
  const { text } = only(await ask({ kind: "merge", ask: { branch: "topic", into: "HEAD" } }), "merge");

  expect(text).toMatch(/^merge of topic \(1 commit\) into HEAD: no text conflict\n/);
  expect(only(await ask({ kind: "mergeWrite", ask: { name: "report.txt", text } }), "mergeWrite").name).toBe(
    "report.txt",
  );
  expect(readFileSync(join(repo.dir, "report.txt"), "utf8")).toBe(text);
  expect(await ask({ kind: "mergeWrite", ask: { name: "report.txt", text: "other" } })).toMatchObject([
    { kind: "failed", message: "report.txt exists already, nothing was written" },
  ]);
});

test("an unknown branch is reported in words", async () => {
  expect(await worker(mergeRepo())({ kind: "merge", ask: { branch: "nowhere", into: "HEAD" } })).toMatchObject([
    { kind: "failed", message: expect.stringMatching(/nowhere/) },
  ]);
});

test("files that git cannot merge come after what git says nothing of, and before what the merge brings", async () => {
  const repo = mergeRepo();
  repo.commit("note", { "nodes/web2.yml": "parameters: {a: 1}\n" });
  repo.git("checkout", "-q", "topic");
  repo.commit("other note", { "nodes/web2.yml": "parameters: {a: 2}\n" });
  repo.git("checkout", "-q", "main");
  const view = only(await worker(repo)({ kind: "merge", ask: { branch: "topic", into: "HEAD" } }), "merge");

  expect(view.items.map(({ sign, title, nodes }) => [sign, title, nodes])).toEqual([
    ["≠", "dc:password", 1],
    ["≠", "ntp:server", 1],
    ["✗", "nodes/web2.yml", 0],
    ["~", "dc:domain edited in class dc", 1],
    ["·", "web2", 1],
  ]);
});
