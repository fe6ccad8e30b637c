import type { AskWorkers, Division } from "../../base/division.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import { joinedTests } from "../../report/shards/tests.ts";
import { effortOf } from "../load/effort.ts";
import type { Workspace } from "../workspace.ts";
import { type TestOptions, testRun } from "./test-run.ts";

/** As {@link testRun}, with the help of other processes. Secrets are known once files were read, which takes one process. */
export async function testDivided(
  workspace: Workspace,
  snapshot: Snapshot,
  { workers: ask, ...options }: TestOptions & { readonly workers: AskWorkers },
): Promise<TestRun> {
  const { signal } = options;
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  const { contracts, secrets, nodeNames } = inventory;
  const isOne = contracts === undefined || contracts.expectations.length === 0 || secrets.paths.length > 0;
  const effort = () => {
    const names = (options.nodes ?? nodeNames).filter((name) => contracts?.expectations.some(({ fits }) => fits(name)));
    return effortOf(inventory, names, (nodes) => workspace.load(snapshot, { nodes, signal }));
  };
  const workers = isOne ? undefined : await ask(effort);
  if (workers === undefined) return testRun(workspace, snapshot, options);
  const division: Division<TestRun> = {
    blocks: (processes) => processes,
    async *parts(block, of) {
      yield { data: await testRun(workspace, snapshot, { ...options, share: { index: block + 1, of } }) };
    },
  };
  const runs: TestRun[] = [];
  for await (const { data } of workers.divide(division)) runs.push(data);
  return joinedTests(runs);
}
