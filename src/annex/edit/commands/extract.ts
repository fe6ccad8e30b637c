import { type Arguments, type Context, type ExitCode, exit } from "../../../cli/commands/command.ts";
import { printResult } from "../../../cli/output/rows.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { asSecret } from "../../../model/results/file-edit.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { counted } from "../../../report/text/row.ts";
import { givenText } from "../../../workspace/scope/things.ts";
import type { EditPlan } from "../plan.ts";
import { proposalRows, proposalsData } from "../report/places.ts";
import { destinationOf, type ExtractScope, extraction, extractScope } from "../value/extraction.ts";
import { proposals } from "../value/proposals.ts";
import { alwaysAnError, isSecret, type WantedNodes, wantedPath } from "../value/wanted.ts";
import { askedNodes } from "./asked-value.ts";
import { carryOut, leftText, writingCommand } from "./writing.ts";

/** `heir extract [NODES [PATH...]]`: moves equal values to one place. */
export const extract = writingCommand({
  examples: [
    ["heir extract", "propose equal values that could be in one place"],
    ["heir extract 'web*' ntp --to class:ntp.web", "move them to a class, which may be new"],
    ["heir extract group:par1 dns --to group:par1 -n", "print the patch instead"],
  ],
  operands: [
    { name: "NODES", kind: "text" },
    { name: "PATH", kind: "path", many: true },
  ],
  options: {
    to: { kind: "text", value: "class:NAME|group:NAME", summary: "move the values there" },
  },
  details: [
    "Without --to, the values are listed that node and class files say with the same words, for NODES alone, and at or below PATH: " +
      "most lines saved first, at most 10, each proved. Secrets, and single values on fewer than 3 nodes, are not proposed.",
    "With --to, the lines that say PATH for NODES alone move to the class or group, with their comments. A new class is put into the " +
      "list of classes of each file that they leave: last, or first if only that is proved.",
  ],
  async run(args, context) {
    const [wanted, ...texts] = args.operands;
    const to = args.text("to");
    if (to !== undefined && texts.length === 0) {
      throw new HeirError("usage", "--to says where, but not what", "heir extract NODES PATH... --to class:NAME");
    }
    const asked = await askedNodes(wanted ?? "all", context);
    if (asked === undefined) return exit.unresolved;
    const paths: ParameterPath[] = [];
    for (const text of texts)
      paths.push(await wantedPath(givenText(text), asked, { steps: context, isNew: undefined }));
    const other = paths.find(([section]) => section !== "parameters" && section !== "exports");
    if (other !== undefined) {
      throw new HeirError("usage", `${printPath(other)} does not move`, "PATH is a path below parameters or exports");
    }
    const scope = await extractScope(asked, paths);
    const extracting = { args, context, asked, scope, paths, nodes: new Set(asked.nodes.map(({ name }) => name)) };
    return to === undefined ? propose(extracting) : carryOutTo(to, extracting);
  },
});

interface Extracting {
  readonly args: Arguments;
  readonly context: Context;
  readonly asked: WantedNodes;
  readonly nodes: ReadonlySet<string>;
  readonly scope: ExtractScope;
  readonly paths: readonly ParameterPath[];
}

async function propose({ args, context, scope, nodes, paths }: Extracting): Promise<ExitCode> {
  const found = await proposals({ ...scope, nodes, paths, signal: context.signal });
  await printResult(args, context, { data: () => proposalsData(found), rows: () => proposalRows(found) });
  if (found.length === 0) context.note("nothing to propose: no equal values that could be in one place");
  return exit.ok;
}

async function carryOutTo(to: string, { args, context, asked, nodes, scope, paths }: Extracting): Promise<ExitCode> {
  const { workspace, snapshot } = asked;
  const { plans, left } = await extraction({ paths, nodes, to: destinationOf(to) }, scope).catch(alwaysAnError);
  const isHidden = paths.some((path) => isSecret({ ...asked, path }));
  const shown = isHidden ? plans.map((each) => ({ ...each, files: each.files.map(asSecret) })) : plans;
  const nothing: EditPlan = { verb: "extract", claim: { kind: "same" }, snapshot, files: [] };
  const [plan = nothing, ...others] = shown;
  const what = `${paths.map(printPath).join(", ")} on ${counted(nodes.size, "node")}`;
  const isRefused = left.some((each) => each.others.length === 0) || (plans.length === 0 && left.length > 0);
  const done = plans.length === 0 ? `nothing to do: ${what} is there already` : `extracted ${what} to ${to}`;
  const refused = isRefused ? left.map(leftText) : [];
  const code = await carryOut(args, context, { workspace, plan, others, done, refused });
  if (code === exit.ok) for (const each of left) context.note(`left: ${leftText(each)}`);
  return code;
}
