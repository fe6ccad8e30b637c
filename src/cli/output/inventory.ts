import { BLOCK_NODES, byNodes, type Part, type Workers } from "../../base/division.ts";
import type { ShareOfRun } from "../../base/shard.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import { mask } from "../../model/secrets/mask.ts";
import { placeText } from "../../model/values/origin.ts";
import { createProblemFold, type FoundProblem, type ProblemFold } from "../../report/findings/problems.ts";
import type { Form } from "../../report/forms/forms.ts";
import { type InventoryWriter, type Joining, nodeFailure, type WrittenRest } from "../../report/inventory/writer.ts";
import type { LoadOptions } from "../../workspace/load/loader.ts";
import { maskedNode, secretsOf } from "../../workspace/load/visible-secrets.ts";
import type { StateReading } from "../../workspace/scope/things.ts";
import type { Context } from "../commands/command.ts";
import { type ExitCode, exit } from "../exit.ts";
import type { AskedForm } from "../reading/form.ts";
import { noteUnresolved, warnProblems } from "../reading/problems.ts";
import { expectNodes } from "./heap.ts";

/** Nodes to print, and how. */
export interface InventoryTask {
  readonly reading: StateReading;
  readonly names: readonly string[];
  /** What of the state is read in advance. */
  readonly load: LoadOptions;
  readonly asked: AskedForm;
  /** The commit that is read, if it is one. */
  readonly commit: string | undefined;
  readonly share: ShareOfRun | undefined;
  readonly isMasked: boolean;
  /** Processes that write nodes for this one. */
  readonly workers?: Workers | undefined;
}

/** Takes the answer piece by piece, as text or UTF-8. */
export type Sink = (text: string | Uint8Array) => Promise<void>;

/**
 * Gives the answer to `sink`: piece by piece if the form shows errors itself, else when every node is known to resolve.
 * Prints to standard error what does not resolve.
 */
export async function giveInventory(context: Context, task: InventoryTask, sink: Sink): Promise<ExitCode> {
  await expectNodes(task.names.length);
  const { onError } = task.asked;
  const held: (string | Uint8Array)[] = [];
  const give: Sink = onError === "show" ? sink : async (text) => void held.push(text);
  const writer = writerOf(task);
  const { failed, problems } = await writeNodes(context, { ...task, writer }, give);
  const secrets = secretsOf([task.reading.inventory]);
  const findings = (writer.findings?.() ?? []).map((each) => ({
    diagnostic: mask("finding", each, secrets),
    nodes: [],
  }));
  const isWhole = findings.length === 0 && (failed === 0 || onError !== "fail");
  if (isWhole) {
    await give(writer.end());
    for (const text of held) await sink(text);
  }
  warnProblems(context, [...problems, ...findings]);
  if (task.asked.host === undefined && onError !== "skip") noteUnresolved(context, failed, task.names.length);
  return isWhole && (failed === 0 || onError === "skip") ? exit.ok : exit.unresolved;
}

interface Written {
  readonly failed: number;
  /** Without those of nodes that are left out and named. */
  readonly problems: readonly FoundProblem[];
}

interface Writing extends InventoryTask {
  readonly writer: InventoryWriter;
}

/** Writes nodes in this process, or joins what others write of them. */
async function writeNodes(context: Context, task: Writing, give: Sink): Promise<Written> {
  const { reading, asked, writer, workers } = task;
  const fold = createProblemFold();
  if (asked.onError !== "skip") fold.add(reading.inventory.diagnostics);
  if (workers !== undefined && writer.joining !== undefined) {
    const failed = await joinBlocks(context, { ...task, fold, workers, joining: writer.joining }, give);
    return { failed, problems: fold.problems() };
  }
  let isBegun = false;
  const begun: Sink = async (text) => {
    if (!isBegun) await give(writer.begin());
    isBegun = true;
    if (text !== "") await give(text);
  };
  const failed = await writeEach(context, { ...task, fold }, begun);
  await begun("");
  return { failed, problems: fold.problems() };
}

