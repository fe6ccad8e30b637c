import { documentLines } from "../../../encoding/document.ts";
import { readPath } from "../../../model/values/read-path.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { blameData } from "../../../report/data/log.ts";
import { blameRows } from "../../../report/history/blame.ts";
import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { noValue } from "../../../workspace/scope/no-value.ts";
import { shownNode } from "../../../workspace/scope/resolved-nodes.ts";
import { exit } from "../../exit.ts";
import { printLeftOut } from "../../output/left-out.ts";
import { printRows } from "../../output/rows.ts";
import { nodeAndPath } from "../../reading/node-path.ts";
import { warnProblems, warnUnreadable } from "../../reading/problems.ts";
import { secretsChoice, secretsOption } from "../../reading/secrets.ts";
import { readInventory } from "../../reading/state.ts";
import { formatOptions, isJson, nodePathOperands, revOption } from "../../words/options.ts";
import type { Command } from "../command.ts";

/** `heir blame NODE [PATH]`: the commit that last changed each value of a node, and who wrote its line. */
export const blame: Command = {
  examples: [
    { line: "heir blame web01.par1 ssh", meaning: "the commit behind each value, and who wrote its line" },
    { line: "heir blame web01.par1", meaning: "all values of a node" },
    { line: "heir blame web01.par1 ssh:port -r v1.2 --json", meaning: "one value at a tag, as JSON" },
  ],
  operands: nodePathOperands,
  options: {
    ...revOption,
    "no-causes": { kind: "flag", summary: "leave out why each commit changed the value" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  details: [
    "Each value is traced back through the first parent that has the same value, and across renames of the node. The commit " +
      "where the trace ends introduced the value. If another commit wrote its line, that commit is shown below it.",
  ],
  exits: { 3: "the node does not resolve, wholly or in part" },
  async run(args, context) {
    const secrets = secretsChoice(args, context);
    const { workspace, snapshot, inventory } = await readInventory(args, context);
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const { name, text } = nodeAndPath(inventory.nodeNames, args.operands, { verb: "blame" });
    const [outcome] = workspace.resolve(inventory, [name]);
    warnProblems(
      context,
      (outcome?.diagnostics ?? []).map((diagnostic) => ({ diagnostic, nodes: [name] })),
    );
    const node = outcome?.node;
    if (node === undefined) return exit.unresolved;
    const whole = nodeValue(node, shownParts);
    const path = text === undefined ? ["parameters"] : readPath(text, (each) => valueAt(whole, each) !== undefined);
    const value = valueAt(whole, path);
    if (value === undefined)
      throw noValue({ node: name, text: text ?? "parameters", path, wholes: [shownNode(node, inventory)] });
    const commit = await workspace.commitOf(args.text("rev") ?? workspace.defaultRevision, context);
    const progress = (done: number) => context.step(done, 0, "commits read");
    const causes = !args.has("no-causes");
    const options = { signal: context.signal, progress, secrets };
    const found = await workspace.blame({ snapshot, inventory, node, path, value, commit, causes }, options);
    if (isJson(args)) for (const piece of documentLines(blameData(found), "leaves")) await context.write(piece);
    else await printRows(context, blameRows(found, context.width === undefined ? {} : { width: context.width }));
    printLeftOut(context, found.leftOut);
    return node.conflicts.length > 0 ? exit.unresolved : exit.ok;
  },
};
