import { HeirError } from "../../../model/findings/failure.ts";
import { policiesData } from "../../../report/data/policies.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { policiesRows } from "../../../report/inspect/policy-explanation.ts";
import { segment } from "../../../report/text/row.ts";
import { exit } from "../../exit.ts";
import { printLeftOut, printResult } from "../../output/rows.ts";
import { checkName, chosenNodes, Scope } from "../../reading/names.ts";
import { secretsChoice, secretsOption } from "../../reading/secrets.ts";
import { atRevision, readInventory, warnProblems, warnUnreadable } from "../../reading/state.ts";
import { formatOptions, nodeOption, revOption } from "../../words/options.ts";
import type { Command } from "../command.ts";

/** `heir policies [NODE]`: the policies of nodes, each in the run order of the agent. */
export const policies: Command = {
  examples: [
    { line: "heir policies web1", meaning: "policies, their directives, and why others were overridden" },
    { line: "heir policies web1 --json -r HEAD~1", meaning: "the policies one commit ago, as JSON" },
    { line: "heir policies --node 'class:role.web'", meaning: "the policies of each node of a class" },
  ],
  operands: [{ name: "NODE", kind: "node" }],
  options: { ...revOption, ...nodeOption, ...secretsOption, ...formatOptions("text", "json") },
  exits: { 3: "the node, one of its policies or a variable does not resolve, or a policy file has an error" },
  follows: atRevision,
  async run(args, context) {
    const secrets = secretsChoice(args, context);
    const reading = await readInventory(args, context);
    const { workspace, inventory } = reading;
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const words = args.list("node");
    if (args.operands.length + words.length === 0)
      throw new HeirError("usage", "policies needs a node", "heir policies --node all shows those of all nodes");
    for (const name of args.operands) checkName("node", name, inventory);
    const scope = new Scope(args);
    const chosen = (await chosenNodes(words, [reading], { context, scope })) ?? [];
    const views = workspace.views(inventory, secrets);
    const found = [...new Set([...args.operands, ...chosen])].map((name) => ({ name, ...views.policies(name) }));
    const faults = views.policyFaults();
    const fold = createProblemFold();
    fold.add(faults);
    for (const { name, diagnostics } of found) fold.add(diagnostics, name);
    warnProblems(context, fold.problems());
    const resolved = found.flatMap(({ view }) => view ?? []);
    if (resolved.length === 0 && found.length > 0) return exit.unresolved;
    const [one] = words.length === 0 ? resolved : [];
    await printResult(args, context, {
      data: () => ({ v: 1, ...(one === undefined ? { nodes: resolved.map(policiesData) } : policiesData(one)) }),
      rows: () =>
        one === undefined
          ? resolved.flatMap((each) => [[segment("node", each.node)], ...policiesRows(each)])
          : policiesRows(one),
    });
    printLeftOut(context, scope.leftOut);
    const all = [...faults, ...found.flatMap(({ diagnostics }) => diagnostics)];
    return all.some(({ severity }) => severity === "error") ? exit.unresolved : exit.ok;
  },
};
