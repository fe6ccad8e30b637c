import { relative, resolve, sep } from "node:path";
import { fnmatch } from "../../base/glob.ts";
import { namesWith } from "../../base/name-key.ts";
import { type EmptyScope, HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import { readSelectors } from "../../model/selector/selector.ts";
import { findsValue, parsePathFilter } from "../../model/values/path-filter.ts";
import { PathSearch } from "../../workspace/scope/paths.ts";
import { nobody, selectNodes } from "../../workspace/scope/selected-nodes.ts";
import type { AskedPath, StateReading, ThingKind } from "../../workspace/scope/things.ts";
import { namesOf, noSuchName } from "../../workspace/scope/things.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";

/** Throws EmptyScope for a name that the inventory does not have. */
export function checkName(kind: ThingKind, name: string, inventory: Inventory): void {
  const names = namesOf(kind, inventory);
  if (!names.includes(name)) throw noSuchName([kind], name, names);
}

/** The nodes selected or undecided in at least one state; undefined without words. None left is out of scope. */
export async function chosenNodes(
  words: readonly string[],
  states: readonly StateReading[],
  { context: steps, scope }: Pick<ScopedReading, "context" | "scope">,
): Promise<readonly string[] | undefined> {
  const selector = readSelectors(words);
  if (selector === undefined) return undefined;
  const before = scope.leftOut.length;
  const { names } = await selectNodes(selector, states, { scope, steps });
  if (names.length === 0 && scope.leftOut.length === before) scope.leaveOut(nobody(words));
  return names;
}

/** Those of some names that are chosen; undefined if none of them is. */
export function chosenAmong(names: readonly string[], chosen?: ReadonlySet<string>): readonly string[] | undefined {
  if (chosen === undefined) return names;
  const own = names.filter((name) => chosen.has(name));
  return own.length === 0 ? undefined : own;
}

/** The nodes of the shard of a run, from those that are chosen, else from all; no others are listed. */
export function ownNodes(inventory: Inventory, shares: Context["shares"], only?: readonly string[]): readonly string[] {
  const own = shares?.own;
  if (only === undefined && own !== undefined) return inventory.nodesOf(own.own);
  return namesWith(only ?? inventory.nodeNames, own?.own);
}

/** The names that match at least one pattern, in their own order; all names without a pattern. */
export function chosenNames(
  kind: ThingKind,
  names: readonly string[],
  patterns: readonly string[],
  scope: Scope,
): readonly string[] {
  if (patterns.length === 0) return names;
  const tests = patterns.map((pattern) => {
    const fits = fnmatch(pattern);
    const isMeant = (name: string) => name === pattern || fits(name);
    if (!names.some(isMeant)) scope.leaveOut(noSuchName([kind], pattern, names));
    return isMeant;
  });
  return names.filter((name) => tests.some((isMeant) => isMeant(name)));
}

/** The operands of one run that name nothing and are accepted, each for itself. */
export class Scope {
  private readonly isAccepted: boolean;
  private readonly empty: LeftOut[] = [];

  constructor(args: Pick<Arguments, "has">) {
    this.isAccepted = args.has("allow-empty");
  }

  /** Throws the error unless `--allow-empty` is given. */
  leaveOut(error: EmptyScope): void {
    if (!this.isAccepted) throw error;
    this.empty.push(emptyScope(error));
  }

  get leftOut(): readonly LeftOut[] {
    return this.empty;
  }
}

export function emptyScope({ operand }: EmptyScope): LeftOut {
  return { kind: "empty-scope", operand };
}

/** The paths that an option names. Throws HeirError for text that is no path. */
export function askedPaths(args: Pick<Arguments, "list">, option: string): readonly AskedPath[] {
  return args.list(option).map((text) => {
    const filter = parsePathFilter(text);
    if (typeof filter === "string") throw new HeirError("usage", `--${option}: ${filter}`);
    return { text, filter, isIn: (node) => findsValue(filter, node) };
  });
}

export interface Reading {
  readonly workspace: Workspace;
  readonly context: Pick<Context, "signal" | "step">;
}

export interface ScopedReading extends Reading {
  readonly scope: Scope;
}

/** The paths with a value on some node; others are out of scope. If no node resolves, every path is accepted. */
export async function pathsInScope<Path extends AskedPath>(
  asked: readonly Path[],
  states: readonly Parameters<PathSearch<Path>["visit"]>[0][],
  { scope, workspace, context }: ScopedReading,
): Promise<readonly Path[]> {
  const search = new PathSearch(asked, { workspace, steps: context });
  for (const state of states) await search.visit(state);
  return search.inScope(scope);
}

/**
 * Splits `NODE PATH` or `NODE:PATH`. `more` are paths from options. Throws EmptyScope for a node that is not among the
 * names, HeirError for several paths.
 */
export function nodeAndPath(names: readonly string[], words: readonly string[], options: Asking) {
  const found = splitNodePath(names, words, options);
  if (!names.includes(found.name)) throw noSuchName(["node"], found.name, names, words[0]);
  return found;
}

interface Asking {
  readonly verb: string;
  readonly more?: readonly string[];
}

/** As {@link nodeAndPath}, but accepts a node that is not among the names: the text before the first colon. */
export function splitNodePath(names: readonly string[], words: readonly string[], { verb, more = [] }: Asking) {
  const [given = "", second] = words;
  const known = new Set(names);
  const colon = given.indexOf(":");
  const joined = !known.has(given) && colon !== -1;
  const name = joined ? given.slice(0, colon) : given;
  const texts = [joined ? given.slice(colon + 1) : undefined, second, ...more].filter((text) => text !== undefined);
  if (texts.length > 1) throw new HeirError("usage", `${verb} takes one path at a time`);
  return { name, text: texts[0] };
}

interface FileQuestion extends Pick<StateReading, "workspace" | "snapshot"> {
  readonly args: Pick<Arguments, "operands" | "text">;
  readonly context: Pick<Context, "cwd">;
}

/** The first operand; for a file seen from the cwd, perhaps with `:LINE`, its path in the inventory. Never fails. */
export async function fileOperand({ args, context, workspace, snapshot }: FileQuestion): Promise<string> {
  const [operand = ""] = args.operands;
  const [, file = "", line = ""] = /^(.*?)(:\d+)?$/s.exec(operand) ?? [];
  const folder = await workspace.worktreeFolder().catch(() => undefined);
  if (folder === undefined) return operand;
  const path = relative(folder, resolve(context.cwd, args.text("C") ?? "", file))
    .split(sep)
    .join("/");
  const isRead = snapshot.blobs.has(path) || [...(snapshot.targets?.values() ?? [])].includes(path);
  return isRead ? path + line : operand;
}
