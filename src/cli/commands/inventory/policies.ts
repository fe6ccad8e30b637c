import { HeirError } from "../../../model/findings/failure.ts";
import { policiesData, policiesRows } from "../../../report/inspect/policies.ts";
import { segment } from "../../../report/text/row.ts";
import { hasError } from "../../../workspace/load/outcome.ts";
import { printLeftOut, printResult } from "../../output/rows.ts";
import { checkName, chosenNodes } from "../../reading/names.ts";
import { atRevision, stateCommand, warnFindings } from "../../reading/state.ts";
import { formatOptions, nodeOption, revOption, secretsOption } from "../../words/options.ts";
import { exit } from "../command.ts";

/** `heir policies [NODE]`: the policies of nodes, each in the run order of the agent. */
export const policies = stateCommand({
  examples: [
    ["heir policies web1", "policies, their directives, and why others were overridden"],
    ["heir policies web1 --json -r HEAD~1", "the policies one commit ago, as JSON"],
    ["heir policies --node 'class:role.web'", "the policies of each node of a class"],
  ],
  operands: [{ name: "NODE", kind: "node" }],
  options: { ...revOption, ...nodeOption, ...secretsOption, ...formatOptions("text", "json") },
  exits: { 3: "the node, one of its policies or a variable does not resolve, or a policy file has an error" },
  follows: atRevision,
  async answer(asked) {
    const { args, context, inventory, scope } = asked;
    const words = args.list("node");
    if (args.operands.length + words.length === 0)
      throw new HeirError("usage", "policies needs a node", "heir policies --node all shows those of all nodes");
    for (const name of args.operands) checkName("node", name, inventory);
    const chosen = (await chosenNodes(words, [asked], asked)) ?? [];
    const views = asked.views();
    const found = [...new Set([...args.operands, ...chosen])].map((name) => ({ name, ...views.policies(name) }));
    const faults = views.policyFaults();
    warnFindings(context, { diagnostics: faults }, ...found);
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
    return [{ diagnostics: faults }, ...found].some(hasError) ? exit.unresolved : exit.ok;
  },
});
