import { expect, test } from "vitest";
import { type RootFinding, withConsequences } from "../../../src/workspace/judge/consequences.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import type { Finding } from "../../../src/workspace/workspace.ts";
import { editedSnapshot } from "../../../src/workspace/write/worktree-files.ts";

type Files = readonly (readonly [path: string, text: string])[];

/** The findings of some files after a commit that had these others, too: each with those that follow from it. */
async function roots(files: Files, former: Files = []): Promise<readonly RootFinding[]> {
  const workspace = memoryWorkspace(files);
  const after = await workspace.snapshot("WORKTREE");
  const before = editedSnapshot(after, new Map(former.map(([path, text]) => [path, Buffer.from(text)])));
  const { findings } = await workspace.check(after);
  return withConsequences(findings, { workspace, before, after });
}

/** The same as codes. */
async function codes(...files: Files) {
  return (await roots(files)).map(({ finding, follows }) => [
    finding.diagnostic.code,
    follows.map(({ diagnostic }) => diagnostic.code),
  ]);
}

/** What is missing, and after each what is missing because of it. */
async function lacks(files: Files, former: Files) {
  const subject = ({ diagnostic: { message } }: Finding) => /class \S+|\$\{.*?\}/.exec(message)?.[0];
  return (await roots(files, former)).map(({ finding, follows }) => [subject(finding), follows.map(subject)]);
}

const contract = [
  "contracts/dns.yml",
  "values:\n  dns: {type: text, required: true}\n  tz: {type: text, required: true}\n",
] as const;
const groups = [
  ["groups/os.yml", "nodes: [n1]\nproperties: {dns: 1.1.1.1}\n"],
  ["groups/dc.yml", "nodes: [n1]\nproperties: {dns: 9.9.9.9}\n"],
] as const;

test("a value that is missing because groups disagree on it follows from their conflict, another one does not", async () => {
  expect(await codes(contract, ...groups, ["nodes/n1.yml", "{}\n"])).toEqual([
    ["contract-required", []],
    ["group-conflict", ["contract-required"]],
  ]);
});

test("where another node lacks the value for another reason it is no consequence", async () => {
  const found = await codes(contract, ...groups, ["nodes/n1.yml", "{}\n"], ["nodes/n2.yml", "parameters: {tz: utc}\n"]);

  expect(found).toContainEqual(["group-conflict", []]);
});

test("references without a value follow from a class that is skipped on all their nodes, at whatever place it is listed", async () => {
  const found = await codes(
    ["heir.yml", "ignore_class_notfound: true\n"],
    ["classes/base.yml", 'parameters: {url: "${dc:host}", port: "${dc:port}"}\n'],
    ["nodes/n1.yml", "classes: [base, dc]\n"],
    ["nodes/n2.yml", "classes: [base, dc]\n"],
  );

  expect(found).toEqual([
    ["class-skipped", ["unresolved-reference", "unresolved-reference"]],
    ["class-skipped", []],
  ]);
});

const skipping = ["heir.yml", "ignore_class_notfound: true\n"] as const;

test("of a class that the state before has only that follows which its file and what it brings along would put right", async () => {
  const found = await lacks(
    [
      skipping,
      ["classes/base.yml", 'parameters: {a: "${dc:host}", b: "${zone:name}", c: "${dc:hots}", d: "${other:x}"}\n'],
      ["nodes/n1.yml", "classes: [base, dc]\n"],
    ],
    [
      ["classes/dc.yml", "classes: [zone]\nparameters: {dc: {host: h1}}\n"],
      ["classes/zone.yml", "parameters: {zone: {name: z1}}\n"],
    ],
  );

  expect(found).toEqual([
    ["${dc:hots}", []],
    ["${other:x}", []],
    ["class dc", ["${dc:host}", "${zone:name}"]],
  ]);
});

test("of several classes that are gone each has what follows from its own loss", async () => {
  const found = await lacks(
    [
      skipping,
      ["classes/base.yml", 'parameters: {a: "${dc:host}", b: "${zone:name}", c: "${none}"}\n'],
      ["nodes/n1.yml", "classes: [base, dc, zone]\n"],
    ],
    [
      ["classes/dc.yml", "parameters: {dc: {host: h1}}\n"],
      ["classes/zone.yml", "parameters: {zone: {name: z1}}\n"],
    ],
  );

  expect(found).toEqual([
    ["${none}", []],
    ["class dc", ["${dc:host}"]],
    ["class zone", ["${zone:name}"]],
  ]);
});

test("where the class is gone from some of the nodes alone nothing of all of them follows", async () => {
  const found = await lacks(
    [
      skipping,
      ["classes/base.yml", 'parameters: {a: "${dc:host}"}\n'],
      ["nodes/n1.yml", "classes: [base, dc]\n"],
      ["nodes/n2.yml", "classes: [base]\n"],
    ],
    [["classes/dc.yml", "parameters: {dc: {host: h1}}\n"]],
  );

  expect(found).toEqual([
    ["${dc:host}", []],
    ["class dc", []],
  ]);
});

test("what neither state defines follows from a class that neither has", async () => {
  const found = await lacks(
    [
      skipping,
      ["classes/base.yml", 'parameters: {a: "${dc:host}", b: "${none}"}\n'],
      ["nodes/n1.yml", "classes: [base, dc, never]\n"],
    ],
    [["classes/dc.yml", "parameters: {dc: {host: h1}}\n"]],
  );

  expect(found).toEqual([
    ["class dc", ["${dc:host}"]],
    ["class never", ["${none}"]],
  ]);
});
