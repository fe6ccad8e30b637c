import { similar } from "../../base/similar.ts";
import { codes } from "../../model/codes.ts";
import { HeirError } from "../../model/failure.ts";
import { checkJson, checkRows, checkSummary } from "../../report/check.ts";
import { type FoundProblem, rank, sortedProblems } from "../../report/problems.ts";
import { segment } from "../../report/row.ts";
import type { CheckResult } from "../../workspace/workspace.ts";
import type { Arguments, Command, Context } from "../command.ts";
import { exit } from "../exit.ts";
import { revOption } from "../options.ts";
import { didYouMean } from "../parse.ts";

/** `heir check [REV]`: every error and warning of every node, in one report. */
export const check: Command = {
  name: "check",
  summary: "report every error and warning of every node",
  examples: [
    { line: "heir check", meaning: "the work tree" },
    { line: "heir check --staged", meaning: "what would be committed" },
    { line: "heir check main --level error", meaning: "a revision, errors only" },
    { line: "heir check --only class-not-found --format json", meaning: "one kind of finding, for programs" },
  ],
  operands: [{ name: "REV" }],
  options: {
    ...revOption,
    staged: { type: "boolean", summary: "check the index" },
    format: { type: "string", value: "FORMAT", choices: ["text", "json"], summary: "text (the default) or json" },
    json: { type: "boolean", summary: "the same as --format json" },
    level: {
      type: "string",
      value: "LEVEL",
      choices: ["error", "warning", "info"],
      summary: "leave out what is less than error, warning or info",
    },
    only: { type: "string", value: "CODE", multiple: true, summary: "report only these findings" },
    skip: { type: "string", value: "CODE", multiple: true, summary: "do not report these findings" },
  },
  details: ["Exits with 1 when an error is reported, else with 0. `heir help CODE` explains a finding."],
  async run(args, context) {
    const wanted = filterOf(args);
    const workspace = await context.open();
    const { signal, progress } = context;
    const snapshot = await workspace.snapshot(revisionOf(args) ?? workspace.defaultRevision, { signal });
    const result = await workspace.check(snapshot, { signal, progress });
    const findings = sortedProblems(result.findings.filter(wanted));
    await report(args, context, { findings, lookedAt: result.lookedAt });
    return findings.some(({ diagnostic }) => diagnostic.severity === "error") ? exit.findings : exit.ok;
  },
};

function revisionOf(args: Arguments): string | undefined {
  const named = [args.operands[0], args.text("rev"), args.has("staged") ? "INDEX" : undefined];
  const [first, ...more] = named.filter((revision) => revision !== undefined);
  if (more.length > 0)
    throw new HeirError("usage", "check looks at one state at a time", "give REV, -r REV or --staged");
  return first;
}

function filterOf(args: Arguments): (problem: FoundProblem) => boolean {
  const only = args.list("only").map(knownCode);
  const skip = args.list("skip").map(knownCode);
  const level = args.text("level");
  const least = level === "error" || level === "warning" ? rank[level] : rank.info;
  return ({ diagnostic: { code, severity } }) =>
    rank[severity] <= least && (only.length === 0 || only.includes(code)) && !skip.includes(code);
}

function knownCode(code: string): string {
  if (Object.hasOwn(codes, code)) return code;
  throw new HeirError("usage", `there is no finding "${code}"`, didYouMean(similar(code, Object.keys(codes))));
}

async function report(args: Arguments, context: Context, { findings, lookedAt }: CheckResult): Promise<void> {
  if (args.has("json") || args.text("format") === "json") return context.write(checkJson(findings, lookedAt));
  context.page();
  for (const row of checkRows(findings, context.width)) await context.print(context.theme(row));
  if (context.quiet) return;
  await context.print(
    context.theme([segment(findings.length === 0 ? "muted" : "title", checkSummary(findings, lookedAt))]),
  );
}
