import { policiesData } from "../../../report/data/policies.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { policiesRows } from "../../../report/inspect/policies.ts";
import { exit } from "../../exit.ts";
import { printResult } from "../../output/rows.ts";
import { checkName } from "../../reading/names.ts";
import { maskedAtRevision, secretsChoice, secretsOption } from "../../reading/secrets.ts";
import { readInventory, warnProblems, warnUnreadable } from "../../reading/state.ts";
import { formatOptions, revOption } from "../../words/options.ts";
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
  exits: { 3: "policies are in conflict, or the node does not resolve" },
  follows: maskedAtRevision,
  async run(args, context) {
    const secrets = secretsChoice(args, context);
    const { workspace, inventory } = await readInventory(args, context);
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const [name = ""] = args.operands;
    checkName("node", name, inventory);
    const views = workspace.views(inventory, secrets);
    const { view, diagnostics } = views.policies(name);
    const faults = views.policyFaults();
    const fold = createProblemFold();
    fold.add(faults);
    fold.add(diagnostics, name);
    warnProblems(context, fold.problems());
    if (view === undefined) return exit.unresolved;
    await printResult(args, context, { data: () => policiesData(view), rows: () => policiesRows(view) });
    return [...faults, ...diagnostics].some(({ severity }) => severity === "error") ? exit.unresolved : exit.ok;
  },
};
