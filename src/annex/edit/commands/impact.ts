import { command } from "../../../base/terminal-text.ts";
import { exit } from "../../../cli/commands/command.ts";
import { printLeftOut, printResult } from "../../../cli/output/rows.ts";
import { chosenNodes, fileOperand } from "../../../cli/reading/names.ts";
import { atRevision, stateCommand } from "../../../cli/reading/state.ts";
import { formatOptions, nodeOption, nodesBehind, revOption } from "../../../cli/words/options.ts";
import { counted } from "../../../report/text/row.ts";
import { impactData, impactLines, impactRows } from "../../../report/uses/uses.ts";
import { findImpact } from "../impact.ts";

/** `heir impact NAME`: which nodes and values an edit would affect. */
export const impact = stateCommand({
  examples: [
    ["heir impact classes/dc/par1.yml", "each value of a file: nodes that have it, layers that override it"],
    ["heir impact classes/dc/par1.yml:7", "only the values on one line"],
    ["heir impact ssh.server", "the values of a class, group or node"],
    ["heir impact ntp:server", "every place that sets a value"],
    ["heir impact ntp:server -r HEAD~5 --json", "the state five commits ago, as JSON"],
  ],
  operands: [
    {
      name: "FILE[:LINE]|CLASS|GROUP|NODE|PATH",
      kind: "thing",
      of: ["file", "class", "group", "node", "path"],
      required: true,
    },
  ],
  rest: nodesBehind,
  options: {
    ...revOption,
    ...nodeOption,
    full: { kind: "flag", summary: "do not shorten lists of names, places and values" },
    lines: { kind: "flag", summary: "one line `file:line:column` for each value, for editors" },
    ...formatOptions("text", "json"),
  },
  details: [
    "The operand is looked up as a file, then class, group and node; anything else is the path of a value. Prefix it with " +
      "`class:`, `group:`, `node:` or `path:` to choose.",
    "`feeds` lists the other values that change with a written one, on any node. A name in a list is looked at on its own line or by " +
      "its path, as if it were taken away.",
  ],
  exits: { 3: "a node does not resolve; the others were looked at" },
  follows: atRevision,
  async answer(asked) {
    const { args, context, scope } = asked;
    const thing = await fileOperand(asked);
    const names = await chosenNodes(args.list("node"), [asked], asked);
    const { impact: found, others, ...rest } = await findImpact(thing, asked, { names, steps: context });
    const leftOut = [...rest.leftOut, ...scope.leftOut];
    await printResult(args, context, {
      data: () => impactData(found, leftOut),
      rows: () => (args.has("lines") ? impactLines(found) : impactRows(found, args.has("full"))),
    });
    printLeftOut(context, leftOut);
    const more = others.map((other) => command(["heir", "impact"], [other])).join(", ");
    if (more !== "") context.note(`"${thing}" is more than one thing: see also ${more}`);
    if (found.unresolved.length === 0) return exit.ok;
    context.note(`${counted(found.unresolved.length, "node")} not counted: they do not resolve`);
    return exit.unresolved;
  },
});
