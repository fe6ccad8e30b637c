import { documentLines } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import { derived } from "../../../model/secrets/mask.ts";
import { readPath } from "../../../model/values/parameter-path.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { blameData, blameRows } from "../../../report/history/blame.ts";
import { shownNode, wholeNode } from "../../../workspace/load/outcome.ts";
import { noValue } from "../../../workspace/scope/things.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { askedPaths, nodeAndPath, pathsInScope } from "../../reading/names.ts";
import { logOptions } from "../../reading/shown-states.ts";
import { type AskedState, problemsOf, stateCommand, warnProblems } from "../../reading/state.ts";
import { formatOptions, isJson, nodePathOperands, pathOption, revOption, secretsOption } from "../../words/options.ts";
import { exit } from "../command.ts";

/** `heir blame NODE [PATH]`: the commit that last changed each value of a node, and who wrote its line. */
export const blame = stateCommand({
  examples: [
    ["heir blame web01.par1 ssh", "the commit behind each value, and who wrote its line"],
    ["heir blame web01.par1 --path 'users:*:uid'", "only values at paths like this one"],
    ["heir blame web01.par1 ssh:port -r v1.2 --json", "one value at a tag, as JSON"],
  ],
  operands: nodePathOperands,
  options: {
    ...revOption,
    ...pathOption,
    "no-causes": { kind: "flag", summary: "leave out why each commit changed the value" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  details: [
    "Each value is traced back through the first parent that has the same value, and across renames of the node. The commit " +
      "where the trace ends introduced the value. If another commit wrote its line, that commit is shown below it.",
  ],
  exits: { 3: "the node does not resolve, wholly or in part" },
  async answer(asked) {
    const { args, context, workspace, snapshot, inventory, scope, secrets } = asked;
    const { name, text } = nodeAndPath(inventory.nodeNames, args.operands, { verb: "blame" });
    const [outcome] = workspace.resolve(inventory, [name]);
    warnProblems(context, outcome ? problemsOf(outcome) : []);
    const node = outcome?.node;
    if (node === undefined) return exit.unresolved;
    const part = await partOf(node, text, asked);
    const commit = await workspace.commitOf(args.text("rev") ?? workspace.defaultRevision, context);
    const causes = !args.has("no-causes");
    const options = { ...logOptions(context), secrets };
    const blamed = await workspace.blame({ snapshot, inventory, node, ...part, commit, causes }, options);
    const found = derived(blamed, (each) => ({ ...each, leftOut: [...each.leftOut, ...scope.leftOut] }));
    if (isJson(args)) for (const piece of documentLines(blameData(found), "leaves")) await context.write(piece);
    else await printRows(context, blameRows(found, context.width === undefined ? {} : { width: context.width }));
    printLeftOut(context, found.leftOut);
    return node.conflicts.length > 0 ? exit.unresolved : exit.ok;
  },
});

/** The values of a node to blame: that of PATH, or those of `--path`; all parameters without either. */
async function partOf(node: ResolvedNode, text: string | undefined, asked: AskedState) {
  const { args, snapshot, inventory } = asked;
  const whole = wholeNode(inventory, node);
  const paths = askedPaths(args, "path");
  if (paths.length > 0) {
    if (text !== undefined) {
      throw new HeirError("usage", `blame takes PATH or --path, not both: ${text}`, "name each path with --path");
    }
    const found = await pathsInScope(paths, [{ snapshot, names: [node.name] }], asked);
    return { path: [], value: whole, only: found.map(({ filter }) => filter) };
  }
  const path = text === undefined ? ["parameters"] : readPath(text, (each) => valueAt(whole, each) !== undefined);
  const value = valueAt(whole, path);
  if (value !== undefined) return { path, value };
  throw noValue({ node: node.name, text: text ?? "parameters", path, wholes: [shownNode(node, inventory)] });
}