interface Collecting extends Writing {
  readonly fold: ProblemFold;
}

/** Writes nodes one by one; returns how many fail. */
async function writeEach(context: Context, { fold, ...task }: Collecting, give: Sink): Promise<number> {
  const { reading, names, asked, writer } = task;
  const isSkipped = asked.onError === "skip";
  let [done, failed] = [0, 0];
  for await (const outcome of reading.workspace.pass(reading.snapshot, names, task.load)) {
    const isFailed = nodeFailure(outcome) !== undefined;
    if (isFailed) failed += 1;
    if (isFailed && isSkipped) context.warn(skippedLine(outcome));
    const whole = isFailed && isSkipped ? { ...outcome, node: undefined } : outcome;
    await give(writer.node(task.isMasked ? maskedOutcome(whole, reading.inventory) : whole));
    if (!isSkipped) fold.add(outcome.diagnostics, outcome.name);
    done += 1;
    await context.step(done, names.length);
  }
  return failed;
}

interface Joined extends Collecting {
  readonly workers: Workers;
  readonly joining: Joining;
}

/** Prints the blocks that other processes write, in order; returns how many nodes fail. */
async function joinBlocks(context: Context, { fold, workers, joining, ...task }: Joined, give: Sink): Promise<number> {
  const { names, writer } = task;
  let [done, failed] = [0, 0];
  const division = byNodes(names, (some) => writtenBlock(context, { ...task, names: some }));
  for await (const { data, text = NO_TEXT } of workers.divide(division)) {
    if (done === 0) await give(writer.begin());
    for (const piece of joining.add(text, data.rest)) await give(piece);
    for (const { diagnostic, nodes } of data.problems) for (const name of nodes) fold.add([diagnostic], name);
    failed += data.failed;
    done += BLOCK_NODES;
    await context.step(Math.min(done, names.length), names.length);
  }
  return failed;
}

const NO_TEXT: readonly Uint8Array[] = [];

interface WrittenBlock extends Written {
  readonly rest: WrittenRest;
}

/** What this process writes of some nodes for another one. */
async function writtenBlock(context: Context, task: InventoryTask): Promise<Part<WrittenBlock>> {
  const writer = writerOf(task);
  const fold = createProblemFold();
  const texts: string[] = [];
  const failed = await writeEach(context, { ...task, writer, fold }, async (text) => {
    texts.push(context.clean(String(text)));
  });
  const rest = writer.joining?.rest() ?? { errors: [], nodes: [], classes: [], applications: [] };
  const text = Buffer.from(texts.join(""));
  return { data: { failed, problems: fold.problems(), rest }, text: text.length === 0 ? [] : [text] };
}

function writerOf({ asked: { form, host, name }, reading, commit, share }: InventoryTask): InventoryWriter {
  if (host !== undefined) return hostWriter(form);
  const writer = form.list?.({ groups: reading.inventory.groups.groups, commit, share });
  if (writer === undefined) throw new HeirError("usage", `--format ${name} is asked for one node`);
  return writer;
}

/** Writes the answer for one node alone. */
function hostWriter(form: Form): InventoryWriter {
  return { begin: () => "", node: ({ node }) => (node === undefined ? "" : (form.host?.(node) ?? "")), end: () => "" };
}

/** `heir: web2 is left out: class-not-found: class role.wbe is listed but has no file (nodes/web2.yml:1:11)`. */
function skippedLine(outcome: ReportedOutcome): string {
  const { kind = "", message = "", place } = nodeFailure(outcome) ?? {};
  const where = place === undefined ? "" : ` (${placeText(place)})`;
  return `heir: ${outcome.name} is left out: ${kind}: ${message}${where}`;
}

function maskedOutcome(outcome: ReportedOutcome, inventory: Inventory): ReportedOutcome {
  return outcome.node === undefined ? outcome : { ...outcome, node: maskedNode(outcome.node, [inventory]) };
}
