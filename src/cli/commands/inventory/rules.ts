import { rulesData } from "../../../report/inspect/policies.ts";
import { hasError } from "../../../workspace/load/outcome.ts";
import { printLeftOut } from "../../output/rows.ts";
import { chosenAmong, chosenNames, chosenNodes } from "../../reading/names.ts";
import { atRevision, stateCommand, warnFindings } from "../../reading/state.ts";
import { nodeOption, nodesBehind, revOption } from "../../words/options.ts";
import { exit } from "../command.ts";
import { listExclusive, listOptions, printList } from "./list-formats.ts";

const columnNames = ["name", "file", "title", "nodes", "directives"];

/** `heir rules [PATTERN]`: the enabled rules, and the nodes they apply to. */
export const rules = stateCommand({
  examples: [
    ["heir rules", "the ids of all enabled rules"],
    ["heir rules --columns name,title,nodes", "with the title and the number of nodes of each rule"],
    ["heir rules --json", "the nodes and directives of each rule, as JSON"],
  ],
  operands: [{ name: "PATTERN", kind: "rule", many: true }],
  rest: nodesBehind,
  options: { ...revOption, ...nodeOption, ...listOptions(columnNames) },
  exclusive: listExclusive,
  exits: { 3: "a policy file has an error" },
  follows: atRevision,
  async answer(asked) {
    const { args, context, scope } = asked;
    const views = asked.views();
    const all = views.rules();
    const faults = views.policyFaults();
    warnFindings(context, { diagnostics: faults });
    const ids = all.map(({ rule }) => rule.id);
    const chosen = new Set(chosenNames("rule", ids, args.operands, scope));
    const selected = await chosenNodes(args.list("node"), [asked], asked);
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
    return hasError({ diagnostics: faults }) ? exit.unresolved : exit.ok;
  },
});
