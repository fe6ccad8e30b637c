import { command } from "../../../base/terminal-text.ts";
import { type Comparison, type DiffShare, shareOfComparison } from "../../../model/results/comparison.ts";
import type { PageMaker } from "../../../model/results/evidence.ts";
import { isChangedAt, selectPaths, withoutDifferences } from "../../../model/results/path-selection.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { Masked, SecretsChoice } from "../../../model/secrets/masked.ts";
import { checkedBytes } from "../../../report/diff/markdown.ts";
import { nodesNotCompared } from "../../../report/diff/summary.ts";
import { changedEnds } from "../../../workspace/evidence/changed-ends.ts";
import { changeOwners } from "../../../workspace/evidence/owners.ts";
import { withoutIgnored } from "../../../workspace/evidence/reviewed.ts";
import { contractFindings, findingsInScope } from "../../../workspace/judge/contract-findings.ts";
import { type AskedPath, readings } from "../../../workspace/scope/things.ts";
import type { WorkPart, Workspace } from "../../../workspace/workspace.ts";
import { askedDiffForm, diffFormats, diffVerdict, writeDiff } from "../../output/diff-form.ts";
import { expectNodes } from "../../output/inventory.ts";
import { printLeftOut } from "../../output/rows.ts";
import { askedPaths, chosenNodes, pathsInScope, Scope } from "../../reading/names.ts";
import {
  changeOptions,
  formatOptions,
  nodesBehind,
  scopeOptions,
  secretsChoice,
  secretsOption,
  stagedOption,
} from "../../words/options.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../command.ts";
import { type AskedPairs, askedPairs, type Supposed } from "./side-by-side.ts";

/** What else a comparison asks: a page, and a state as it would be if something held. */
export interface DiffAnnexes {
  page(): Promise<PageMaker>;
  readonly supposed: Supposed;
}

/** `heir diff [A [B]] [-- SELECTOR...]`: which resolved values differ between two states, on which nodes. */
export function diffWith(annexes: DiffAnnexes): Command {
  return { ...diff, run: (args, context) => run(args, context, annexes) };
}

const diff: Omit<Command, "run"> = {
  examples: [
    ["heir diff", "unstaged changes: the index and the work tree"],
    ["heir diff --staged", "staged changes: HEAD and the index"],
    ["heir diff HEAD~1 HEAD", "what the last commit changed"],
    ["heir diff main...topic -- 'web*'", "what a branch changes on some nodes"],
    ["heir diff main...topic --format html > review.html", "a page to look at"],
    ["heir diff --range-diff ORIG_HEAD HEAD", "what a rebase made its commits do"],
    ["heir diff web01.par1 web02.par1", "two nodes side by side"],
    ["heir diff --if 'class:tls on web*'", "what a class would change on some nodes"],
    ["heir diff deployed --path ntp --exit-code", "exit 1 if a value below ntp differs"],
  ],
  operands: [
    { name: "A", kind: "thing", of: ["range", "node"] },
    { name: "B", kind: "thing", of: ["range", "node"] },
  ],
  rest: nodesBehind,
  options: {
    ...stagedOption,
    ...changeOptions,
    "nodes-only": { kind: "flag", also: "name-only", summary: "print only the names of nodes that differ" },
    ...scopeOptions,
    "exclude-path": { kind: "path-glob", multiple: true, summary: "no values at such paths" },
    "ignore-order": { kind: "flag", summary: "ignore the order of list items" },
    "ignore-type-changes": { kind: "flag", summary: 'ignore type-only changes, such as 80 and "80"' },
    moved: { kind: "flag", summary: "also show equal values whose definition moved" },
    full: { kind: "flag", summary: "do not shorten values and lists of names" },
    block: { kind: "number", summary: "as text: only block N, in full" },
    "max-bytes": { kind: "number", summary: "as Markdown: at most N bytes (default 60000)" },
    link: { kind: "text", value: "URL", summary: "with html: links to URL, with {rev} {file} {line}" },
    ...formatOptions(...diffFormats),
    jsonl: { kind: "flag", means: { option: "format", value: "jsonl" }, summary: "same as --format jsonl" },
    if: { kind: "text", value: "'ATOM on NODES'", multiple: true, summary: "what would change if this held" },
    owners: { kind: "flag", summary: "whose files, nodes and values change" },
    outliers: { kind: "flag", summary: "one state: nodes that differ from most others" },
    pair: { kind: "text", value: "s/RE/TEXT/", summary: "nodes of A with the nodes of B that this names" },
    "range-diff": { kind: "flag", summary: "what the commits of NEW and of OLD do otherwise" },
    ...secretsOption,
    "exit-code": { kind: "flag", summary: "exit 1 if a value differs, 3 if a node fails" },
    quiet: { kind: "flag", short: "q", summary: "print nothing; implies --exit-code" },
  },
  exclusive: [
    ["stat", "nodes-only", "format"],
    ...["no-causes", "pair", "range-diff", "outliers"].map((other) => ["owners", other]),
    ...["staged", "pair", "range-diff", "outliers", "shard"].map((other) => ["if", other]),
    ...["staged", "stat", "nodes-only", "path", "node"].map((other) => ["range-diff", other]),
    ...["stat", "nodes-only", "path", "exclude-path", "pair", "range-diff"].map((other) => ["outliers", other]),
  ],
  details: [
    "Revisions are written as in git diff; INDEX and WORKTREE are revisions, too:",
    [
      ["heir diff", "the index and the work tree"],
      ["heir diff --staged [A]", "HEAD, or A, and the index"],
      ["heir diff A", "A and the work tree"],
      ["heir diff A B", "A and B; also written A..B"],
      ["heir diff A...B", "the merge base of A and B, and B"],
      ["heir diff [A:]NODE [B:]NODE", "two nodes, of the work tree or of A and B"],
    ],
  ],
  exits: { 1: "with --exit-code: a value differs", 3: "with --exit-code: a node fails" },
  follows: (args, states) => {
    if (["range-diff", "pair", "outliers", "if"].some((name) => args.has(name))) return undefined;
    return states.ends(args.operands, args.has("staged"));
  },
};

