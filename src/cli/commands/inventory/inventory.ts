import type { Shard } from "../../../base/shard.ts";
import { documentJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../../model/inventory/resolved.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { ansibleInventory, jsonInventory, jsonLinesInventory, unreadableJson } from "../../../report/inventory/json.ts";
import { firstFailure, type InventoryWriter, nodeFailure } from "../../../report/inventory/writer.ts";
import { reclassInventory, yamlInventory } from "../../../report/inventory/yaml.ts";
import { counted } from "../../../report/text/count.ts";
import { maskedNode } from "../../../workspace/load/visible-secrets.ts";
import type { StateReading } from "../../../workspace/scope/things.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { printLeftOut } from "../../output/left-out.ts";
import { chosenNames } from "../../reading/names.ts";
import { warnProblems, wholeProblems } from "../../reading/problems.ts";
import { Scope } from "../../reading/scope.ts";
import { givenAtRevision, givenSecrets, programSecretsOption } from "../../reading/secrets.ts";
import { namesInShard, shardOf, shardOption } from "../../reading/shard.ts";
import { readInventory } from "../../reading/state.ts";
import { formatOptions, isJson, revOption } from "../../words/options.ts";
import type { Arguments, Command, Context } from "../command.ts";

const writers: Readonly<Record<string, (share?: Shard) => InventoryWriter>> = {
  yaml: yamlInventory,
  json: jsonInventory,
  jsonl: jsonLinesInventory,
  reclass: reclassInventory,
  ansible: ansibleInventory,
};

/** `heir inventory`: all resolved nodes, printed one by one. */
export const inventory: Command = {
  examples: [
    { line: "heir inventory --format json", meaning: "all nodes, errors, and the nodes of each class" },
    { line: "heir inventory 'web*' --format jsonl", meaning: "some nodes, one JSON object per line" },
    { line: "heir inventory --format ansible", meaning: "what an Ansible inventory script prints for --list" },
    { line: "heir inventory --nodes-only -r HEAD~1", meaning: "the names of all nodes one commit ago" },
  ],
  operands: [{ name: "NODE-GLOB", kind: "node-glob", many: true }],
  options: {
    ...revOption,
    ...formatOptions("yaml", "json", "jsonl", "reclass", "ansible"),
    ...programSecretsOption,
    ...shardOption,
    "nodes-only": { kind: "flag", summary: "print only the names; resolve nothing" },
  },
  details: [
    "Nodes that fail to resolve are listed under `errors`, with the code, message and place of the first error; the exit " +
      "code is then 3. The formats reclass and ansible cannot express errors and leave these nodes out, even if only a " +
      "part is missing.",
    "Values are printed whole, secrets as well, for programs that deploy them; --secrets mask is for a look at the form.",
  ],
  follows: givenAtRevision,
  async run(args, context) {
    const reading = await readInventory(args, context, "nodes");
    const whole = firstFailure(reading.inventory.diagnostics);
    const format = args.text("format") ?? "";
    if (whole !== undefined) {
      warnProblems(context, wholeProblems(reading.inventory));
      if (format === "json") await context.write(unreadableJson(whole));
      return exit.unresolved;
    }
    const share = shardOf(args);
    const scope = new Scope(args);
    const chosen = chosenNames("node", { names: reading.inventory.nodeNames, patterns: args.operands, scope });
    const names = namesInShard(chosen, share);
    const code = args.has("nodes-only")
      ? await printNames(args, context, names)
      : await writeNodes(context, { reading, names, format, share, isMasked: givenSecrets(args) === "mask" });
    printLeftOut(context, scope.leftOut);
    return code;
  },
};

async function printNames(args: Arguments, context: Context, names: readonly string[]): Promise<ExitCode> {
  if (isJson(args)) await context.print(documentJson(names));
  else {
    context.page();
    for (const name of names) await context.print(name);
  }
  return exit.ok;
}

interface Task {
  readonly reading: StateReading;
  readonly names: readonly string[];
  readonly format: string;
  readonly share: Shard | undefined;
  readonly isMasked: boolean;
}

async function writeNodes(context: Context, { reading, names, format, share, isMasked }: Task): Promise<ExitCode> {
  const writer = writers[format]?.(share);
  if (writer === undefined) throw new HeirError("usage", `there is no format "${format}"`);
  const fold = createProblemFold();
  fold.add(reading.inventory.diagnostics);
  let done = 0;
  let failed = 0;
  await context.write(writer.begin());
  for (const outcome of reading.workspace.resolve(reading.inventory, names)) {
    await context.write(writer.node(isMasked ? maskedOutcome(outcome, reading.inventory) : outcome));
    fold.add(outcome.diagnostics, outcome.name);
    if (nodeFailure(outcome) !== undefined) failed += 1;
    done += 1;
    await context.step(done, names.length);
  }
  await context.write(writer.end());
  warnProblems(context, fold.problems());
  if (failed > 0)
    context.note(`${failed} of ${counted(names.length, "node")} ${failed === 1 ? "does" : "do"} not resolve`);
  return failed > 0 ? exit.unresolved : exit.ok;
}

function maskedOutcome(outcome: ReportedOutcome, inventory: Inventory): ReportedOutcome {
  return outcome.node === undefined ? outcome : { ...outcome, node: maskedNode(outcome.node, [inventory]) };
}
