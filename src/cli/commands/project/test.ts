import { documentJson } from "../../../encoding/json.ts";
import type { TestRun } from "../../../model/results/test-run.ts";
import { countOutcomes, testRunData } from "../../../report/ci/test-run.ts";
import { checkRows } from "../../../report/findings/diagnostic.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { segment } from "../../../report/text/row.ts";
import type { WorkPart } from "../../../workspace/workspace.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNodes } from "../../reading/names.ts";
import { atRevision, stateCommand } from "../../reading/state.ts";
import { formatOptions, isJson, nodeOption, revOption } from "../../words/options.ts";
import { type Arguments, type Context, exit } from "../command.ts";

/** `heir test [SELECTOR...]`: the expectations of contracts. */
export const test = stateCommand({
  examples: [
    ["heir test", "test all expectations in the work tree"],
    ["heir test 'web*'", "only those of some nodes"],
    ["heir test --since main", "only those that the changes since main reach"],
    ["heir test --staged --format junit", "the index, as JUnit XML for CI"],
  ],
  operands: [{ name: "SELECTOR", kind: "selector", many: true }],
  options: {
    ...revOption,
    ...nodeOption,
    staged: { kind: "flag", means: { option: "rev", value: "INDEX" }, summary: "test the index" },
    since: { kind: "revision", summary: "skip expectations that the changes since REV do not reach" },
    ...formatOptions("text", "json", "junit"),
  },
  details: ["Expectations are the entries of `expect` in contracts."],
  exits: { 1: "an expectation fails", 3: "the inventory cannot be read" },
  // With --since, the answer depends on two states.
  follows: async (args, states) => {
    const since = args.text("since");
    const read = await atRevision(args, states);
    return since === undefined ? read : [...read, await states.snapshot(since)];
  },
  reads: () => "names",
  async answer(asked) {
    const { args, context, workspace, snapshot, inventory, scope } = asked;
    const { signal, progress, shares } = context;
    const since = args.text("since");
    const before = since === undefined ? undefined : await workspace.snapshot(since, { signal });
    const chosen = await chosenNodes([...args.list("node"), ...args.operands], [asked], asked);
    const options = { signal, progress, nodes: chosen, since: before };
    const { testRun } = await import("../../../workspace/contracts/test-run.ts");
    const part = ({ own }: WorkPart) => testRun(workspace, snapshot, { ...options, own });
    const isTested = (name: string) => inventory.contracts?.expectations.some(({ fits }) => fits(name));
    const names = (chosen ?? inventory.nodeNames).filter(isTested);
    const run =
      (await shares?.divided({ names, part, join: (runs, joins) => joins.test(runs) })) ??
      (await testRun(workspace, snapshot, { ...options, own: shares?.own?.own }));
    const read = before === undefined ? [snapshot] : [snapshot, before];
    await (shares?.own === undefined ? print(args, context, run) : shares.print(run, read));
    printLeftOut(context, scope.leftOut);
    return run.results.some(({ outcome }) => outcome === "failed") ? exit.findings : exit.ok;
  },
});

async function print(args: Arguments, context: Context, run: TestRun): Promise<void> {
  if (isJson(args)) return context.print(documentJson(testRunData(run), 2));
  const { passed, failed, skipped } = countOutcomes(run.results);
  const summary =
    run.results.length === 0 ? "no expectations" : `${passed} passed, ${failed} failed, ${skipped} skipped`;
  if (args.text("format") === "junit") {
    const { testJunit } = await import("../../../report/ci/test-run.ts");
    await context.write(testJunit(run.results));
    return context.note(summary);
  }
  const fold = createProblemFold();
  for (const { finding, node, isNode } of run.results) {
    if (finding !== undefined) fold.add([finding], isNode ? node : undefined);
  }
  await printRows(context, checkRows(fold.problems(), context.width));
  if (!context.quiet) await context.print(context.theme([segment(failed === 0 ? "muted" : "title", summary)]));
}
