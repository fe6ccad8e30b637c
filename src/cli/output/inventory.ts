import { keyOfName, namesWith } from "../../base/name-key.ts";
import { command } from "../../base/terminal-text.ts";
import type { ShareMark } from "../../encoding/json.ts";
import { packed, unpacked } from "../../encoding/packed.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { Inventory, ReportedOutcome } from "../../model/inventory/inventory.ts";
import { agentParts } from "../../model/inventory/node-parts.ts";
import { mask } from "../../model/secrets/mask.ts";
import { createProblemFold } from "../../report/findings/problems.ts";
import { jsonInventory, jsonLinesInventory, jsonNode } from "../../report/inventory/json.ts";
import type {
  AfterNodesData,
  InventoryWriter,
  ToolForm,
  WrittenNode,
  WrittenNodes,
} from "../../report/inventory/writer.ts";
import { failureLine, nodeFailure } from "../../report/inventory/writer.ts";
import { yamlInventory, yamlNode } from "../../report/inventory/yaml.ts";
import { maskedMap, maskedNode, readSecrets, secretsOf, wholeNode } from "../../workspace/load/outcome.ts";
import type { StateReading } from "../../workspace/scope/things.ts";
import type { LoadOptions } from "../../workspace/workspace.ts";
import { writeAnswer } from "../../workspace/write/named-files.ts";
import { type Arguments, type Context, type ExitCode, exit, type Options } from "../commands/command.ts";
import { type DoneShare, foundByAll } from "../commands/shares.ts";
import { noteUnresolved, problemsOf, warnProblems } from "../reading/state.ts";
import { jsonOption } from "../words/options.ts";

/** Forms by their names. */
export type Forms = Readonly<Record<string, ToolForm>>;

/** The forms that have room for nodes that do not resolve, so that all others are printed beside them. */
const showing: Forms = {
  yaml: { host: yamlNode, list: () => yamlInventory("yaml") },
  json: { host: jsonNode, list: ({ share }) => jsonInventory(share) },
  jsonl: { host: jsonNode, list: jsonLinesInventory },
};

export const formOptions = (tools: Forms): Options => ({
  format: {
    kind: "choice",
    choices: [...Object.keys(showing), ...Object.keys(tools)],
    value: "FORM",
    summary: "the form; if not given yaml, with --list or --host ansible",
  },
  ...jsonOption,
  all: { kind: "flag", summary: "also facts, policies, variables, and what the agent finds (yaml, json, jsonl)" },
  list: { kind: "flag", summary: "all nodes; without --format as for Ansible" },
  host: { kind: "node", summary: "one node; without --format as for Ansible" },
  "on-error": {
    kind: "choice",
    choices: ["fail", "skip"],
    value: "HOW",
    summary: "if a node does not resolve, print nothing, or the others",
  },
});

export interface AskedForm {
  readonly name: string;
  readonly form: ToolForm;
  readonly host: string | undefined;
  /** With a node that does not resolve: the others without it, nothing at all, or whatever the form has room for. */
  readonly onError: "skip" | "fail" | "show";
  /** Whether facts, policies, variables and run-time values are printed, too. */
  readonly isWhole: boolean;
  readonly namesCommit: boolean;
}

/** The form that the options ask for. Throws HeirError for a form that cannot be asked for in this way. */
export function askedForm(args: Arguments, tools: Forms): AskedForm {
  const host = args.text("host");
  const isTool = host !== undefined || args.has("list");
  const given = args.text("format") ?? (isTool ? "ansible" : "yaml");
  const form = showing[given] ?? tools[given];
  if (form === undefined) throw new HeirError("usage", `there is no form "${given}"`);
  if (host === undefined && form.list === undefined) {
    const hint = command(["heir", "inventory", "--format", given, "--host", "NODE"]);
    throw new HeirError("usage", `--format ${given} is asked for one node`, hint);
  }
  if (host !== undefined && args.operands.length > 0) {
    throw new HeirError("usage", "--host names the one node", `leave out ${args.operands.join(" ")}`);
  }
  if (args.has("all") && showing[given] === undefined) {
    const details = { code: "conflicting-options" } as const;
    throw new HeirError("usage", `--format ${given} has no room for --all`, "yaml, json and jsonl have", details);
  }
  const onError = (["fail", "skip"] as const).find((each) => each === args.text("on-error"));
  const hasRoom = !isTool && args.text("out") === undefined && showing[given] !== undefined;
  return {
    name: given,
    form,
    host,
    isWhole: args.has("all"),
    onError: onError ?? (hasRoom ? "show" : "fail"),
    namesCommit: given === "ansible" && host === undefined,
  };
}

