import { DocumentLines } from "../../../encoding/json.ts";
import { packed, unpacked } from "../../../encoding/packed.ts";
import { HeirError, InvariantError } from "../../../model/findings/failure.ts";
import { differingNodes } from "../../../model/results/comparison.ts";
import type { LeftOut } from "../../../model/results/left-out.ts";
import type { LogEntry, LoggedCommit, LogShare } from "../../../model/results/log.ts";
import { isByName, nameHolds, readSelectors } from "../../../model/selector/selector.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { notCompared } from "../../../report/diff/summary.ts";
import { type LogForm, logEntryData, logRows } from "../../../report/history/log.ts";
import { counted } from "../../../report/text/row.ts";
import { createLegend } from "../../../report/text/sign.ts";
import { withBlocks } from "../../../workspace/evidence/reviewed.ts";
import type { FollowedStates, States } from "../../../workspace/load/states.ts";
import { type AskedNode, askedNode, entriesInScope } from "../../../workspace/log/asked-node.ts";
import { type Log, type LogAsked, type LogRequest, type LogWords, logWords } from "../../../workspace/log/request.ts";
import { nobody, selectedOf } from "../../../workspace/scope/selected-nodes.ts";
import { givenText, noSuchName } from "../../../workspace/scope/things.ts";
import { printLeftOut } from "../../output/rows.ts";
import { askedPaths, Scope, type ScopedReading, splitNodePath } from "../../reading/names.ts";
import { checkShownScope, logOptions, type NarrowedTo, shownRange } from "../../reading/shown-states.ts";
import {
  changeOptions,
  formatOptions,
  isJson,
  nodesBehind,
  scopeOptions,
  secretsChoice,
  secretsOption,
} from "../../words/options.ts";
import { type Arguments, type Command, type Context, exit } from "../command.ts";
import { type DoneShare, foundByAll, type Joins } from "../shares.ts";