async function run(args: Arguments, context: Context, { page, supposed }: DiffAnnexes): Promise<ExitCode> {
  if (args.has("range-diff")) return (await import("./range-diff.ts")).rangeDiffOf(args, context);
  if (args.has("outliers")) return (await import("./outliers.ts")).outliersIn(args, context);
  const { shares } = context;
  const form = askedDiffForm(args);
  const asked = args.text("link");
  const link = asked === undefined ? undefined : (await page()).checkedLink("--link", asked);
  const secrets = secretsChoice(args, context);
  const paths = { only: askedPaths(args, "path"), without: askedPaths(args, "exclude-path") };
  const workspace = await context.open();
  const asking = await askedPairs(args, context, { workspace, supposed });
  const { ends, pairs } = asking;
  const hasFindings = pairs === undefined && form !== "stat" && form !== "nodes-only" && !args.has("quiet");
  const compared = await compare(args, context, { workspace, ...asking, secrets, paths, hasFindings });
  const ignored = [args.has("ignore-order") && "order", args.has("ignore-type-changes") && "type"] as const;
  const comparison = withoutIgnored(compared, new Set(ignored.filter((kind) => kind !== false)));
  const isJudged = args.has("exit-code") || args.has("quiet");
  if (shares?.own !== undefined) {
    const part = shareOfComparison(comparison, shares.own.own);
    await shares.print({ isJudged, isQuiet: args.has("quiet"), part } satisfies DiffShare, ends);
    return isJudged ? diffVerdict(context, comparison) : exit.ok;
  }
  if (!args.has("quiet")) {
    const maxBytes = args.number("max-bytes");
    await writeDiff(context, comparison, {
      form,
      evidence: (reviewed) => workspace.evidence(ends, reviewed, { signal: context.signal, secrets }),
      link,
      page,
      full: args.has("full"),
      command: command(["heir", "diff", ...(args.has("staged") ? ["--staged"] : []), ...args.operands]),
      block: args.number("block"),
      maxBytes: maxBytes && checkedBytes("--max-bytes", maxBytes),
    });
  }
  if (form === "nodes-only") for (const text of nodesNotCompared(comparison)) context.note(text);
  printLeftOut(context, comparison.lookedAt.leftOut);
  return isJudged ? diffVerdict(context, comparison) : exit.ok;
}

interface Asked extends AskedPairs {
  readonly workspace: Workspace;
  readonly secrets: SecretsChoice;
  /** Of `--path` and `--exclude-path`. */
  readonly paths: { readonly only: readonly AskedPath[]; readonly without: readonly AskedPath[] };
  readonly hasFindings: boolean;
}