/** With fewer nodes more collections only cost time: of 1,000 nodes 5 to 8 %, with no less memory; of 10,000 they save a quarter of it. */
const MANY_NODES = 5000;

export interface InventoryTask {
  readonly reading: StateReading;
  readonly names: readonly string[];
  /** The files of the state that are read in advance. */
  readonly load: LoadOptions;
  readonly asked: AskedForm;
  readonly commit: string | undefined;
  readonly share: ShareMark | undefined;
  readonly isMasked: boolean;
  /** Nodes whose secrets are masked in all others, too; none if there are no secrets. */
  readonly beside: readonly string[];
}

/** Takes the answer piece by piece, as text or UTF-8. */
type Sink = (text: string | Uint8Array) => Promise<void>;

/** Prints the answer piece by piece if the form shows errors, else whole, or to the file `out`. Warns of failures. */
export async function printInventory(context: Context, task: InventoryTask, out?: string): Promise<ExitCode> {
  const { onError, host } = task.asked;
  const held: (string | Uint8Array)[] = [];
  const give: Sink = onError === "show" ? context.write : async (text) => void held.push(text);
  const writer = writerOf(task);
  const { failed, problems } = await writeNodes(context, task, writer, give);
  const secrets = secretsOf([task.reading.inventory]);
  const diagnostics = (writer.findings?.() ?? []).map((each) => mask("finding", each, secrets));
  const findings = problemsOf({ diagnostics });
  const isWhole = findings.length === 0 && (failed === 0 || onError !== "fail");
  if (isWhole) {
    await give(writer.end());
    if (out !== undefined) await writeAnswer(out, held.join(""));
    else for (const text of held) await context.write(text);
  }
  warnProblems(context, [...problems, ...findings]);
  if (host === undefined && onError !== "skip") noteUnresolved(context, failed, task.names.length);
  return isWhole && (failed === 0 || onError === "skip") ? exit.ok : exit.unresolved;
}

/** Writes the nodes as this process or others give them. Problems of nodes that are left out and named are not returned. */
async function writeNodes(context: Context, task: InventoryTask, writer: InventoryWriter, give: Sink) {
  const { reading, names, asked } = task;
  // Other processes can write what is printed as it comes.
  const apart = asked.onError === "show" ? await writtenApart(context, task) : undefined;
  const written = apart ?? { nodes: eachWritten(context, task, writer), after: () => [] };
  const { separator, after } = writer.parts ?? {};
  const fold = createProblemFold();
  if (asked.onError !== "skip") fold.add(reading.inventory.diagnostics);
  let [done, failed] = [0, 0];
  for await (const { text, isFailed, diagnostics } of written.nodes) {
    if (done === 0) await give(writer.begin());
    if (text.length > 0 && separator !== undefined) await give(separator.next());
    if (text.length > 0) await give(text);
    if (asked.onError !== "skip") fold.add(diagnostics, names[done]);
    if (isFailed) failed += 1;
    done += 1;
    await context.step(done, names.length);
  }
  if (done === 0) await give(writer.begin());
  after?.join(written.after());
  return { failed, problems: fold.problems() };
}

