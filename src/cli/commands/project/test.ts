import { documentJson } from "../../../encoding/json.ts";
import type { TestRun } from "../../../model/results/test-run.ts";
import { checkRows } from "../../../report/findings/check.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { countOutcomes, testRunData } from "../../../report/tests/data.ts";
import { segment } from "../../../report/text/row.ts";
import type { WorkPart } from "../../../workspace/workspace.ts";
import { exit } from "../../exit.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNodes, Scope } from "../../reading/names.ts";
import { warnUnreadable } from "../../reading/state.ts";
import { formatOptions, isJson, nodeOption, revOption } from "../../words/options.ts";
import type { Arguments, Command, Context } from "../command.ts";

/** `heir test [SELECTOR...]`: the expectations of contracts. */
export const test: Command = {
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
    staged: { kind: "flag", summary: "test the index" },
    since: { kind: "revision", summary: "skip expectations that the changes since REV do not reach" },
    ...formatOptions("text", "json", "junit"),
  },
  exclusive: [["rev", "staged"]],
  details: ["Expectations are the entries of `expect` in contracts."],
  exits: { 1: "an expectation fails", 3: "the inventory cannot be read" },
  // With --since, the answer depends on two states.
  follows: (args, states) => {
    const revisions = [stateOf(args) ?? states.defaultRevision, args.text("since")];
    const read = revisions.flatMap((revision) => (revision === undefined ? [] : states.snapshot(revision)));
    return Promise.all(read);
  },
  async run(args, context) {
    const { signal, progress, shares } = context;
    const workspace = await context.open();
    const snapshot = await workspace.snapshot(stateOf(args) ?? workspace.defaultRevision, { signal });
    const inventory = await workspace.load(snapshot, { scope: "names", signal });
    const since = args.text("since");
    const before = since === undefined ? undefined : await workspace.snapshot(since, { signal });
    const from = [snapshot, ...(before === undefined ? [] : [before])];
    if (warnUnreadable(context, inventory)) {
      await shares.print(undefined, from);
      return exit.unresolved;
    }
    const scope = new Scope(args);
    const patterns = [...args.list("node"), ...args.operands];
    const chosen = await chosenNodes(patterns, [{ workspace, snapshot, inventory }], { context, scope });
    const options = { signal, progress, nodes: chosen, since: before };
    const { testRun } = await import("../../../workspace/check/test-run.ts");
    const part = ({ own }: WorkPart) => testRun(workspace, snapshot, { ...options, own });
    const names = (chosen ?? inventory.nodeNames).filter((name) =>
      inventory.contracts?.expectations.some(({ fits }) => fits(name)),
    );
    const run =
      (await shares.divided({ names, part, join: (runs, joins) => joins.test(runs) })) ??
      (await testRun(workspace, snapshot, { ...options, own: shares.own?.own }));
    await (shares.own === undefined ? print(args, context, run) : shares.print(run, from));
    printLeftOut(context, scope.leftOut);
    return run.results.some(({ outcome }) => outcome === "failed") ? exit.findings : exit.ok;
  },
};

function stateOf(args: Arguments): string | undefined {
  return args.has("staged") ? "INDEX" : args.text("rev");
}

async function print(args: Arguments, context: Context, run: TestRun): Promise<void> {
  if (isJson(args)) return context.print(documentJson(testRunData(run), 2));
  const { passed, failed, skipped } = countOutcomes(run.results);
  const summary =
    run.results.length === 0 ? "no expectations" : `${passed} passed, ${failed} failed, ${skipped} skipped`;
  if (args.text("format") === "junit") {
    const { testJunit } = await import("../../../report/tests/data.ts");
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
