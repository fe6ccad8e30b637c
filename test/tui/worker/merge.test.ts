import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowText } from "../../../src/report/text/row.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";
import { only, worker } from "../../support/tui/worker.ts";

const target = { kind: "merge", branch: "topic", into: "HEAD" } as const;

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
  const ask = worker(mergeRepo());
  const set = only(await ask({ kind: "changes", ask: { target } }), "changes");
  const change = set.changes.find(({ sign, title }) => sign === "≠" && title === "ntp:server")?.id ?? "";
  const value = only(await ask({ kind: "value", ask: { target, change, node: "web1" } }), "value");

  expect(set.changes.map(({ sign, title, block }) => [sign, title, block])).toEqual([
    ["≠", "dc:password", 0],
    ["≠", "ntp:server", 0],
    ["~", "dc:domain", 1],
    ["~", "ntp:server", 1],
    ["~", "dc:password", 1],
  ]);
  expect(set.summary).toMatch(/^2 values on neither side/);
  const sides = value.sides?.map(rowText).filter((row) => /^ +[a-z]/.test(row)) ?? [];
  expect(sides.map((row) => row.trim().split(/\s+/).slice(0, 2))).toEqual([
    ["base", '"ntp1.org"'],
    ["ours", '"ntp2.org"'],
    ["theirs", '"ntp1.net"'],
    ["merged", '"ntp2.net"'],
  ]);
  expect(JSON.stringify([set, value])).not.toMatch(/p-ntp/);
});

test("the state that a merge would give is compared with another one, which has what the merge does not bring", async () => {
  const repo = mergeRepo();
  const ask = worker(repo);
  const { kind, ...merge } = target;
  const compared = { kind: "states", words: ["HEAD~1"], staged: false, merge } as const;
  const set = only(await ask({ kind: "changes", ask: { target: compared } }), "changes");

  expect(kind).toBe("merge");
  expect(
    set.changes.filter(({ follows }) => follows === undefined).map(({ title, old, now }) => [title, old, now]),
  ).toEqual([
    ["dc:domain", '"org"', '"net"'],
    ["ntp:server", '"ntp1.org"', '"ntp2.net"'],
  ]);
});

test("a value of a merge is asked about in the merged state, and its history is that of the branch", async () => {
  const ask = worker(mergeRepo());
  const at = { target, node: "web1", path: "ntp:server", isOld: false };
  const [explained] = [only(await ask({ kind: "explain", ask: { at } }), "explain")];
  const found = await ask({ kind: "timeline", ask: { at } });

  expect(explained.rows.map(rowText).join("\n")).toContain("ntp2.net");
  expect(JSON.stringify(found)).toContain('"subject":"domain"');
});

test("the report is what merge-check prints; it is written to a new file only", async () => {
  const repo = mergeRepo();
  const ask = worker(repo);
  const { report: text = "" } = only(await ask({ kind: "changes", ask: { target } }), "changes");

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
  const unknown = { kind: "merge", branch: "nowhere", into: "HEAD" } as const;

  expect(await worker(mergeRepo())({ kind: "changes", ask: { target: unknown } })).toMatchObject([
    { kind: "failed", message: expect.stringMatching(/nowhere/) },
  ]);
});

test("files that git cannot merge come after what git says nothing of, and before what the merge brings", async () => {
  const repo = mergeRepo();
  repo.commit("note", { "nodes/web2.yml": "parameters: {a: 1}\n" });
  repo.git("checkout", "-q", "topic");
  repo.commit("other note", { "nodes/web2.yml": "parameters: {a: 2}\n" });
  repo.git("checkout", "-q", "main");
  const set = only(await worker(repo)({ kind: "changes", ask: { target } }), "changes");

  expect(set.blocks.map(({ sign, text }) => [sign, text])).toEqual([
    ["≠", "merge of topic (2 commits) into HEAD: 1 text conflict"],
    ["~", "dc:domain edited in class dc"],
    ["·", "notes on the merge"],
  ]);
  expect(
    set.changes.filter(({ block }) => block !== 1).map(({ title, row, nodes }) => [title, rowText(row), nodes.length]),
  ).toEqual([
    ["dc:password", expect.stringContaining("≠ dc:password  "), 1],
    ["ntp:server", expect.stringContaining("≠ ntp:server  "), 1],
    ["git cannot merge the text of this file", "✗ nodes/web2.yml git cannot merge the text of this file  ", 0],
    ["not checked: they use files in conflict", "· web2 not checked: they use files in conflict  ", 1],
  ]);
});
