import { resolve } from "node:path";
import { quotedName } from "../../../base/name-set.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import { unreadableJson } from "../../../report/inventory/json.ts";
import { firstFailure } from "../../../report/inventory/writer.ts";
import type { LoadOptions } from "../../../workspace/load/loader.ts";
import type { FollowedStates } from "../../../workspace/load/states.ts";
import { noSuchName } from "../../../workspace/scope/things.ts";
import { writeAnswer } from "../../../workspace/write/export.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { giveInventory, type InventoryTask, writtenApart } from "../../output/inventory.ts";
import { printLeftOut } from "../../output/rows.ts";
import { type AskedForm, askedForm, formOptions } from "../../reading/form.ts";
import { chosenNodes, ownNodes, Scope } from "../../reading/names.ts";
import { givenSecrets, programSecretsOption } from "../../reading/secrets.ts";
import { atRevision, commitRead, readInventory, warnProblems, wholeProblems } from "../../reading/state.ts";
import { nodeOption, revOption } from "../../words/options.ts";
import type { Arguments, Command, Context } from "../command.ts";

/** `heir inventory`: resolved nodes in the form that another program reads. */
export const inventory: Command = {
  examples: [
    { line: "heir inventory --format json", meaning: "all nodes, errors, and the nodes of each class" },
    { line: "heir inventory 'web*' --format jsonl", meaning: "some nodes, one JSON object per line" },
    { line: "heir inventory --list", meaning: "what an Ansible inventory script prints for --list" },
    { line: "heir inventory --format salt-pillar --host web1", meaning: "the pillar of one Salt minion" },
    { line: "heir inventory --list --out hosts.json", meaning: "a file, replaced whole, and only if it differs" },
    { line: "heir inventory --json | jq '.nodes | keys'", meaning: "anything else, by another program" },
  ],
  operands: [{ name: "SELECTOR", kind: "selector", many: true }],
  options: {
    ...revOption,
    ...nodeOption,
    ...formOptions,
    out: { kind: "file", summary: "write to this file, by renaming, and only if something differs" },
    ...programSecretsOption,
  },
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
  follows: (args, states) => {
    return args.text("out") === undefined ? followed(args, states) : undefined;
  },
  async run(args, context) {
    const asked = askedForm(args);
    const reading = await readInventory(args, context, "names");
    const { inventory } = reading;
    const whole = firstFailure(inventory.diagnostics);
    if (whole !== undefined) {
      warnProblems(context, wholeProblems(inventory));
      if (asked.name === "json" && asked.onError === "show") await context.write(unreadableJson(whole));
      return exit.unresolved;
    }
    expectHost(asked, inventory);
    const scope = new Scope(args);
    const patterns = asked.host === undefined ? [...args.list("node"), ...args.operands] : [quotedName(asked.host)];
    const all = await chosenNodes(patterns, [reading], { context, scope });
    const names = ownNodes(inventory, context.shares, all);
    const isMasked = givenSecrets(args) === "mask";
    const beside = inventory.secrets.paths.length > 0 ? (all ?? inventory.nodeNames) : [];
    const share = await context.shares.mark([reading.snapshot]);
    const load: LoadOptions = { signal: context.signal, scope: asked.host === undefined ? "shared" : undefined };
    const code = await printNodes(args, context, { reading, names, load, asked, share, isMasked, beside });
    printLeftOut(context, scope.leftOut);
    return code;
  },
};

async function followed<State>(args: Arguments, states: FollowedStates<State>): Promise<readonly (State | string)[]> {
  return [...(await atRevision(args, states)), (await commitNamed(args, states)) ?? ""];
}

/** The commit that is read, where the answer names it. */
async function commitNamed(
  args: Arguments,
  states: Pick<FollowedStates<unknown>, "commitOf" | "defaultRevision">,
): Promise<string | undefined> {
  return askedForm(args).namesCommit ? commitRead(args, states) : undefined;
}

/** Throws HeirError if `--host` is no node: no answer is empty. */
function expectHost({ host }: AskedForm, inventory: Inventory): void {
  if (host === undefined || inventory.nodeNames.includes(host)) return;
  const { message, hint } = noSuchName(["node"], host, inventory.nodeNames);
  throw new HeirError("usage", message, hint);
}

async function printNodes(args: Arguments, context: Context, chosen: Omit<InventoryTask, "commit">): Promise<ExitCode> {
  const { asked } = chosen;
  const out = args.text("out");
  const commit = await commitNamed(args, chosen.reading.workspace);
  const alone = { ...chosen, commit };
  // Other processes can write what is printed as it comes.
  const isDivided = asked.host === undefined && asked.onError === "show" && out === undefined;
  const task = { ...alone, written: isDivided ? await writtenApart(context, alone) : undefined };
  if (out === undefined) return giveInventory(context, task, (text) => context.write(text));
  const texts: string[] = [];
  const code = await giveInventory(context, task, async (text) => void texts.push(String(text)));
  if (code === exit.ok) await writeAnswer(resolve(context.cwd, out), texts.join(""));
  return code;
}
