import { expect, test } from "vitest";
import { mask } from "../../../src/model/secrets/mask.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import { questionOf } from "../../../src/workspace/views/conflict-choices.ts";
import { unmasked } from "../../support/found.ts";
import { secretsAt } from "../../support/secrets.ts";

const workspace = memoryWorkspace([
  ["groups/os.yml", "nodes: [n1]\nproperties: {dns: 1.1.1.1, ntp: pool-one, tz: utc}\n"],
  ["groups/dc.yml", "nodes: [n1]\nproperties: {dns: 9.9.9.9, ntp: pool-two}\n"],
  ["groups/env.yml", "nodes: [n1]\nproperties: {tz: cet}\n"],
  ["nodes/n1.yml", "{}\n"],
]);

async function conflictsFound() {
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  const { findings } = await workspace.check(snapshot);
  const found = findings.filter(({ diagnostic }) => diagnostic.code === "group-conflict");
  const groupsOf = (some: typeof found) => some.map((finding) => questionOf(finding, inventory)?.conflict.groups);
  return { inventory, findings: found, groupsOf };
}

const GROUPS = [
  ["dc", "os"],
  ["env", "os"],
];

test("a finding leads to its question, of several on one node", async () => {
  const { findings, groupsOf } = await conflictsFound();
  expect(groupsOf(findings)).toEqual(GROUPS);
});

test("a finding leads to its question whatever was masked in its message", async () => {
  const { findings, groupsOf } = await conflictsFound();
  const secrets = secretsAt(["pw"], ["9.9.9.9", "pool-two", "nothing orders"]);
  const masked = findings.map((finding) => ({ ...finding, diagnostic: mask("finding", finding.diagnostic, secrets) }));

  expect(masked[0]?.diagnostic.message).toBe("dns, ntp: (secret) dc and os");
  expect(groupsOf(masked)).toEqual(GROUPS);
});

test("other findings lead to none", async () => {
  const { inventory, findings } = await conflictsFound();
  const [first] = findings;
  if (first === undefined) throw new Error("no conflict");
  const other = unmasked({ ...first.diagnostic, code: "latent-conflict" as const });
  expect(questionOf({ ...first, diagnostic: other }, inventory)).toBeUndefined();
  expect(questionOf({ ...first, nodes: [] }, inventory)).toBeUndefined();
});
