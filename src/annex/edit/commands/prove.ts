import { command, terminalSafe } from "../../../base/terminal-text.ts";
import { recordKeys } from "../../../base/text-order.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../../../cli/commands/command.ts";
import { pathsInScope, type Reading, Scope } from "../../../cli/reading/names.ts";
import { formatOptions, isJson } from "../../../cli/words/options.ts";
import { documentJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { mask } from "../../../model/secrets/mask.ts";
import { noSecrets } from "../../../model/secrets/secrets.ts";
import { diagnosticText } from "../../../report/findings/diagnostic.ts";
import { leftOutText } from "../../../report/text/left-out.ts";
import { counted, rowText } from "../../../report/text/row.ts";
import { commitRange, openHookRepository } from "../../../workspace/repository/hook-repository.ts";
import { readings, writtenPath } from "../../../workspace/scope/things.ts";
import { type Claim, listedClassOf, renameOf } from "../proof/claim.ts";
import { prove as proveClaim } from "../proof/prove.ts";
import { type CommitProof, commitProofs, proofFinding, type Verification } from "../proof/verify.ts";
import { expectRenamed } from "../rename/rename.ts";
import { type ProvedStates, proofRow, proveData, trailerLine, trailersData } from "../report/proof-data.ts";
import { alwaysAnError, meantNodes } from "../value/wanted.ts";
import { printDifferences } from "./writing.ts";

/** `heir prove [A] [B]`: whether a claim about two states holds. */
export const proveCommand: Command = {
  examples: [
    ["heir prove", "HEAD and the work tree resolve to the same"],
    ["heir prove --mv class:ntp=time", "nothing differs but the name of a class"],
    ["heir prove --only ntp:server --on 'web*'", "nothing differs but one value on some nodes"],
    ["heir prove --trailers origin/main..HEAD", "what commits state is still so"],
    ['git commit --trailer "$(heir prove HEAD INDEX --trailer)"', "say it in the commit"],
  ],
  operands: [
    { name: "A", kind: "revision" },
    { name: "B", kind: "revision" },
  ],
  options: {
    mv: { kind: "text", value: "KIND:OLD=NEW", multiple: true, summary: "the states are equal but for this name" },
    but: {
      kind: "text",
      value: "+class:NAME",
      multiple: true,
      summary: "all is the same, but for a class that only later (+) or earlier (-) lists have",
    },
    only: { kind: "text", value: "PATH", summary: "all differences are at or below PATH, or are made from it" },
    on: { kind: "selector", value: "NODES", summary: "with --only: on these nodes (heir help selectors)" },
    trailer: { kind: "flag", summary: "print the trailer for a commit, if the claim holds" },
    trailers: { kind: "text", value: "RANGE", summary: "prove again what the commits of OLD..NEW state" },
    ...formatOptions("text", "json"),
  },
  refusesEmpty: true,
  exclusive: [
    ["mv", "only"],
    ["but", "mv"],
    ["but", "only"],
    ["trailer", "format"],
    ...["but", "mv", "only", "on", "trailer"].map((other) => ["trailers", other]),
  ],
  details: [
    "A is HEAD and B the work tree if they are not given. Without an option, the claim is that no resolved value differs: " +
      "classes, applications, environment, parameters, exports, groups and policies of all nodes. Types and the order of " +
      "lists count; comments, quotes and the order of keys do not.",
    "Kinds of names are class, node, group, path, application, technique, directive and rule; of a path, only the last key " +
      "can differ.",
    "Differences beyond the claim are printed as by heir diff. If a part could not be read, the exit code is 2.",
  ],
  exits: { 1: "the claim does not hold", 3: "a node does not resolve" },
  async run(args, context) {
    const range = args.text("trailers");
    if (range !== undefined) return proveTrailers(range, args, context);
    const { signal, progress } = context;
    const workspace = await context.open();
    const [from = "HEAD", to = "WORKTREE"] = args.operands;
    const [before, after] = await workspace.ends([from, to], false, { signal });
    const claim = await claimed(args, { workspace, context, before, after }).catch(alwaysAnError);
    const proof = await proveClaim(workspace, { before, after }, { claim, signal, progress });
    const { comparison } = proof;
    const states: ProvedStates = { proof, from: before.tree, to: after.tree };
    if (isJson(args)) await context.print(documentJson(proveData(states)));
    else if (args.has("trailer")) await printTrailer(context, states);
    else {
      if (!proof.holds) await printDifferences(context, comparison, command(["heir", "diff", from, to]));
      await context.print(context.theme(proofRow(proof)));
    }
    return verdict(context, states);
  },
};

interface ClaimScope extends Reading {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** The claim that the options state. Throws HeirError for names and paths that no state has. */
async function claimed(args: Arguments, scope: ClaimScope): Promise<Claim> {
  const [path, on] = [args.text("only"), args.text("on")];
  if (path !== undefined) return onlyClaim(path, on, scope);
  if (on !== undefined) throw new HeirError("usage", "--on goes with --only PATH");
  const renames = args.list("mv").map(renameOf);
  const but = args.list("but").map(listedClassOf);
  if (renames.length === 0) return { kind: "same", but: but.length > 0 ? but : undefined };
  for (const rename of renames) {
    if (rename.kind === "path") await pathIn(rename.from, "mv", scope);
    else expectRenamed(rename, await scope.workspace.load(scope.before, { signal: scope.context.signal }));
  }
  return { kind: "mv", renames };
}

async function onlyClaim(path: string, on: string | undefined, scope: ClaimScope): Promise<Claim> {
  if (on === undefined) throw new HeirError("usage", "--only says a path, but not on which nodes", "add --on NODES");
  const { workspace, context, before, after } = scope;
  const nodes = await meantNodes(on, await readings(workspace, [before, after]), context);
  return { kind: "only", path: await pathIn(path, "only", scope), nodes };
}

/** A path that some node of either state has a value at. */
async function pathIn(text: string, option: "only" | "mv", claim: ClaimScope): Promise<readonly string[]> {
  const asked = writtenPath(text, option);
  const states = [{ snapshot: claim.after }, { snapshot: claim.before }];
  await pathsInScope([asked], states, { ...claim, scope: new Scope({ has: () => false }) });
  return asked.path;
}

/** Prints nothing else to the output. Throws HeirError for the work tree, which is no tree of git. */
async function printTrailer(context: Context, states: ProvedStates): Promise<void> {
  if (!states.proof.holds) return context.warn(`heir: ${rowText(proofRow(states.proof))}`);
  const line = trailerLine(states);
  if (line !== undefined) return context.print(line);
  throw new HeirError("usage", "a trailer names two trees of git", "git add -A, then heir prove HEAD INDEX --trailer");
}

/** What could not be read could differ. */
function verdict(context: Context, { proof }: ProvedStates): ExitCode {
  const { leftOut } = proof.comparison.lookedAt;
  if (leftOut.length > 0) {
    for (const each of leftOut) context.warn(`heir: not proved: ${leftOutText(each)}`);
    return exit.usage;
  }
  if (proof.unresolved.length > 0) return exit.unresolved;
  return proof.holds ? exit.ok : exit.findings;
}

/** `heir prove --trailers RANGE`: the proofs that commits state, proved again. Throws HeirError for no range. */
async function proveTrailers(range: string, args: Arguments, context: Context): Promise<ExitCode> {
  if (args.operands.length > 0)
    throw new HeirError("usage", "--trailers names the commits itself", "omit the revision");
  const workspace = await context.open();
  const repository = await openHookRepository(workspace.source, workspace.source.top);
  const reader = { workspace, repository, signal: context.signal };
  const proofs = await commitProofs(await commitRange(workspace.source, range, reader), reader);
  if (isJson(args)) await context.print(documentJson(trailersData(proofs)));
  else await printProofs(context, proofs, range);
  return proofs.some(({ verification }) => verification.result === "proof-false") ? exit.findings : exit.ok;
}

async function printProofs(context: Context, proofs: readonly CommitProof[], range: string): Promise<void> {
  for (const found of proofs.flatMap((proof) => proofFinding(proof) ?? [])) {
    const diagnostic = mask("finding", found, noSecrets);
    await context.print(diagnosticText({ diagnostic, nodes: [] }, context.theme, context.width));
  }
  const count = (result: Verification["result"]): number =>
    proofs.filter(({ verification }) => verification.result === result).length;
  const words = { holds: count("holds") === 1 ? "holds" : "hold", "proof-stale": "stale", "proof-false": "false" };
  const parts = recordKeys(words).flatMap((result) => (count(result) > 0 ? [`${count(result)} ${words[result]}`] : []));
  const results = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  await context.print(terminalSafe(`${counted(proofs.length, "proof")} in ${range}${results}`));
}
