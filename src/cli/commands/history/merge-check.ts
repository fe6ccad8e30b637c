import { isSurprise } from "../../../model/results/branch-merge.ts";
import { type MergeReport, mergeJson } from "../../../report/json/merge.ts";
import { type MergeHead, mergeReportRows } from "../../../report/merges/merge.ts";
import { compareMerge, mergeFindings } from "../../../workspace/merge/merge.ts";
import { planMerge } from "../../../workspace/merge/source.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { secretsChoice, secretsOption } from "../../output/secrets.ts";
import { formatOptions, isJson } from "../../words/options.ts";
import type { Arguments, Command, Context } from "../command.ts";

/** `heir merge-check BRANCH [--into REV]`: what a merge does to values that neither side did. */
export const mergeCheck: Command = {
  examples: [
    { line: "heir merge-check topic", meaning: "merging topic into the branch at hand" },
    { line: "heir merge-check topic --into main", meaning: "merging it into another branch" },
    { line: "heir merge-check HEAD^2 --into HEAD^1", meaning: "what the last commit, a merge, did" },
    { line: "heir merge-check topic --json", meaning: "for programs" },
  ],
  operands: [{ name: "BRANCH", kind: "revision", required: true }],
  options: {
    into: { kind: "revision", default: "HEAD", summary: "merge into this revision instead of HEAD" },
    ...secretsOption,
    full: { kind: "flag", summary: "whole values, all names and all places, however long" },
    ...formatOptions("text", "json"),
  },
  exclusive: [["full", "format"]],
  details: [
    "git merges the text of files; this resolves the nodes of the merge base, of both sides and of the merged files, and " +
      "shows values that are on neither side, changes that the other side's layers hide, nodes that resolve on both sides " +
      "and not merged, and findings that only the merge has. Files that git itself cannot merge are named.",
    "Nothing is merged. Exits with 1 when something of this was found, else with 0. What follows from both sides' changes " +
      "alone, as a list with the items that each added, is noted and does not count.",
  ],
  async run(args, context) {
    const [branch = ""] = args.operands;
    const into = args.text("into") ?? "";
    const secrets = secretsChoice(args, context);
    const { signal, progress, cwd } = context;
    const directory = args.text("C");
    const plan = await planMerge({ cwd, branch, into, signal, ...(directory !== undefined && { directory }) });
    try {
      const workspace = await context.open();
      const comparison = await compareMerge(workspace, plan.task, { signal, progress, secrets });
      const { fresh, brought } = await mergeFindings(workspace, plan.task, { signal, progress });
      const { commits, conflicts, isFastForward } = plan;
      const report = { comparison, commits, conflicts, findings: fresh, brought: brought.length };
      if (isJson(args)) for (const piece of mergeJson(report)) await context.write(piece);
      else await print(args, context, { report, head: { branch, into, commits, conflicts, isFastForward } });
      return verdict(report);
    } finally {
      await plan.close();
    }
  },
};

interface Told {
  readonly report: MergeReport;
  readonly head: MergeHead;
}

async function print(args: Arguments, context: Context, { report, head }: Told): Promise<void> {
  context.page();
  for (const row of mergeReportRows(report, head, { full: args.has("full"), width: context.width }))
    await context.print(context.theme(row));
}

/** What somebody should look at before merging. */
function verdict({ comparison, conflicts, findings }: MergeReport): ExitCode {
  const { failing, missing, kept } = comparison.nodes;
  const isWrong = findings.some(({ diagnostic }) => diagnostic.severity !== "info");
  const isSurprising = comparison.values.some(isSurprise) || failing.length + missing.length + kept.length > 0;
  return conflicts.length > 0 || isSurprising || isWrong ? exit.findings : exit.ok;
}
