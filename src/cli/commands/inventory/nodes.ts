import { nameSetText } from "../../../base/name-set.ts";
import { isByName } from "../../../model/selector/selector.ts";
import { counted } from "../../../report/text/row.ts";
import { selectNodes } from "../../../workspace/scope/selected-nodes.ts";
import { printLeftOut } from "../../output/rows.ts";
import { atRevision, noteUnresolved, stateCommand, warnProblems } from "../../reading/state.ts";
import { nodeOption, programSecretsOption, refuseSecrets, revOption, secretsOption } from "../../words/options.ts";
import { exit } from "../command.ts";
import { isForPrograms, listExclusive, listOptions, printList } from "./list-formats.ts";
import { askedList, listedNodes, nodeColumns } from "./listed-nodes.ts";

/** `heir nodes [SELECTOR...]`: names of nodes, and columns about them. */
export const nodes = stateCommand({
  examples: [
    ["heir nodes", "all names, one per line"],
    ["heir nodes 'web*' --columns name,classes,status", "a table that shows which nodes fail to resolve"],
    ["heir nodes --columns name,ntp:server --format csv", "a value of each node, for a spreadsheet"],
    ["heir nodes --with ntp:server=ntp1.example.org", "nodes with this resolved value"],
  ],
  operands: [{ name: "SELECTOR", kind: "selector", many: true }],
  options: {
    ...revOption,
    ...listOptions(nodeColumns, { orPath: true }),
    ...secretsOption,
    ...programSecretsOption,
    ...nodeOption,
    with: {
      kind: "path",
      isValued: true,
      value: "PATH[[!]=VALUE]",
      multiple: true,
      summary: "only nodes with this value, or with a list that contains it; * and ? are globs",
    },
  },
  exclusive: [...listExclusive, ["show-secrets", "secrets"]],
  details: [
    "csv is written as RFC 4180 says, with a head; tsv has none, and refuses a value with a tab or a line end. Lists and " +
      "mappings are JSON text in both; json and jsonl keep types. A value that a node does not have is empty, or null.",
    "For programs (csv, tsv, json, jsonl) nothing is printed if a node whose values are asked for does not resolve, or if --secrets does " +
      "not say how to print a secret.",
  ],
  exits: {
    3: "printed for programs: a node does not resolve",
    4: "printed for programs: the answer holds a secret, and nothing says how to print it",
  },
  follows: atRevision,
  reads(args) {
    const { selector, mustResolve } = askedList(args);
    const isByNames = selector === undefined || isByName(selector);
    return mustResolve || !isByNames ? "everything" : "names";
  },
  async answer(asked) {
    const { args, context, inventory, scope } = asked;
    const { paths, selector } = askedList(args);
    const selection = selector && (await selectNodes(selector, [asked], { scope, steps: context }));
    const undecided = new Set(selection?.undecided);
    const names = (selection?.names ?? inventory.nodeNames).filter((name) => !undecided.has(name));
    const found = await listedNodes(asked, names);
    if (paths.length > 0 && found.failed > 0) {
      if (isForPrograms(args)) warnProblems(context, found.problems);
      noteUnresolved(context, found.failed, names.length);
      if (isForPrograms(args)) return exit.unresolved;
    }
    if (!args.has("secrets") && isForPrograms(args)) refuseSecrets(context, found.secrets);
    await printList(args, context, { kind: "nodes", entries: found.entries });
    printLeftOut(context, scope.leftOut);
    const secret = selection?.secrets ?? 0;
    if (secret > 0) context.note(`${counted(secret, "node has", "nodes have")} a secret there`);
    if (undecided.size === 0) return exit.ok;
    const count = counted(undecided.size, "node, which does", "nodes, which do");
    context.warn(`heir: not known of ${count} not resolve: ${nameSetText([...undecided])}`);
    return exit.unresolved;
  },
});
