import { type Command, type Context, type ExitCode, exit } from "../../../cli/commands/command.ts";
import { diffVerdict, writeDiff } from "../../../cli/output/diff-form.ts";
import { documentJson } from "../../../encoding/json.ts";
import { isError } from "../../../model/findings/diagnostic.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { DiffShare } from "../../../model/results/comparison.ts";
import type { TestRun } from "../../../model/results/test-run.ts";
import type { FoundUses } from "../../../model/results/uses.ts";
import { countOutcomes, testRunData } from "../../../report/ci/test-run.ts";
import { usesData } from "../../../report/uses/uses.ts";
import { withReports } from "../../../workspace/write/named-files.ts";
import { joinedTests, joinedUses, mergeChecks, mergeLogs } from "../report/joins.ts";
import { commandOf, foundByShares, mergeInventories, type ReportPart, unreadable } from "../report/parts.ts";

/** `heir report merge FILE...`: one report from the reports of all shares. */
export const report: Command = {
  examples: [
    ["heir check --shard 1/4 --format json > check-1.json", "share 1 of 4"],
    ["heir report merge check-*.json", "the report of all nodes, as heir check prints it"],
    ["heir report merge nodes-*.json > nodes.json", "the inventory of all nodes"],
  ],
  operands: [
    { name: "ACTION", kind: "choice", choices: ["merge"], required: true },
    { name: "FILE", kind: "file", required: true, many: true },
  ],
  options: {},
  details: [
    "Every share must be given exactly once, whole, and all must be of one run: the same command, settings and files. The exit code is that of the " +
      "original command for all nodes.",
  ],
  exits: { 1: "an error is found", 3: "a node does not resolve" },
  async run(args, context) {
    const [, ...files] = args.operands;
    return withReports({ names: files, cwd: context.cwd }, (parts) => merged(parts, context));
  },
};

async function merged(parts: readonly ReportPart[], context: Context): Promise<ExitCode> {
  for (const part of parts) {
    const text = unreadable(part);
    if (text === undefined) continue;
    await context.write(text);
    return exit.unresolved;
  }
  switch (commandOf(parts)) {
    case "inventory": {
      const { pieces, failed } = mergeInventories(parts);
      for (const piece of pieces) await context.write(piece);
      return failed > 0 ? exit.unresolved : exit.ok;
    }
    case "check": {
      const { json, findings } = mergeChecks(parts);
      await context.write(json);
      if (findings.some(({ code }) => code === "unmerged")) return exit.usage;
      return findings.some(isError) ? exit.findings : exit.ok;
    }
    case "diff":
      return joined(parts, "diff", (found: readonly DiffShare[]) => diffs(found, context));
    case "log":
      for (const piece of mergeLogs(parts)) await context.write(piece);
      return exit.ok;
    case "uses":
      return joined(parts, "uses", (found: readonly FoundUses[]) => uses(found, context));
    case "test":
      return joined(parts, "test", (found: readonly TestRun[]) => tests(found, context));
  }
}

/** Joins what shares found; an inventory that one of them could not read is read by none. */
async function joined<Found>(
  parts: readonly ReportPart[],
  command: string,
  join: (found: readonly Found[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const found = foundByShares<Found>(parts, command);
  return found === undefined ? exit.unresolved : join(found);
}

async function diffs(shares: readonly DiffShare[], context: Context): Promise<ExitCode> {
  const { joinedComparison } = await import("../compared.ts");
  const comparison = joinedComparison(shares.map(({ part }) => part));
  const [{ isJudged, isQuiet } = { isJudged: false, isQuiet: false }] = shares;
  if (!isQuiet) await writeDiff(context, comparison, { form: "json", full: true, command: "" });
  return isJudged ? diffVerdict(context, comparison) : exit.ok;
}

async function uses(shares: readonly FoundUses[], context: Context): Promise<ExitCode> {
  const [nothing, ...others] = shares.flatMap((share) => share.nothing ?? []);
  if (nothing !== undefined && others.length === shares.length - 1) {
    const { operand, message, hint, candidates, accepted } = nothing;
    if (accepted === undefined)
      throw new HeirError("usage", message, hint, { code: "unknown-name", word: operand, candidates });
    await context.write(accepted);
    return exit.ok;
  }
  const found = joinedUses(shares.map((share) => share.found));
  await context.print(documentJson(usesData(found, shares[0]?.leftOut ?? [])));
  return found.every(({ unresolved }) => unresolved.length === 0) ? exit.ok : exit.unresolved;
}

async function tests(runs: readonly TestRun[], context: Context): Promise<ExitCode> {
  const whole = joinedTests(runs);
  await context.print(documentJson(testRunData(whole), 2));
  return countOutcomes(whole.results).failed > 0 ? exit.findings : exit.ok;
}
