import { documentJson } from "../../../encoding/json.ts";
import { policiesData } from "../../../report/data/policies.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { policiesRows } from "../../../report/inspect/policies.ts";
import { exit } from "../../exit.ts";
import { secretsChoice, secretsOption } from "../../output/secrets.ts";
import { isUnreadable, noSuchName, readInventory, warnProblems, wholeProblems } from "../../start/reading.ts";
import { formatOptions, isJson, revOption } from "../../words/options.ts";
import type { Command } from "../command.ts";

/** `heir policies NODE`: the policies of a node in the run order of the agent. */
export const policies: Command = {
  examples: [
    { line: "heir policies web1", meaning: "policies, their directives, and why others were overridden" },
    { line: "heir policies web1 --json -r HEAD~1", meaning: "the policies one commit ago, as JSON" },
  ],
  operands: [{ name: "NODE", kind: "node", required: true }],
  options: { ...revOption, ...secretsOption, ...formatOptions("text", "json") },
  details: [
    "Exits with 3 if the node fails to resolve, if one of its policies or variables cannot be generated, or if a policy " +
      "file has an error.",
  ],
  async run(args, context) {
    const secrets = secretsChoice(args, context);
    const { workspace, inventory } = await readInventory(args, context);
    if (isUnreadable(inventory)) {
      warnProblems(context, wholeProblems(inventory));
      return exit.unresolved;
    }
    const [name = ""] = args.operands;
    if (!inventory.nodeNames.includes(name)) throw noSuchName("node", name, inventory.nodeNames);
    const views = workspace.views(inventory, secrets);
    const { view, diagnostics } = views.policies(name);
    const faults = views.policyFaults();
    const fold = createProblemFold();
    fold.add(faults);
    fold.add(diagnostics, name);
    warnProblems(context, fold.problems());
    if (view === undefined) return exit.unresolved;
    if (isJson(args)) await context.print(documentJson(policiesData(view)));
    else {
      context.page();
      for (const row of policiesRows(view)) await context.print(context.theme(row));
    }
    return [...faults, ...diagnostics].some(({ severity }) => severity === "error") ? exit.unresolved : exit.ok;
  },
};