/** The comparison of the nodes and paths in scope; of none if every operand of a kind is out of scope. */
async function compare(args: Arguments, context: Context, asked: Asked): Promise<Masked<Comparison>> {
  const { signal, progress, shares } = context;
  const { workspace, ends, pairs, secrets, paths, unpaired = [] } = asked;
  const scope = new Scope(args);
  const words = args.list("node");
  const states = await readings(workspace, ends);
  const all = [...new Set(states.flatMap(({ inventory }) => inventory.nodeNames))];
  const names = pairs?.map(({ to }) => to) ?? (await chosenNodes(words, states, { context, scope })) ?? all;
  await expectNodes(names.length);
  const comparison = await workspace.compare(...ends, {
    once: true,
    signal,
    progress,
    secrets,
    moved: args.has("moved"),
    causes: !args.has("no-causes"),
    ...(pairs === undefined ? words.length > 0 && { nodes: new Set(names) } : { pairs }),
    own: shares?.own?.own,
    divided: async ({ names, part }) => {
      const share = async (each: WorkPart) => shareOfComparison(await part(each), each.own);
      return shares?.divided({ names, part: share, join: (found, { diff }) => diff(found) });
    },
  });
  const unchanged = [...paths.only, ...paths.without].filter(({ filter }) => !isChangedAt(comparison, filter));
  const [from, to] = ends;
  const ordered = [...new Set([...names, ...all])];
  // What a compared node has only in the first state is among the changes.
  const searched = [
    { snapshot: to, names: ordered },
    { snapshot: from, names: words.length > 0 || shares?.own !== undefined ? ordered : onlyBefore(comparison) },
  ];
  const found = new Set(await pathsInScope(unchanged, searched, { workspace, context, scope }));
  const inScope = (some: readonly AskedPath[]) => some.filter((path) => !unchanged.includes(path) || found.has(path));
  const only = inScope(paths.only).map(({ filter }) => filter);
  const without = inScope(paths.without).map(({ filter }) => filter);
  const isEmpty = paths.only.length > 0 && only.length === 0;
  const selected = isEmpty ? withoutDifferences(comparison) : selectPaths(comparison, { only, without });
  const { findings, ...asides } = await asidesOf({ ...asked, hasOwners: args.has("owners") }, comparison, context);
  const nodes = words.length > 0 ? new Set(names) : undefined;
  const narrow = { only: paths.only.map(({ filter }) => filter), without, nodes };
  const textOf = ({ text }: AskedPath) => text;
  return derived(selected, ({ lookedAt, sideBySide, ...whole }) => ({
    ...whole,
    sideBySide: sideBySide && { ...sideBySide, unpaired },
    ...asides,
    findings: findings && findingsInScope(findings, narrow),
    scope: { nodes: words, paths: paths.only.map(textOf), without: paths.without.map(textOf) },
    lookedAt: { ...lookedAt, leftOut: [...lookedAt.leftOut, ...scope.leftOut] },
  }));
}

/** What is besides the values: contracts that are newly broken or kept again, ends of lines that differ, and owners. */
async function asidesOf(
  { workspace, ends: [before, after], hasFindings, hasOwners }: Asked & { readonly hasOwners: boolean },
  comparison: Comparison,
  { signal }: Context,
): Promise<Pick<Comparison, "findings" | "ends" | "owners">> {
  const owners = hasOwners ? { owners: await changeOwners(workspace, before, comparison, { signal }) } : {};
  if (!hasFindings) return owners;
  const findings = await contractFindings(workspace, { before, after }, comparison, { signal });
  const ends = await changedEnds(workspace, [before, after], comparison.lookedAt.files, { signal });
  return { ...owners, findings, ends: ends.length > 0 ? ends : undefined };
}

/** Nodes of the first state whose values were not compared, and one for each value that may be masked in a change. */
function onlyBefore({ nodes, changes }: Masked<Comparison>): readonly string[] {
  const changed = changes.flatMap((each) => (each.change.kind === "added" ? [] : each.nodes.slice(0, 1)));
  const failing = [...nodes.newlyFailing, ...nodes.stillFailing].map(({ name }) => name);
  return [...nodes.removed, ...failing, ...changed];
}
