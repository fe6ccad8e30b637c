import { didYouMean, similar } from "../../../base/similar.ts";
import { documentJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Stage } from "../../../model/inventory/settings.ts";
import type { PendingStep } from "../../../model/results/log.ts";
import { pendingData, pendingRows } from "../../../report/history/log.ts";
import { pendingBetween } from "../../../workspace/commits/pending.ts";
import { readings } from "../../../workspace/scope/things.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNodes, Scope, type ScopedReading } from "../../reading/names.ts";
import { readInventory } from "../../reading/state.ts";
import { formatOptions, isJson, nodeOption, nodesBehind, secretsChoice, secretsOption } from "../../words/options.ts";
import { type Arguments, type Command, type Context, exit } from "../command.ts";

/** `heir pending [FROM [TO]]`: what the nodes of a stage would get. */
export const pending: Command = {
  examples: [
    ["heir pending", "what waits between the stages of heir.yml"],
    ["heir pending test prod", "what prod would get, and what it would lose"],
    ["heir pending main deployed -- class:role.db", "between two revisions, on some nodes"],
    ["heir pending test prod --exit-code", "exit 1 if something waits"],
  ],
  operands: [
    { name: "FROM", kind: "text" },
    { name: "TO", kind: "text" },
  ],
  rest: nodesBehind,
  options: {
    ...nodeOption,
    ...secretsOption,
    ...formatOptions("text", "json"),
    "exit-code": { kind: "flag", summary: "exit 1 if a value waits or would be lost" },
  },
  details: [
    "FROM and TO are stages of heir.yml or revisions. The nodes are those of the stage TO, or SELECTOR. A value waits if only FROM has changed it since the " +
      "merge base; one that is only in TO, as a hotfix, would be lost. A commit is judged by what it changes, not by its text: one that was picked is there.",
  ],
  exits: { 1: "with --exit-code: something waits or would be lost" },
  async run(args, context) {
    const workspace = await context.open();
    const scope = new Scope(args);
    const steps: PendingStep[] = [];
    for (const ends of await askedSteps(args, context, workspace)) {
      steps.push(await pendingStep(ends, args, { context, workspace, scope }));
    }
    const all = steps.map(pendingData);
    if (isJson(args)) await context.print(documentJson({ v: 1, ...(all.length === 1 ? all[0] : { steps: all }) }, 2));
    else for (const step of steps) await printRows(context, pendingRows(step));
    printLeftOut(context, scope.leftOut);
    return args.has("exit-code") && steps.some(({ changes }) => changes.length > 0) ? exit.findings : exit.ok;
  },
};

/** A stage, or a revision in its place. */
type End = Pick<Stage, "name" | "ref" | "nodes">;

type Ends = readonly [from: End, to: End];

async function askedSteps(args: Arguments, context: Context, workspace: Workspace): Promise<readonly Ends[]> {
  const { stages } = (await readInventory(context, undefined, "names")).inventory.settings;
  const [from, to] = args.operands;
  if (from === undefined) {
    const steps = stages.flatMap((stage, at) => stages.slice(at + 1, at + 2).map((next) => [stage, next] as const));
    if (steps.length > 0) return steps;
    const hint = "stages: {test: REF, prod: REF} names them, or: heir pending FROM TO";
    throw new HeirError("usage", "heir.yml has no two stages", hint);
  }
  const at = stages.findIndex(({ name }) => name === from);
  const next = to === undefined ? stages[at + 1] : await endOf(to, stages, workspace);
  if (next === undefined || (to === undefined && at === -1)) {
    const message = `pending needs to know where "${from}" would go to`;
    throw new HeirError("usage", message, "heir pending FROM TO names both");
  }
  return [[await endOf(from, stages, workspace), next]];
}

async function endOf(word: string, stages: readonly Stage[], workspace: Workspace): Promise<End> {
  const stage = stages.find(({ name }) => name === word);
  if (stage !== undefined) return stage;
  const commit = await workspace.commitOf(word).catch(() => undefined);
  if (commit !== undefined) return { name: word, ref: word };
  const names = stages.map(({ name }) => name);
  const near = similar(word, names);
  throw new HeirError("usage", `"${word}" is neither a stage nor a revision`, didYouMean(near), { candidates: near });
}

async function pendingStep(
  [source, target]: Ends,
  args: Arguments,
  { context, workspace, scope }: ScopedReading & { readonly context: Context },
): Promise<PendingStep> {
  const { signal } = context;
  const [from, to] = [await commitOf(source, workspace), await commitOf(target, workspace)];
  const states = [await workspace.formerSnapshot(to, { signal }), await workspace.formerSnapshot(from, { signal })];
  const words = args.list("node");
  const asked = words.length > 0 || target.nodes === undefined ? words : [target.nodes.text];
  const read = await readings(workspace, states);
  const chosen = await chosenNodes(asked, read, { context, scope });
  const nodes = new Set(chosen ?? read.flatMap(({ inventory }) => inventory.nodeNames));
  const options = { signal, secrets: secretsChoice(args, context) };
  const found = await pendingBetween(workspace, { from, to, nodes }, options);
  return { from: source.name, to: target.name, ...found, lookedAt: { nodes: nodes.size } };
}

async function commitOf({ name, ref }: End, workspace: Workspace): Promise<string> {
  const commit = await workspace.commitOf(ref);
  if (commit === undefined)
    throw new HeirError("usage", `${name} is no commit`, "INDEX and WORKTREE are in no history");
  return commit;
}
