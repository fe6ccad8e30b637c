import { resolve } from "node:path";
import { quotedName } from "../../../base/name-set.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import { unreadableJson } from "../../../report/inventory/json.ts";
import { firstFailure } from "../../../report/inventory/writer.ts";
import type { FollowedStates } from "../../../workspace/load/states.ts";
import { noSuchName } from "../../../workspace/scope/things.ts";
import { type AskedForm, askedForm, type Forms, formOptions, printInventory } from "../../output/inventory.ts";
import { printLeftOut } from "../../output/rows.ts";
import { chosenNodes, ownNodes, Scope } from "../../reading/names.ts";
import { atRevision, commitRead, readInventory, warnUnreadable } from "../../reading/state.ts";
import { givenSecrets, nodeOption, programSecretsOption, revOption } from "../../words/options.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit, type Options } from "../command.ts";

/** `heir inventory`: resolved nodes in the form that another program reads. */
export function inventoryWith(tools: Forms): Command {
  return {
    ...inventory,
    options: { ...revOption, ...nodeOption, ...formOptions(tools), ...ownOptions },
    follows: (args, states) => (args.text("out") === undefined ? followed(args, tools, states) : undefined),
    run: (args, context) => run(args, context, tools),
  };
}

const ownOptions: Options = {
  out: { kind: "file", summary: "write to this file, by renaming, and only if something differs" },
  ...programSecretsOption,
};

const inventory: Omit<Command, "options" | "run"> = {
  examples: [
    ["heir inventory --format json", "all nodes, errors, and the nodes of each class"],
    ["heir inventory 'web*' --format jsonl", "some nodes, one JSON object per line"],
    ["heir inventory --list", "what an Ansible inventory script prints for --list"],
    ["heir inventory --format salt-pillar --host web1", "the pillar of one Salt minion"],
    ["heir inventory --list --out hosts.json", "a file, replaced whole, and only if it differs"],
    ["heir inventory --json | jq '.nodes | keys'", "anything else, by another program"],
  ],
  operands: [{ name: "SELECTOR", kind: "selector", many: true }],
  exclusive: [["list", "host"]],
  details: [
    "If a node that is asked for does not resolve, also if only a property of it is in conflict, nothing is printed and the " +
      "exit code is 3. With --on-error skip the others are printed, the exit code is 0, and standard error has one line for " +
      "each node that is left out. yaml, json and jsonl have room for `errors`: without --list, --host, --on-error and --out " +
      "they print all nodes, and the exit code is 3.",
    "Values are printed whole, secrets as well, for programs that deploy them; --secrets mask is for a look at the form.",
    "The forms enc, hiera and terraform are asked for one node, with --host. docs/integrations.md shows each tool.",
  ],
  exits: { 3: "a node does not resolve" },
};

async function run(args: Arguments, context: Context, tools: Forms): Promise<ExitCode> {
  const asked = askedForm(args, tools);
  const reading = await readInventory(context, args.text("rev"), "names");
  const { inventory } = reading;
  if (warnUnreadable(context, inventory)) {
    const whole = firstFailure(inventory.diagnostics);
    if (whole && asked.name === "json" && asked.onError === "show") await context.write(unreadableJson(whole));
    return exit.unresolved;
  }
  expectHost(asked, inventory);
  const scope = new Scope(args);
  const patterns = asked.host === undefined ? [...args.list("node"), ...args.operands] : [quotedName(asked.host)];
  const all = await chosenNodes(patterns, [reading], { context, scope });
  const names = ownNodes(inventory, context.shares, all);
  const isMasked = givenSecrets(args) === "mask";
  const beside = inventory.secrets.paths.length > 0 ? (all ?? inventory.nodeNames) : [];
  const given = args.text("out");
  const out = given === undefined ? given : resolve(context.cwd, given);
  const task = {
    reading,
    names,
    load: { signal: context.signal, scope: asked.host === undefined ? ("shared" as const) : undefined },
    asked,
    commit: asked.namesCommit ? await commitRead(args, reading.workspace) : undefined,
    share: await context.shares?.mark([reading.snapshot]),
    isMasked,
    beside,
  };
  const code = await printInventory(context, task, out);
  printLeftOut(context, scope.leftOut);
  return code;
}

async function followed<State>(
  args: Arguments,
  tools: Forms,
  states: FollowedStates<State>,
): Promise<readonly (State | string)[]> {
  const commit = askedForm(args, tools).namesCommit ? await commitRead(args, states) : undefined;
  return [...(await atRevision(args, states)), commit ?? ""];
}

/** Throws HeirError if `--host` is no node: no answer is empty. */
function expectHost({ host }: AskedForm, inventory: Inventory): void {
  if (host === undefined || inventory.nodeNames.includes(host)) return;
  const { message, hint } = noSuchName(["node"], host, inventory.nodeNames);
  throw new HeirError("usage", message, hint);
}
