import { rulesData } from "../../../report/data/policies.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { exit } from "../../exit.ts";
import { listExclusive, listOptions, printList } from "../../output/lists/formats.ts";
import { printLeftOut } from "../../output/rows.ts";

import { chosenAmong, chosenNames, chosenNodes, Scope } from "../../reading/names.ts";
import { atRevision, readInventory, warnProblems, warnUnreadable } from "../../reading/state.ts";
import { nodeOption, revOption } from "../../words/options.ts";
import type { Command } from "../command.ts";

const columnNames = ["name", "file", "title", "nodes", "directives"];

/** `heir rules [PATTERN]`: the enabled rules, and the nodes they apply to. */
export const rules: Command = {
  examples: [
    { line: "heir rules", meaning: "the ids of all enabled rules" },
    { line: "heir rules --columns name,title,nodes", meaning: "with the title and the number of nodes of each rule" },
    { line: "heir rules --json", meaning: "the nodes and directives of each rule, as JSON" },
  ],
  operands: [{ name: "PATTERN", kind: "rule", many: true }],
  options: { ...revOption, ...nodeOption, ...listOptions(columnNames) },
  exclusive: listExclusive,
  exits: { 3: "a policy file has an error" },
  follows: atRevision,
  async run(args, context) {
    const reading = await readInventory(args, context);
    const { workspace, inventory } = reading;
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const views = workspace.views(inventory);
    const all = views.rules();
    const fold = createProblemFold();
    fold.add(views.policyFaults());
    warnProblems(context, fold.problems());
    const code = views.policyFaults().some(({ severity }) => severity === "error") ? exit.unresolved : exit.ok;
    const ids = all.map(({ rule }) => rule.id);
    const scope = new Scope(args);
    const chosen = new Set(chosenNames("rule", { names: ids, patterns: args.operands, scope }));
    const selected = await chosenNodes(args.list("node"), [reading], { context, scope });
    const nodes = selected && new Set(selected);
    const listed = all.flatMap(({ rule, ...of }) => {
      const own = chosen.has(rule.id) ? chosenAmong(of.nodes, nodes) : undefined;
      return own === undefined ? [] : [{ rule, nodes: own }];
    });
    const entries = listed.map(({ rule, nodes }) => ({
      name: rule.id,
      file: rule.file.path,
      title: rule.name,
      nodes: nodes.length,
      directives: rule.directives.length,
    }));
    await printList(args, context, { kind: "rules", entries, document: () => rulesData(listed) });
    printLeftOut(context, scope.leftOut);
    return code;
  },
};
