import { terminalSafe } from "../../../base/terminal-text.ts";
import { documentJson, type ShareMark } from "../../../encoding/json.ts";
import { BASELINE_FILE } from "../../../model/findings/baseline.ts";
import { codes, isCode, isOnRequest } from "../../../model/findings/codes.ts";
import type { FoundProblem } from "../../../model/findings/diagnostic.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { countOfAll } from "../../../model/findings/finding-limit.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { checkData } from "../../../report/data/findings.ts";
import {
  type CheckScope,
  checkRows,
  checkSummary,
  codeCountRows,
  codeCounts,
  listedProblems,
  moreFindingRows,
} from "../../../report/findings/diagnostic.ts";
import {
  newPairRow,
  orderPairRows,
  orderPairsText,
  rank,
  sortedProblems,
  withoutOrderPairs,
} from "../../../report/findings/problems.ts";
import { counted, segment } from "../../../report/text/row.ts";
import type { ExcusedCheck } from "../../../workspace/check/baseline.ts";
import type { GateOptions, Verdict } from "../../../workspace/gate/judge.ts";
import { gateData, refLine, verdictFindings } from "../../../workspace/gate/verdict.ts";
import type { CheckOptions, Finding, Workspace } from "../../../workspace/workspace.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { Scope } from "../../reading/names.ts";
import { version } from "../../version.ts";
import { formatOptions, isJson, nodesBehind, nowOption, revOption } from "../../words/options.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit, type Options } from "../command.ts";
import { narrowedTo } from "./narrowed-findings.ts";

const CI_FORMATS = ["sarif", "junit", "github", "gitlab"] as const;

/** The options of an edit, but for the form of the output. */
const fixingOptions: Options = {
  "dry-run": { kind: "flag", short: "n", summary: "with --fix: print the patch, and write nothing" },
  stage: { kind: "flag", summary: "with --fix: write to the index, too" },
  "allow-unresolved": { kind: "flag", summary: "with --fix: accept nodes that fail before and after in the same way" },
};

/** What does not go with options that edit the work tree: it chooses a state, or a part of one. */
const OF_WHOLE_TREE = ["shard", "new-since", "rev", "staged", "node", "path", "level"];

/** What edits add to a check: what carries out `--fix`, and proves again what commits state. */
interface Edits {
  fix(args: Arguments, context: Context): Promise<ExitCode>;
  readonly proofs: NonNullable<GateOptions["proofs"]>;
}

/** `heir check [REV]`: every error and warning in all nodes, in one report. */
export function checkWith(edits: Edits): Command {
  return { ...check, run: (args, context) => run(args, context, edits) };
}

const check: Omit<Command, "run"> = {
  examples: [
    ["heir check", "check the work tree"],
    ["heir check --staged", "check what would be committed"],
    ["heir check main --level error", "check a revision, report errors only"],
    ["heir check --new-since main", "report only findings that main does not have"],
    ["heir check --summary", "how many findings of each kind, on how many nodes"],
    ["heir check --due 30", "lines that have ended, or end within 30 days"],
    ["heir check --level info", "also report unused classes and dead values"],
    ["heir check --only class-not-found --format json", "one kind of finding, as JSON"],
  ],
  operands: [{ name: "REV", kind: "revision" }],
  rest: nodesBehind,
  options: {
    ...revOption,
    staged: { kind: "flag", summary: "check the index" },
    "new-since": { kind: "revision", summary: "report only findings that REV does not have" },
    node: { kind: "selector", multiple: true, summary: "report only findings of these nodes" },
    path: {
      kind: "path-glob",
      multiple: true,
      summary: "report only findings about values at paths matching GLOB, or inside a plain path",
    },
    ...formatOptions("text", "json", ...CI_FORMATS),
    summary: {
      kind: "flag",
      summary: "one row for each kind of finding: how many, on how many nodes, in how many files",
    },
    excused: { kind: "flag", summary: "list what heir-baseline.yml excuses instead" },
    "write-baseline": {
      kind: "flag",
      summary: "excuse the findings in heir-baseline.yml",
      details: "A file that is there only shrinks.",
    },
    fix: { kind: "flag", summary: "take out what has no effect, with proof" },
    ...fixingOptions,
    level: {
      kind: "choice",
      value: "LEVEL",
      choices: ["error", "warning", "info"],
      summary: "minimum severity (info also reports unused classes and dead values)",
    },
    ...nowOption,
    due: {
      kind: "text",
      value: "DAYS",
      summary: "only lines that have ended, or end within DAYS",
      details: "A comment `# heir: until DATE (reason)` gives a line its end.",
    },
    only: { kind: "code", choices: Object.keys(codes), multiple: true, summary: "report only these findings" },
    skip: { kind: "code", choices: Object.keys(codes), multiple: true, summary: "do not report these findings" },
  },
  exclusive: [
    ...["new-since", "node", "path"].map((other) => ["shard", other]),
    ...["new-since", "only", "skip", "level", "write-baseline", "fix", "excused"].map((other) => ["due", other]),
    ...["shard", "new-since", "write-baseline", "fix"].map((other) => ["excused", other]),
    ...["shard", "write-baseline", "fix"].map((other) => ["summary", other]),
    ...[...OF_WHOLE_TREE, "only", "skip"].map((other) => ["write-baseline", other]),
    ...["write-baseline", ...OF_WHOLE_TREE].map((other) => ["fix", other]),
  ],
  details: [
    "--fix takes out removals that remove nothing and classes that are twice in a list; with --only dead-value, value-repeated or class-unused " +
      "these values or files. All of them together, if that is proved to change nothing, else those that are, one by one. heir undo " +
      "takes it back.",
    "If the index has unmerged paths, the exit code is 2. `heir help CODE` explains a finding.",
    "`heir check NEW --new-since OLD` is the gate of the hooks and of a server: it exits with 1 if it refuses the step from OLD " +
      "to NEW, whatever the options show of that.",
    "The formats sarif, junit, github and gitlab are for CI: paths are relative to the top of the repository, and the summary is on standard error.",
  ],
  exits: { 1: "an error is found" },
  // A gate depends on more than its two states: it judges each time. Infos depend on git's configuration.
  follows: (args, states) => {
    if (["new-since", "write-baseline", "fix"].some((name) => args.has(name)) || wantsInfos(args)) return undefined;
    return states.snapshot(revisionOf(args) ?? states.defaultRevision).then((state) => [state]);
  },
};

