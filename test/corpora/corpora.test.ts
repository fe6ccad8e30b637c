import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as reference from "./reference.ts";
import { firstDifference, isRecord } from "./typed-json.ts";

/**
 * Real inventories with real history against what reclass 1.7.0 makes of them. Needs the corpora beside the checkout
 * and the built command; without the corpora the whole file is skipped.
 */
describe.skipIf(!reference.hasCorpora).each([
  { name: "mk-lab", flags: [] },
  { name: "system", flags: [] },
  { name: "kapitan-reference", flags: ["--set", "dialect=kapitan"] },
])("the corpus $name", ({ name, flags }) => {
  let folder = "";
  let repository = "";
  let plan: reference.Plan;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heir-corpus-"));
    repository = join(folder, name);
    plan = await reference.readPlan(name);
    await reference
      .output("git", ["clone", "--bare", join(reference.corpora, `${name}.bundle`), repository])
      .catch(() => "");
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("every inventory equals the reference", async () => {
    const problems: string[] = [];
    const commits = reference.sample(plan.commits);
    for (const commit of commits) {
      const golden = await reference.readGolden(name, "inventory", `${commit.slice(0, 12)}.json.gz`);
      const args = ["inventory", "-r", commit, "--format", "json", ...flags];
      // One of them by the program as it is shipped.
      const printed = await reference.heirJson(repository, args, commit === commits[0]);
      problems.push(...inventoryProblems(golden, printed).map((problem) => `${commit.slice(0, 12)} ${problem}`));
    }
    console.info(`${name}: ${commits.length} inventories compared, ${problems.length} differences`);
    expect(problems).toEqual([]);
  }, 600_000);

  test("every resolved diff equals the reference", async () => {
    const problems: string[] = [];
    let count = 0;
    const pairs = reference.sample(plan.pairs);
    for (const pair of pairs) {
      const file = `${pair.old.slice(0, 12)}..${pair.new.slice(0, 12)}.json.gz`;
      const golden = reference.referenceEntries(await reference.readGolden(name, "diff", file));
      const printed = await reference.heirJson(repository, ["diff", pair.old, pair.new, "--json", ...flags]);
      const got = reference.heirEntries(printed);
      count += golden.size;
      const difference = firstDifference(Object.fromEntries(golden), Object.fromEntries(got));
      if (difference !== undefined) problems.push(`${file}: ${difference}`);
    }
    console.info(`${name}: ${pairs.length} diffs with ${count} entries compared, ${problems.length} differences`);
    expect(problems).toEqual([]);
  }, 600_000);
});

function inventoryProblems(golden: unknown, printed: unknown): readonly string[] {
  if (!isRecord(golden) || !isRecord(printed)) return ["is no mapping"];
  const want = isRecord(golden["nodes"]) ? golden["nodes"] : {};
  const got = isRecord(printed["nodes"]) ? printed["nodes"] : {};
  const crashed = reference.crashedNodes(golden);
  const failing = isRecord(printed["errors"]) ? printed["errors"] : {};
  const problems: string[] = [];
  for (const [node, result] of Object.entries(want)) {
    const difference = firstDifference(result, got[node], node);
    if (difference !== undefined) problems.push(difference);
  }
  const wantErrors = isRecord(golden["errors"]) ? golden["errors"] : {};
  for (const node of Object.keys(wantErrors)) {
    if (!crashed.has(node) && !Object.hasOwn(failing, node)) problems.push(`${node}: should fail`);
  }
  for (const node of [...Object.keys(got), ...Object.keys(failing)]) {
    if (!Object.hasOwn(want, node) && !Object.hasOwn(wantErrors, node)) problems.push(`${node}: too many`);
  }
  return problems;
}
