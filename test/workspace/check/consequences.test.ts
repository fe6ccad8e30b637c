import { expect, test } from "vitest";
import { withConsequences } from "../../../src/workspace/check/consequences.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";

/** The findings of these files: codes, and after each those that follow from it. */
async function codes(...files: readonly (readonly [string, string])[]) {
  const workspace = memoryWorkspace(files);
  const snapshot = await workspace.snapshot("WORKTREE");
  const { findings } = await workspace.check(snapshot);
  const roots = withConsequences(findings, await workspace.load(snapshot));
  return roots.map(({ finding, follows }) => [
    finding.diagnostic.code,
    follows.map(({ diagnostic }) => diagnostic.code),
  ]);
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