async function run(args: Arguments, context: Context, edits: Edits): Promise<ExitCode> {
  if (args.has("write-baseline")) return writeBaselineOf(args, context);
  if (args.has("fix")) return edits.fix(args, context);
  const writing = Object.keys(fixingOptions).find((name) => args.has(name));
  if (writing !== undefined) throw new HeirError("usage", `--${writing} goes with --fix`);
  const wanted = problemFilterOf(args);
  const workspace = await context.open();
  const found = await checked(args, context, { workspace, ...edits });
  const scope = new Scope(args);
  const isExcused = args.has("excused");
  const ofAll = (isExcused ? (found.found ?? []) : found.findings).filter(wanted);
  const narrowed = await narrowedTo(args, ofAll, { workspace, context, scope, snapshot: found.snapshot });
  const findings = sortedProblems(narrowed.findings);
  const older = found.older && countOfAll(found.older.filter(wanted));
  const lookedAt = {
    ...found.lookedAt,
    leftOut: [...found.lookedAt.leftOut, ...scope.leftOut],
    scope: narrowed.scope,
    older,
    excused: found.excused !== undefined && !isExcused ? found.excused : undefined,
    share: found.share,
    gate: found.verdict && gateData(found.verdict),
  };
  const { listed, more } = listedProblems(findings);
  const { folder } = found.snapshot.place;
  await report(args, context, { findings: listed, lookedAt: { ...lookedAt, more }, folder });
  if (isExcused) return exit.ok;
  printLeftOut(context, lookedAt.leftOut);
  for (const note of narrowed.notes) context.notice(note);
  // An index with conflicts cannot be checked completely, whatever the options.
  if (found.findings.some(({ diagnostic }) => diagnostic.code === "unmerged")) return exit.usage;
  // The options say what is shown of a verdict, not what it is.
  const isBad = found.verdict?.isRefused ?? findings.some(({ diagnostic }) => diagnostic.severity === "error");
  return isBad ? exit.findings : exit.ok;
}

async function writeBaselineOf(args: Arguments, context: Context): Promise<ExitCode> {
  if (args.operands.length > 0) {
    throw new HeirError("usage", "--write-baseline looks at the work tree", "leave out the revision");
  }
  const workspace = await context.open();
  const { writeBaseline } = await import("../../../workspace/check/baseline.ts");
  const { entries, before } = await writeBaseline(workspace, { signal: context.signal, progress: context.progress });
  const removed = before === undefined || before === entries ? "" : `, ${before - entries} removed`;
  context.note(`${BASELINE_FILE} excuses ${counted(entries, "finding")}${removed}`);
  return exit.ok;
}

interface Checked extends ExcusedCheck {
  /** Findings that the revision of `--new-since` has, too; absent without that option. */
  readonly older?: readonly Finding[];
  readonly snapshot: Snapshot;
  /** The share that was checked; absent for all nodes. */
  readonly share?: ShareMark;
  /** The verdict of the gate; absent without `--new-since`. */
  readonly verdict?: Verdict;
}

