import { expect, test } from "vitest";
import { mask } from "../../../src/model/secrets/mask.ts";
import { conflictOf } from "../../../src/workspace/check/conflict-choices.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import { secretsAt } from "../../support/secrets.ts";

const workspace = memoryWorkspace([
  ["groups/os.yml", "nodes: [n1]\nproperties: {dns: 1.1.1.1, ntp: pool-one}\n"],
  ["groups/dc.yml", "nodes: [n1]\nproperties: {dns: 9.9.9.9, ntp: pool-two}\n"],
  ["nodes/n1.yml", "{}\n"],
]);

async function conflictsFound() {
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  const { findings } = await workspace.check(snapshot);
  return { inventory, findings: findings.filter(({ diagnostic }) => diagnostic.code === "group-conflict") };
}

test("a finding leads to its conflict, of several on one node", async () => {
  const { inventory, findings } = await conflictsFound();
  expect(findings.map((finding) => conflictOf(finding, inventory)?.property)).toEqual(["dns", "ntp"]);
});

test("a finding leads to its conflict whatever was masked in its message", async () => {
  const { inventory, findings } = await conflictsFound();
  const secrets = secretsAt(["pw"], ["9.9.9.9", "pool-two", "nothing orders them"]);
  const masked = findings.map((finding) => ({ ...finding, diagnostic: mask("finding", finding.diagnostic, secrets) }));

  expect(masked[0]?.diagnostic.message).toBe('dns: group dc says "(secret)" and group os says "1.1.1.1", and (secret)');
  expect(masked.map((finding) => conflictOf(finding, inventory)?.property)).toEqual(["dns", "ntp"]);
});

test("other findings lead to none", async () => {
  const { inventory, findings } = await conflictsFound();
  const [first] = findings;
  if (first === undefined) throw new Error("no conflict");
  const { property: _, ...other } = first.diagnostic;
  expect(conflictOf({ ...first, diagnostic: { ...other, code: "latent-conflict" } }, inventory)).toBeUndefined();
  expect(conflictOf({ ...first, nodes: [] }, inventory)).toBeUndefined();
});
