import { documentJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import {
  OUTLIER_PARTS,
  outlierParts,
  outlierRows,
  outliersData,
  outliersOf,
} from "../../../report/values/across/outliers.ts";
import { SharedValues } from "../../../report/values/across/shared-values.ts";
import { shownValues } from "../../../workspace/load/outcome.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNodes, Scope } from "../../reading/names.ts";
import { noteUnresolved, readInventory, warnUnreadable } from "../../reading/state.ts";
import { isJson, secretsChoice } from "../../words/options.ts";
import { type Arguments, type Context, type ExitCode, exit } from "../command.ts";

/** `heir diff --outliers [REV]`: where some nodes of one state differ from most of them. */
export async function outliersIn(args: Arguments, context: Context): Promise<ExitCode> {
  const [revision, more] = args.operands;
  if (more !== undefined) throw new HeirError("usage", "--outliers looks at one state", "heir diff --outliers REV");
  const reading = await readInventory(context, args.has("staged") ? "INDEX" : revision, "names");
  const { workspace, snapshot, inventory } = reading;
  if (warnUnreadable(context, inventory)) return exit.unresolved;
  const scope = new Scope(args);
  const words = args.list("node");
  const chosen = await chosenNodes(words, [reading], { context, scope });
  const names = chosen ?? inventory.nodeNames;
  await workspace.load(snapshot, { nodes: names, signal: context.signal });
  const values = new SharedValues(OUTLIER_PARTS);
  const shown = shownValues([inventory], secretsChoice(args, context));
  const compared: string[] = [];
  for (const { name, node } of workspace.resolve(inventory, names)) {
    if (node === undefined) continue;
    values.add(name, shown(outlierParts(node), []));
    compared.push(name);
    await context.step(compared.length, names.length);
  }
  const found = outliersOf(values, compared);
  const failed = names.length - compared.length;
  if (isJson(args)) {
    const lookedAt = { nodes: names.length, unresolved: failed, left_out: scope.leftOut };
    await context.print(documentJson(outliersData(found, lookedAt), 2));
  } else if (!args.has("quiet")) await printRows(context, outlierRows(found, compared.length));
  printLeftOut(context, scope.leftOut);
  noteUnresolved(context, failed, names.length);
  if (!args.has("exit-code") && !args.has("quiet")) return exit.ok;
  if (failed > 0) return exit.unresolved;
  return found.outliers.length > 0 ? exit.findings : exit.ok;
}
