import { type Arguments, type Command, type Context, type ExitCode, exit } from "../../../cli/commands/command.ts";
import { printRows } from "../../../cli/output/rows.ts";
import { formatOptions, isJson } from "../../../cli/words/options.ts";
import { documentJson } from "../../../encoding/json.ts";
import { SECRET_TEXT } from "../../../model/secrets/masked.ts";
import { comparisonRows } from "../../../report/diff/comparison.ts";
import { leftOutText } from "../../../report/text/left-out.ts";
import { counted, firstNames, plainText, type Row } from "../../../report/text/row.ts";
import { withBlocks } from "../../../workspace/evidence/reviewed.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { applyPlan, type EditPlan, firstProved, type ProvedPlan, planStatus } from "../plan.ts";
import type { Proof } from "../proof/claim.ts";
import { patchText } from "../report/patch.ts";
import { editData, proofRow } from "../report/proof-data.ts";

/** A verb that writes: what all of them have besides is added. */
export function writingCommand(command: Omit<Command, "exits" | "refusesEmpty">): Command {
  return {
    ...command,
    options: {
      ...command.options,
      "dry-run": { kind: "flag", short: "n", summary: "print the patch, which git apply takes, and write nothing" },
      stage: { kind: "flag", summary: "write to the index, too" },
      "allow-unresolved": { kind: "flag", summary: "accept nodes that fail before, and fail after in the same way" },
      ...formatOptions("text", "json"),
    },
    refusesEmpty: true,
    details: [
      ...(command.details ?? []),
      "If more would differ than is claimed, the difference is printed. heir undo takes an edit back.",
    ],
    exits: { 1: "the claim does not hold: nothing is written", 3: "a node does not resolve" },
  };
}

/** The sentence that a verb begins with, such as `renamed class ntp to time`. */
interface Writing {
  readonly workspace: Workspace;
  readonly plan: EditPlan;
  /** Written instead if they are proved and the plans before them are not. */
  readonly others?: readonly EditPlan[];
  readonly done: string;
  /** Why the edit is refused whatever its proof says, line by line; nothing if it is not. */
  readonly refused?: readonly (Row | string)[];
}

/** The most names that are listed of nodes that an edit would reach as well. */
const MOST_NAMED = 5;

/** Why the lines of a file stay: it says the value for these nodes, too. */
export function leftText({ file, others }: { readonly file: string; readonly others: readonly string[] }): string {
  if (others.length === 0) return `${file} cannot be edited without changing something else`;
  return `${file} also says it for ${firstNames(others, MOST_NAMED)}`;
}

/** Proves an edit and writes it; prints what was done or why it was refused. */
export async function carryOut(
  args: Arguments,
  context: Context,
  { workspace, plan, others = [], done, refused = [] }: Writing,
): Promise<ExitCode> {
  const { signal, progress } = context;
  const options = { signal, progress, allowUnresolved: args.has("allow-unresolved") };
  const proved = await firstProved(workspace, [plan, ...others], options);
  const isRefused = refused.length > 0;
  const verdict = VERDICTS[planStatus(proved)];
  const code = isRefused && verdict === exit.ok ? exit.findings : verdict;
  const written = code === exit.ok && !args.has("dry-run") && plan.files.length > 0;
  if (written) await applyPlan(workspace, proved, args.has("stage"));
  if (isJson(args)) await context.print(documentJson(editData(proved, { written, isRefused })));
  else if (isRefused && code === exit.findings) {
    const rows = refused.map((each) => (typeof each === "string" ? [plainText(each)] : each));
    await printRows(context, rows);
  } else if (code !== exit.ok) await printRefusal(context, proved);
  else if (plan.files.length === 0) await context.print(done);
  else if (written) await printDone(context, proved, done);
  else await context.write(completePatch(context, proved));
  for (const path of proved.exposed)
    context.warn(`heir: ${path} is not secret: no pattern of secrets finds its new name`);
  for (const each of proved.proof.comparison.lookedAt.leftOut) context.warn(`heir: not proved: ${leftOutText(each)}`);
  return code;
}

const VERDICTS: Readonly<Record<ReturnType<typeof planStatus>, ExitCode>> = {
  holds: exit.ok,
  differs: exit.findings,
  unresolved: exit.unresolved,
  incomplete: exit.usage,
};

async function printRefusal(context: Context, plan: ProvedPlan): Promise<void> {
  const { proof, patterns } = plan;
  await printDifferences(context, proof.comparison);
  for (const { file, line } of patterns ?? []) await context.print(`a pattern finds something else: ${file}:${line}`);
  await context.print(context.theme(proofRow(proof)));
  if (planStatus(plan) === "unresolved") context.note("heir check says why a node does not resolve");
  context.note("nothing was written");
}

const MOST_LISTED = 10;

async function printDone(context: Context, plan: ProvedPlan, done: string): Promise<void> {
  const { files, proof, notFollowed = [] } = plan;
  const mentions = files.reduce((sum, { changes }) => sum + changes.length, 0);
  const more = proof.claim.kind === "only" ? "no other resolved difference" : "no resolved difference";
  const failing = proof.alike.length;
  const alike = failing === 0 ? "" : `, ${counted(failing, "node fails", "nodes fail")} as before`;
  const [only, ...others] = files;
  const where = others.length === 0 && only !== undefined ? only.path : counted(files.length, "file");
  await context.print(
    `${done}: ${where}, ${counted(mentions, proof.claim.kind === "mv" ? "mention" : "change")}; ` +
      `${more} on ${counted(proof.nodes, "node")}${alike} (heir undo takes it back)`,
  );
  for (const { file, line, column, why } of notFollowed.slice(0, MOST_LISTED)) {
    context.note(`not renamed: ${file}:${line}:${column}  ${why}`);
  }
  if (notFollowed.length > MOST_LISTED) context.note(`and ${notFollowed.length - MOST_LISTED} more (--json lists all)`);
}

/** A patch with secrets is none: its first line says so. */
function completePatch(context: Context, { files, snapshot }: ProvedPlan): string {
  const patch = patchText(files, snapshot.place.folder);
  const clean = context.clean(patch);
  if (clean === patch || patch.startsWith("# ")) return clean;
  const secrets = clean.split(SECRET_TEXT).length - patch.split(SECRET_TEXT).length;
  return `# not complete: ${counted(Math.max(1, secrets), "secret")}\n${clean}`;
}

/** Prints the differences beyond a claim as `heir diff` does; `command` prints more of them. */
export function printDifferences(context: Context, comparison: Proof["comparison"], command?: string): Promise<void> {
  return printRows(context, comparisonRows(withBlocks(comparison), { command, width: context.width }));
}
