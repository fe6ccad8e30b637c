import { quotedName } from "../../../base/name-set.ts";
import { compilePattern, expandTemplate, isPatternFault } from "../../../base/pattern/pattern.ts";
import { command } from "../../../base/terminal-text.ts";
import { expected, HeirError, orNone } from "../../../model/findings/failure.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import type { Rename } from "../../../model/results/printed-parts.ts";
import type { Steps } from "../../../workspace/load/progress.ts";
import { noSuchName, readings } from "../../../workspace/scope/things.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { chosenNodes, Scope } from "../../reading/names.ts";
import type { Arguments, Context } from "../command.ts";

export interface AskedPairs {
  readonly ends: readonly [Snapshot, Snapshot];
  /** Absent where each node is compared with itself. */
  readonly pairs?: readonly Rename[];
  /** The pairs whose second node is missing. */
  readonly unpaired?: readonly Rename[];
}

/** A state as it would be if a text held, such as `class:tls on web*`. */
export type Supposed = (workspace: Workspace, state: Snapshot, text: string, steps: Steps) => Promise<Snapshot>;

interface Supposing {
  readonly workspace: Workspace;
  readonly supposed: Supposed;
}

/** The states and nodes that the words of `heir diff` mean: rules B1 and B2 of docs/concepts/side-by-side.md. */
export async function askedPairs(args: Arguments, context: Context, given: Supposing): Promise<AskedPairs> {
  const { workspace } = given;
  const { operands } = args;
  const { signal } = context;
  const rule = args.text("pair");
  if (args.has("if")) return { ends: await asIf(args, context, given) };
  if (rule !== undefined) return byRule(readRule(rule), args, context, workspace);
  const ends = await workspace.ends(operands, args.has("staged"), { signal }).catch(expected);
  if (!(ends instanceof HeirError)) {
    const states = operands.length === 0 ? [] : await readings(workspace, ends);
    const both = operands.find((word) => states.some(({ inventory }) => inventory.nodeNames.includes(word)));
    if (both !== undefined) throw isBoth(both);
    return { ends };
  }
  const words = await Promise.all(operands.map((word) => readWord(word, workspace)));
  const [one, other] = words;
  for (const word of words) if (word.isRevision && word.node !== undefined) throw isBoth(word.text);
  if (args.has("staged") || words.length > 2 || words.every(({ node }) => node === undefined))
    throw words.find(({ near }) => (near?.details.candidates?.length ?? 0) > 0)?.near ?? ends;
  if (one?.node === undefined || other?.node === undefined) throw notTwoNodes(words, args);
  const [from, to] = [one.node, other.node];
  return { ends: [from.snapshot, to.snapshot], pairs: [{ from: from.name, to: to.name }] };
}

/** A state, and the same as if what the options say held, one after the other. */
async function asIf(args: Arguments, context: Context, { workspace, supposed }: Supposing) {
  const [revision = "WORKTREE", ...more] = args.operands;
  if (more.length > 0) throw new HeirError("usage", "--if takes one state", "leave out the second revision");
  const before = await workspace.snapshot(revision, { signal: context.signal });
  let after = before;
  for (const text of args.list("if")) after = await supposed(workspace, after, text, context);
  return [before, after] as const;
}

/** What a word of the line can be: a revision, the node where it is `[REV:]NODE`, and else the error for it. */
type Word = Awaited<ReturnType<typeof readWord>>;

async function readWord(text: string, workspace: Workspace) {
  const isRevision = (await workspace.ends([text], false).catch(orNone)) !== undefined;
  const [, revision = "WORKTREE", name = text] = /^(.+?):(.+)$/s.exec(text) ?? [];
  const snapshot = await workspace.snapshot(revision).catch(orNone);
  if (snapshot === undefined) return { text, isRevision, node: undefined, near: undefined };
  const { nodeNames } = await workspace.load(snapshot, { scope: "names" });
  const isNode = nodeNames.includes(name);
  const near = isNode || isRevision ? undefined : noSuchName(["node"], name, nodeNames);
  return { text, isRevision, node: isNode ? { name, snapshot } : undefined, near };
}