/** `heir log [NODE [PATH]] [RANGE]`: the commits that changed a value, a node or any node. */
export const log: Command = {
  examples: [
    ["heir log web01.par1 ntp:server", "when and why a value changed"],
    ["heir log web01.par1 --oneline -n 5", "the last five commits that changed a node"],
    ["heir log v1.2..main -p", "all changes of a branch, commit by commit"],
    ["heir log web01.par1 ssh -r topic --since 2.weeks --json", "one value on a branch, as JSON"],
    ["heir log --path ntp --node 'web*'", "the commits that changed values below ntp on some nodes"],
  ],
  operands: [
    { name: "NODE", kind: "thing", of: ["node", "range"] },
    { name: "PATH", kind: "thing", of: ["path", "range"] },
    { name: "RANGE", kind: "range" },
  ],
  rest: nodesBehind,
  options: {
    ...scopeOptions,
    rev: { kind: "range", short: "r", value: "REV|A..B", summary: "start at REV (default HEAD), or list this range" },
    patch: { kind: "flag", short: "p", summary: "show all changes with complete values" },
    ...changeOptions,
    oneline: { kind: "flag", summary: "one line per commit" },
    "max-count": { kind: "number", short: "n", summary: "stop after N commits; -5 is -n 5" },
    since: { kind: "text", value: "DATE", summary: "only commits after DATE, in any form git accepts" },
    until: { kind: "text", value: "DATE", summary: "only commits before DATE" },
    author: { kind: "text", value: "PATTERN", summary: "only commits whose author matches PATTERN, as in git log" },
    "first-parent": { kind: "flag", summary: "follow only the first parent of merges" },
    "show-quiet": { kind: "flag", summary: "also list commits that change nothing" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  exclusive: [["patch", "stat", "oneline", "format"]],
  details: [
    "A commit is listed if the value differs from the one in every parent, so a merge that only combines the changes of " +
      "its sides is not listed. Changes are shown against the first parent. A commit with ? touches what a node reads that resolves " +
      "on neither side, so it was not compared.",
    "PATH is written as for heir show. --node and --path take globs, of all nodes and of all values. Nodes are followed across renames. A word with `..` is a range of commits.",
  ],
  follows(args, states) {
    // The meaning of dates depends on the day, that of authors on git's configuration.
    const isKept = ["since", "until", "author"].every((name) => !args.has(name));
    return isKept ? followed(args, states) : undefined;
  },
  async run(args, context) {
    const secrets = secretsChoice(args, context);
    const limit = args.number("max-count") ?? Number.POSITIVE_INFINITY;
    const form = (["patch", "stat", "oneline"] as const).find((each) => args.has(each)) ?? ("text" as const);
    if (context.shares?.own !== undefined && args.has("max-count")) {
      throw new HeirError("usage", "-n does not go with --shard: which commits are listed first depends on all");
    }
    const workspace = await context.open();
    const words = logWords(args.operands, args.text("rev"));
    const scope = new Scope(args);
    const narrowed = askedScope(args, words);
    const counts = new Counts();
    const asking: Asking = { ...words, ...narrowed, workspace, context, scope, counts, limit };
    await checkShownScope(narrowed, shownRange(words, asking), asking);
    const { asked, nothing } = await readAsked(asking);
    const plain = plainRequest(args, words);
    const request = { ...plain, ...asked, ...requestedScope(asking), ...ownStretch(context, asked) };
    const options = { ...logOptions(context), secrets };
    const isAlone = request.node !== undefined || args.has("max-count");
    const apart = isAlone ? undefined : await divided(request, options, asking);
    const found = apart ?? (await workspace.log(request, options));
    const entries = listed(found, () => scope.leaveOut(nothing()), asking);
    const leftOut = () => [...found.leftOut(), ...scope.leftOut];
    const share = request.share && (await context.shares?.mark(await read(request, workspace)));
    const end = (): object => ({ stretch: found.share(), left_out: scope.leftOut, shard: share });
    const output = { entries, counts, tally: found.tally, form, request, leftOut, end: share ? end : undefined };
    await (isJson(args) ? printJson : printEntries)(context, output);
    context.note(closing(counts, found.tally.commits, request, narrowed));
    printLeftOut(context, leftOut());
    return exit.ok;
  },
};

/** The commits, and the state that defines node and path. */
async function followed<State>(args: Arguments, states: FollowedStates<State>): Promise<readonly (State | string)[]> {
  const { revisions, newest } = logWords(args.operands, args.text("rev"));
  const firstParent = args.has("first-parent");
  return Promise.all([states.history({ revisions, firstParent }), states.snapshot(newest)]);
}

interface Asking extends LogWords, AskedScope, ScopedReading {
  readonly context: Context;
  readonly counts: Counts;
  readonly limit: number;
}

/** The log as other processes walk it; undefined if this one does it alone: with secrets. */
async function divided(request: LogRequest, options: LogAsked, { newest, workspace, context }: Asking) {
  const snapshot = await workspace.formerSnapshot(newest, options);
  const { secrets, nodeNames: names } = await workspace.load(snapshot, { scope: "names", ...options });
  // A secret of one commit is masked in the commits that are read after it.
  if (secrets.paths.length > 0) return undefined;
  return context.shares?.piecewise({
    names,
    async part({ index, of }, send) {
      const log = await workspace.log({ ...request, share: { index, of } }, options);
      for await (const { commit, ...entry } of log.entries) {
        await send(JSON.stringify(packed({ commit: bare(commit), ...entry }, "texts")));
      }
      return log.share();
    },
    join: async (shares, joins) => joinedLog(shares, joins),
  });
}

/** A commit without what the walk knows of it. */
function bare({ id, parents, author, email, date, subject, boundary }: LoggedCommit): LoggedCommit {
  return { id, parents, author, email, date, subject, boundary };
}

/** The commits of the first stretch, and so on, as they come. */
function joinedLog(shares: readonly DoneShare[], joins: Joins): Log {
  const tally = { commits: 0, snapshots: 0, resolved: 0 };
  const leftOut: LeftOut[] = [];
  async function* entries(): AsyncGenerator<LogEntry> {
    for (const share of shares) {
      for (let piece = await share.piece(); piece !== undefined; piece = await share.piece()) {
        yield unpacked<LogEntry>(JSON.parse(piece.toString()));
      }
    }
    const { missing, ...joined } = await joins.log(await foundByAll<LogShare>(shares));
    Object.assign(tally, { commits: joined.commits, resolved: joined.resolved });
    leftOut.push(...joined.leftOut);
    if (missing !== undefined) throw new HeirError("usage", missing.message, missing.hint);
  }
  const share = () => {
    throw new InvariantError("a log that is divided is no share");
  };
  return { entries: entries(), tally, seen: () => true, leftOut: () => leftOut, share };
}

/** Only the first share of one node has commits, so the others need not find it. */
function ownStretch({ shares }: Context, { node }: AskedNode["asked"]): Pick<LogRequest, "share" | "known"> {
  const share = shares?.own;
  return { share, ...(node !== undefined && share !== undefined && share.index > 1 && { known: true }) };
}

/** What all shares read: the commits, and those of them that are wanted. */
async function read({ revisions, firstParent, filter }: LogRequest, states: States): Promise<readonly string[]> {
  const range = { revisions, firstParent };
  const whole = await states.history(range);
  return filter === undefined ? [whole] : [whole, await states.history({ ...range, filter })];
}

interface AskedScope extends NarrowedTo {
  /** The selectors, as they are written. */
  readonly patterns: readonly string[];
}

/** What `--node` and `--path` name. Throws HeirError where operands name it, too. */
function askedScope(args: Arguments, { words }: LogWords): AskedScope {
  const patterns = args.list("node");
  const paths = askedPaths(args, "path");
  const [node, path] = words;
  if (node !== undefined && patterns.length > 0) {
    throw new HeirError("usage", `log takes NODE or --node, not both: ${node}`, "name each node with --node");
  }
  if (path !== undefined && paths.length > 0) {
    throw new HeirError("usage", `log takes PATH or --path, not both: ${path}`, "name each path with --path");
  }
  return { patterns, selector: readSelectors(patterns), paths };
}

/** Where more than names selects nodes, those that differ are asked in each commit and its parents (rule W6 of docs/concepts/selectors.md). */
function requestedScope({ selector, paths, workspace, context: steps }: Asking) {
  const selects: LogRequest["selects"] =
    selector &&
    ((names, sides) => selectedOf(selector, names, { states: sides.map((side) => ({ workspace, ...side })), steps }));
  return {
    isMeant: selector ? (name: string) => nameHolds(selector, name) !== false : undefined,
    selects: selector && !isByName(selector) ? selects : undefined,
    paths: paths.length > 0 ? paths.map(({ filter }) => filter) : undefined,
  };
}

function plainRequest(args: Arguments, { revisions }: LogWords): LogRequest {
  const conditions = (["since", "until", "author"] as const).flatMap((name) => {
    const text = args.text(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    revisions,
    firstParent: args.has("first-parent"),
    quiet: args.has("show-quiet"),
    causes: !args.has("no-causes"),
    ...(conditions.length > 0 && { filter: Object.fromEntries(conditions) }),
  };
}

/** The node and path of the operands, as the newest commit defines them. */
async function readAsked({ words, newest, context: { signal }, workspace }: Asking): Promise<AskedNode> {
  if (words.length === 0) return { asked: {}, nothing: () => noSuchName(["node"], "", []) };
  const snapshot = await workspace.snapshot(newest, { signal });
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  const { name, text } = splitNodePath(inventory.nodeNames, words, { verb: "log" });
  const path = text === undefined ? undefined : givenText(text);
  return askedNode({ name, path, operand: words[0] }, { workspace, snapshot, inventory, signal });
}

/**
 * The commits that are listed, counted once they are printed. A history without any may be that of nobody: where its
 * newest state has no such node, that is out of scope.
 */
async function* listed(found: Log, onNothing: () => void, asking: Asking): AsyncGenerator<LogEntry> {
  const { selector, newest, workspace, context, counts } = asking;
  for await (const entry of entriesInScope(found, onNothing)) {
    yield entry;
    counts.add(entry);
    if (counts.shown === asking.limit) return;
  }
  if (counts.shown > 0 || selector === undefined || isByName(selector)) return;
  const snapshot = await workspace.formerSnapshot(newest, { signal: context.signal });
  const inventory = await workspace.load(snapshot, { scope: "names" });
  const { nodeNames: names } = inventory;
  const selected = await selectedOf(selector, names, { states: [{ workspace, snapshot, inventory }], steps: context });
  if (selected.length === 0) asking.scope.leaveOut(nobody(asking.patterns));
}

interface Output extends Pick<Log, "entries" | "tally" | "leftOut"> {
  readonly form: "patch" | "stat" | "oneline" | "text";
  readonly request: LogRequest;
  readonly counts: Counts;
  /** What a share says at its end. */
  readonly end?: () => object;
}

/** Commits that are shown, those of them that change a node, and those with a node that was not compared. */
class Counts {
  shown = 0;
  changing = 0;
  unknown = 0;

  add({ comparison }: LogEntry): void {
    this.shown += 1;
    if (comparison === undefined) return;
    if (differingNodes(comparison).size > 0) this.changing += 1;
    if (comparison.nodes.stillFailing.length > 0) this.unknown += 1;
  }
}

async function printEntries(context: Context, { entries, form, request }: Output): Promise<void> {
  const { node, path, paths } = request;
  const text = node === undefined && paths === undefined ? "counts" : "changes";
  const full = form === "patch";
  const logForm: LogForm = {
    review: withBlocks,
    form: full ? "changes" : form === "text" ? text : form,
    full,
    node,
    width: full ? undefined : context.width,
  };
  const legend = full && context.width !== undefined && !context.quiet ? createLegend() : undefined;
  // A pager waits for a full screen, which the history of one value seldom fills: it is printed as it is found.
  if (path === undefined) context.page();
  for await (const entry of entries) {
    const rows = [...logRows(entry, logForm)];
    const signs = legend?.(rows);
    for (const row of signs === undefined ? rows : [signs, ...rows]) await context.print(context.theme(row));
  }
}

async function printJson(context: Context, { entries, counts, tally, leftOut, end }: Output): Promise<void> {
  const lines = new DocumentLines();
  // Nothing is printed before it is known that something is listed, or may be.
  const begin = () => (counts.shown === 0 ? lines.begin({ v: 1 }, "commits") : "");
  for await (const entry of entries) {
    await context.write(begin() + lines.item(logEntryData(entry)));
  }
  const { commits, resolved } = tally;
  await context.write(begin() + lines.end(end?.() ?? { looked_at: { commits, resolved, left_out: leftOut() } }));
}

function closing({ changing, unknown }: Counts, commits: number, { node, path }: LogRequest, narrowed: AskedScope) {
  const nodes = node ?? (narrowed.patterns.join(", ") || "a node");
  const paths = path === undefined ? narrowed.paths.map(({ text }) => text).join(", ") : printPath(path);
  const changed = `${changing} of ${counted(commits, "commit")} changed ${paths === "" ? nodes : `${paths} of ${nodes}`}`;
  return [changed, ...notCompared(unknown)].join("; ");
}