/** The nodes of a task as the processes of `--jobs` write them; undefined if this one does. */
async function writtenApart(context: Context, task: InventoryTask): Promise<WrittenNodes | undefined> {
  const { names } = task;
  return context.shares?.piecewise({
    names,
    async part({ own }, send) {
      const writer = writerOf(task);
      for await (const { text, ...about } of eachWritten(context, task, writer, namesWith(names, own))) {
        const isSound = !about.isFailed && about.diagnostics.length === 0;
        await send(`${isSound ? "" : JSON.stringify(packed(about, "texts"))}\n${context.clean(String(text))}`);
      }
      return writer.parts === undefined ? [] : [writer.parts.after.data];
    },
    join: async (shares) => joinedNodes(names, shares),
  });
}

/** Takes each node from the share that it is in, in the order of one process. */
function joinedNodes(names: readonly string[], shares: readonly DoneShare[]): WrittenNodes {
  const after: AfterNodesData[] = [];
  async function* nodes(): AsyncGenerator<WrittenNode> {
    for (const name of names) {
      const key = keyOfName(name);
      const piece = await shares.find(({ part }) => part.own(key))?.piece();
      if (piece === undefined) throw new InvariantError(`no share has ${name}`);
      const end = piece.indexOf("\n");
      const about = end === 0 ? SOUND : unpacked<typeof SOUND>(JSON.parse(piece.toString("utf8", 0, end)));
      yield { ...about, text: piece.subarray(end + 1) };
    }
    after.push(...(await foundByAll<readonly AfterNodesData[]>(shares)).flat());
  }
  return { nodes: nodes(), after: () => after };
}

const SOUND: Omit<WrittenNode, "text"> = { isFailed: false, diagnostics: [] };

/** Resolves nodes, all of the task if none are named, and writes each. */
async function* eachWritten(
  context: Context,
  { reading, names: all, asked, load, isMasked, beside }: InventoryTask,
  writer: InventoryWriter,
  names = all,
): AsyncGenerator<WrittenNode> {
  await expectNodes(all.length);
  const { workspace, snapshot, inventory } = reading;
  const isSkipped = asked.onError === "skip";
  if (isMasked || names.length < beside.length) {
    readSecrets(await workspace.load(snapshot, { ...load, nodes: beside }), beside);
  }
  for await (const outcome of workspace.pass(snapshot, names, load)) {
    const failure = nodeFailure(outcome);
    const isFailed = failure !== undefined;
    if (isFailed && isSkipped) context.warn(`heir: ${outcome.name} is left out: ${failureLine(failure)}`);
    const shown = isFailed && isSkipped ? { ...outcome, node: undefined } : outcome;
    const whole = asked.isWhole ? withRest(shown, inventory) : shown;
    const text = writer.node(isMasked ? maskedOutcome(whole, inventory) : whole);
    yield { text, isFailed, diagnostics: outcome.diagnostics };
  }
}

function writerOf({ asked: { form, host, name }, reading, commit, share }: InventoryTask): InventoryWriter {
  const textOf: InventoryWriter["node"] = ({ node, rest }) => (node && form.host?.(node, rest)) ?? "";
  if (host !== undefined) return { begin: () => "", node: textOf, end: () => "" };
  const writer = form.list?.({ groups: reading.inventory.groups.groups, commit, share });
  if (writer === undefined) throw new HeirError("usage", `--format ${name} is asked for one node`);
  return writer;
}

function maskedOutcome(outcome: ReportedOutcome, inventory: Inventory): ReportedOutcome {
  const { node, rest } = outcome;
  if (node === undefined) return outcome;
  const masked = rest && { rest: maskedMap(rest, [inventory]) };
  return { ...outcome, node: maskedNode(node, inventory), ...masked };
}

/** An outcome with the sections that only `--all` asks for. */
function withRest(outcome: ReportedOutcome, inventory: Inventory): ReportedOutcome {
  const { node } = outcome;
  return node === undefined ? outcome : { ...outcome, rest: wholeNode(inventory, node, agentParts) };
}

/** Lets V8 collect at twice the live heap, not four times: most of what nodes share grows old before it is garbage. */
export async function expectNodes(count: number): Promise<void> {
  if (count < MANY_NODES) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--heap-growing-percent=100");
}