function isBoth(word: string): HeirError {
  const hint = `${command([`WORKTREE:${word}`])} is the node, ${command([`refs/heads/${word}`])} the branch`;
  return new HeirError("usage", `"${word}" is both a revision and a node`, hint, { code: "wrong-kind" });
}

/** Of two words one is a node, or the only one is. */
function notTwoNodes(words: readonly Word[], args: Arguments): HeirError {
  const unknown = words.find(({ node, isRevision }) => node === undefined && !isRevision)?.near;
  if (unknown !== undefined) return unknown;
  const node = words.find((each) => each.node !== undefined)?.text ?? "";
  const revision = words.find(({ isRevision }) => isRevision)?.text;
  const [other, ...more] = args.list("node");
  const said =
    revision !== undefined
      ? ["diff", `${revision}:${node}`, node]
      : other === undefined || more.length > 0
        ? ["diff", "--", quotedName(node)]
        : ["diff", node, other];
  const message = `"${node}" is a node, which is compared with another node`;
  return new HeirError("usage", message, command(["heir", ...said]), { code: "wrong-kind" });
}

/** How the name of the one node gives that of the other. */
type NameRule = ReturnType<typeof readRule>;

function readRule(text: string) {
  const [, , source, replacement = "", flag] =
    /^s([^\w\s\\])((?:\\.|(?!\1).)+)\1((?:\\.|(?!\1).)*)\1(g?)$/s.exec(text) ?? [];
  const hint = "as in sed: --pair 's/test/prod/'";
  if (source === undefined) throw new HeirError("usage", `invalid --pair "${text}"`, hint);
  const pattern = compilePattern(source);
  if (isPatternFault(pattern)) throw new HeirError("usage", `invalid --pair "${text}": ${pattern.reason}`, hint);
  return { text, pattern, replacement, isGlobal: flag === "g" };
}

function partnerOf(name: string, { text, pattern, replacement, isGlobal }: NameRule): string {
  let [made, at] = ["", 0];
  for (let match = pattern.match(name); match !== undefined; match = pattern.match(name, at)) {
    const whole = match.groups[0] ?? "";
    const filled = expandTemplate(replacement, match);
    if (filled === undefined)
      throw new HeirError("usage", `--pair "${text}" names a group that the pattern does not have`);
    made += name.slice(at, match.index) + filled;
    at = match.index + whole.length;
    if (!isGlobal || whole === "") break;
  }
  return made + name.slice(at);
}

async function byRule(rule: NameRule, args: Arguments, context: Context, workspace: Workspace): Promise<AskedPairs> {
  const { signal } = context;
  const words = args.operands.length === 0 ? ["WORKTREE", "WORKTREE"] : args.operands;
  const ends = await workspace.ends(words, args.has("staged"), { signal });
  const [from, to] = await readings(workspace, ends);
  if (from === undefined || to === undefined) return { ends };
  const scope = new Scope(args);
  const names = await chosenNodes(args.list("node"), [from], { context, scope });
  const named = (names ?? from.inventory.nodeNames).map((name): Rename => ({ from: name, to: partnerOf(name, rule) }));
  const all = named.filter((pair) => pair.from !== pair.to);
  const wrong = (what: string, hint: string) => new HeirError("usage", `--pair "${rule.text}" ${what}`, hint);
  if (all.length === 0) throw wrong("gives no selected node another name", "heir nodes lists the names");
  const there = new Set(to.inventory.nodeNames);
  const pairs = all.filter((pair) => there.has(pair.to));
  const twice = pairs.find((pair, at) => pairs.findIndex((each) => each.to === pair.to) < at);
  if (twice !== undefined) throw wrong(`gives several nodes the name ${twice.to}`, "select fewer nodes");
  return { ends, pairs, unpaired: all.filter((pair) => !there.has(pair.to)) };
}