async function checked(
  args: Arguments,
  context: Context,
  { workspace, proofs }: Pick<Edits, "proofs"> & { readonly workspace: Workspace },
): Promise<Checked> {
  const { signal, progress, warn, shares } = context;
  const infos = wantsInfos(args);
  if (shares?.own !== undefined && infos) {
    throw new HeirError("usage", "unused classes and dead values cannot be found with --shard: it takes all nodes");
  }
  const options = { signal, progress, infos, due: askedDays(args), own: shares?.own?.own };
  const since = args.text("new-since");
  const now = revisionOf(args) ?? workspace.defaultRevision;
  if (since === undefined) {
    const after = await workspace.snapshot(now, options);
    const { checkExcused } = await import("../../../workspace/check/baseline.ts");
    const apart: CheckOptions["apart"] = async (work) =>
      shares?.divided({ ...work, join: (parts) => new Map(parts.flatMap((nodes) => [...nodes])) });
    const result = await checkExcused(workspace, after, { ...options, apart });
    if (result.isDated) context.forget();
    const share = await shares?.mark([after]);
    return { ...result, snapshot: after, share };
  }
  const { checkGate } = await import("../../../workspace/gate/judge.ts");
  const question = { now, old: since, overrides: args.list("set") };
  const { verdict, lookedAt, snapshot } = await checkGate(workspace, question, { ...options, proofs });
  warn(terminalSafe(`heir: ${refLine(now, verdict)}`));
  const { older = [] } = verdict;
  return { findings: verdictFindings(verdict), older, lookedAt, snapshot, verdict };
}

function revisionOf(args: Arguments): string | undefined {
  const given = [args.operands[0], args.text("rev"), args.has("staged") ? "INDEX" : undefined];
  const named = given.filter((revision) => revision !== undefined);
  if (named.length < 2) return named[0];
  const message = `check looks at one state: ${named.join(" or ")}`;
  throw new HeirError("usage", message, "give REV, -r REV or --staged", { code: "conflicting-options" });
}

function askedDays(args: Arguments): number | undefined {
  const days = args.text("due");
  if (days === undefined) return undefined;
  if (/^\d{1,5}$/.test(days)) return Number(days);
  throw new HeirError("usage", `invalid --due "${days}" (a whole number of days)`);
}

function problemFilterOf(args: Arguments): (problem: FoundProblem) => boolean {
  const only = args.has("due") ? ["line-ends", "line-ended"] : args.list("only");
  const skip = [...args.list("skip")];
  const level = args.text("level");
  // A comment without effect in one shard may have one in another: only the merged report shows that.
  if (args.has("shard") && !isJson(args)) skip.push("allow-useless");
  const least = level === "error" || level === "warning" ? rank[level] : rank.info;
  return ({ diagnostic: { code, severity } }) =>
    rank[severity] <= least && (only.length === 0 || only.includes(code)) && !skip.includes(code);
}

/** Whether the options request findings that are searched only on request. */
function wantsInfos(args: Arguments): boolean {
  return args.text("level") === "info" || args.list("only").some((code) => isCode(code) && isOnRequest(code));
}

interface CheckReport {
  readonly findings: readonly FoundProblem[];
  readonly lookedAt: CheckScope;
  /** The inventory folder from the top of the repository. */
  readonly folder: string;
}

async function report(args: Arguments, context: Context, { findings, lookedAt, folder }: CheckReport): Promise<void> {
  if (args.has("summary")) {
    const counts = codeCounts(findings);
    if (isJson(args)) return context.print(documentJson({ v: 1, summary: counts }, 2));
    return printRows(context, [...codeCountRows(counts), [segment("title", checkSummary(findings, lookedAt))]]);
  }
  if (isJson(args)) {
    const data = checkData(findings, lookedAt);
    const excused = data.findings.map((each) => ({ ...each, excused: true }));
    return context.print(documentJson(args.has("excused") ? { ...data, findings: excused } : data, 2));
  }
  const format = CI_FORMATS.find((each) => each === args.text("format"));
  const summary = checkSummary(findings, lookedAt);
  if (format !== undefined) {
    const { ciText } = await import("../../../report/ci/formats.ts");
    const readPages = async () => (await import("../../../workspace/write/installed.ts")).readCodePages();
    await context.write(await ciText(format, { findings, lookedAt, folder, version, readPages }));
    return context.note(summary);
  }
  const { others, pairs } = withoutOrderPairs(findings);
  const hidden = lookedAt.more?.find((each) => each.code === "order-fragile" && each.severity === "info");
  const isListed = args.list("only").includes("order-fragile") || args.text("level") === "info";
  await printRows(context, checkRows(others, context.width));
  if (lookedAt.gate !== undefined) await printRows(context, pairs.map(newPairRow));
  else if (isListed) await printRows(context, pairs.flatMap(orderPairRows));
  await printRows(context, moreFindingRows((lookedAt.more ?? []).filter((each) => isListed || each !== hidden)));
  if (context.quiet) return;
  await context.print(context.theme([segment(findings.length === 0 ? "muted" : "title", summary)]));
  if (isListed || lookedAt.gate !== undefined || pairs.length === 0) return;
  const values = pairs.reduce((sum, pair) => sum + pair.values.length, hidden?.count ?? 0);
  await context.print(context.theme([segment("muted", orderPairsText(values))]));
}
