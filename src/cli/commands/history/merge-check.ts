import { documentLines } from "../../../encoding/json.ts";
import { countOfAll } from "../../../model/findings/finding-limit.ts";
import { derived } from "../../../model/secrets/mask.ts";
import { mergeData, mergeReportRows } from "../../../report/merges/merge.ts";
import { countMet, meet } from "../../../workspace/merge/merge.ts";
import { planMerge } from "../../../workspace/merge/ways.ts";
import { readings } from "../../../workspace/scope/things.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNodes, Scope } from "../../reading/names.ts";
import { formatOptions, isJson, nodeOption, nodesBehind, secretsChoice, secretsOption } from "../../words/options.ts";
import { type Command, exit } from "../command.ts";

/** `heir merge-check BRANCH [--into REV]`: semantic merge conflicts. */
export const mergeCheck: Command = {
  examples: [
    ["heir merge-check topic", "merge topic into the current branch"],
    ["heir merge-check topic --into main", "merge topic into another branch"],
    ["heir merge-check HEAD^2 --into HEAD^1", "the last commit, which is a merge"],
    ["heir merge-check C --base C^", "a cherry-pick of the commit C; to revert it: C^ --base C"],
    ["heir merge-check topic --into main~1 --made main", "a squash that was made of topic"],
    ["heir merge-check stash@{0}", "before git stash pop"],
    ["heir merge-check topic --json", "the result as JSON"],
  ],
  operands: [{ name: "BRANCH", kind: "revision", required: true }],
  rest: nodesBehind,
  options: {
    into: { kind: "revision", default: "HEAD", summary: "merge into this revision (default HEAD)" },
    base: { kind: "revision", summary: "the commit from which both sides began (default: their merge base)" },
    made: { kind: "revision", summary: "judge this result; values that somebody wrote into it are meant" },
    "write-tree": { kind: "flag", summary: "print the id of the merged tree and the files in conflict, nothing else" },
    ...nodeOption,
    ...secretsOption,
    full: { kind: "flag", summary: "do not shorten values and lists of names and places" },
    ...formatOptions("text", "json"),
  },
  exclusive: [["full", "format"], ...["format", "full", "made", "node"].map((other) => ["write-tree", other])],
  details: [
    "git merges the text of files. This command resolves the nodes in the merge base, on both sides and in the merged " +
      "files. It reports values that neither side has, changes hidden by the other side's layers, nodes that resolve on " +
      "both sides but not merged, and findings that only the merge has. It lists files that git cannot merge.",
    "Nothing is merged. Values that follow from the changes of both " +
      "sides alone, such as a list with the items that each side added, are noted and do not count.",
  ],
  exits: { 1: "the merge has a conflict, or a finding that neither side has" },
  async run(args, context) {
    const [branch = ""] = args.operands;
    const into = args.text("into") ?? "";
    const secrets = secretsChoice(args, context);
    const { signal, progress } = context;
    const workspace = await context.open();
    const asked = { branch, into, base: args.text("base"), made: args.text("made"), signal };
    const plan = await planMerge(workspace.source, asked);
    const scope = new Scope(args);
    const states = await readings(workspace, Object.values(plan.task.states));
    const chosen = await chosenNodes(args.list("node"), states, { context, scope });
    const nodes = chosen && new Set(chosen);
    const met = await meet(workspace, plan.task, { signal, progress, secrets, nodes });
    const leftOut = [...met.comparison.lookedAt.leftOut, ...scope.leftOut];
    const comparison = derived(met.comparison, (whole) => ({ ...whole, lookedAt: { ...whole.lookedAt, leftOut } }));
    const { commits, conflicts, reasons, isFastForward } = plan;
    const git = { branch, into, commits, conflicts, reasons, isFastForward };
    const report = { ...git, comparison, findings: met.fresh, brought: countOfAll(met.brought) };
    if (args.has("write-tree")) await context.write([plan.tree, ...conflicts].map((line) => `${line}\n`).join(""));
    else if (isJson(args)) for (const piece of documentLines(mergeData(report), "values")) await context.write(piece);
    else await printRows(context, mergeReportRows(report, { full: args.has("full"), width: context.width }));
    printLeftOut(context, leftOut);
    return conflicts.length > 0 || countMet([met]) > 0 ? exit.findings : exit.ok;
  },
};
