import { DataValue, documentJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { inlineValue, plainText, type Row, segment } from "../../../report/text/row.ts";
import { type CommitEffect, type PairEffects, rangeEffects } from "../../../workspace/commits/range-diff.ts";
import { printRows } from "../../output/rows.ts";
import { isJson, secretsChoice } from "../../words/options.ts";
import { type Arguments, type Context, type ExitCode, exit } from "../command.ts";

/** `heir diff --range-diff OLD NEW`: what each commit of a rebased branch does now that it did not, and the reverse. */
export async function rangeDiffOf(args: Arguments, context: Context): Promise<ExitCode> {
  const [old, now] = args.operands;
  if (old === undefined || now === undefined) {
    throw new HeirError("usage", "--range-diff compares two branches", "heir diff --range-diff OLD NEW, or A..B C..D");
  }
  const workspace = await context.open();
  const options = { signal: context.signal, secrets: secretsChoice(args, context) };
  const pairs = await rangeEffects(workspace, [old, now], options);
  if (isJson(args)) await context.print(documentJson({ v: 1, pairs: pairs.map(pairData) }, 2));
  else if (!args.has("quiet")) await printRows(context, pairs.flatMap(pairRows));
  const isDifferent = pairs.some(({ onlyOld, onlyNew }) => onlyOld.length + onlyNew.length > 0);
  return isDifferent && (args.has("exit-code") || args.has("quiet")) ? exit.findings : exit.ok;
}

function pairData({ onlyOld, onlyNew, ...pair }: PairEffects): object {
  return { ...pair, only_old: onlyOld.map(effectData), only_new: onlyNew.map(effectData) };
}

function effectData({ node, path, before, after }: CommitEffect): object {
  return { node, path, before: before && new DataValue(before), after: after && new DataValue(after) };
}

function pairRows({ old, new: now, sign, subject, onlyOld, onlyNew }: PairEffects): readonly Row[] {
  const short = (id: string | null) => id?.slice(0, 7) ?? "-------";
  return [
    [segment("title", `${short(old)} ${sign} ${short(now)}`), plainText(` ${subject}`)],
    ...onlyOld.map((effect) => effectRow("only old", effect)),
    ...onlyNew.map((effect) => effectRow("only new", effect)),
  ];
}

function effectRow(label: string, { node, path, before, after }: CommitEffect): Row {
  const value = path.length === 0 ? "" : ` ${inlineValue(before)} -> ${inlineValue(after)}`;
  return [segment("muted", `  ${label}  `), plainText(`${node}  `), segment("path", printPath(path)), plainText(value)];
}
