import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { NearPaths } from "../../model/values/near-path.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import {
  exactFilter,
  findsValue,
  type PathFilter,
  parsePathFilter,
  printFilter,
} from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { childKeys, valueAt } from "../../model/values/value-at.ts";
import { nodeValue, shownParts } from "../../report/values/parts.ts";
import { shownValues } from "../../workspace/load/visible-secrets.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";
import { didYouMean } from "../words/parse.ts";
import { isUnreadable } from "./problems.ts";
import { EmptyScope, type Scope } from "./scope.ts";

/** A path on the command line that some node must have a value at. */
export interface AskedPath {
  readonly text: string;
  readonly filter: PathFilter;
  /** Whether a node, as a mapping of its parts, has such a value. */
  isIn(node: Value): boolean;
}

/** The paths that an option names. Throws HeirError for text that is no path. */
export function askedPaths(args: Pick<Arguments, "list">, option: string): readonly AskedPath[] {
  return args.list(option).map((text) => {
    const filter = parsePathFilter(text);
    if (typeof filter === "string") throw new HeirError("usage", `--${option}: ${filter}`);
    return { text, filter, isIn: (node) => findsValue(filter, node) };
  });
}

/** A state in which a path is searched for. */
export interface PathState {
  readonly snapshot: Snapshot;
  /** The nodes to search, the most likely first; the state need not have them. */
  readonly names: readonly string[];
}

/** Where states are read. */
export interface Reading {
  readonly workspace: Workspace;
  readonly context: Pick<Context, "signal" | "step">;
}

interface Search extends Reading {
  readonly scope: Scope;
}

/**
 * The paths that some node of the states has a value at; each other one is out of scope. Nodes are resolved one by one, and
 * only until every path is found. Where no node resolves, nothing is known, and every path is accepted.
 */
export async function pathsInScope<Path extends AskedPath>(
  asked: readonly Path[],
  states: readonly PathState[],
  { scope, ...reading }: Search,
): Promise<readonly Path[]> {
  const search = new PathSearch(asked, reading);
  for (const state of states) await search.visit(state);
  return search.inScope(scope);
}

/** Looks for paths in one state after the other, until each is found. */
export class PathSearch<Path extends AskedPath> {
  private readonly asked: readonly Path[];
  private readonly reading: Reading;
  private missing: readonly { readonly path: Path; readonly near: NearSearch }[];
  private resolved = 0;

  constructor(asked: readonly Path[], reading: Reading) {
    this.asked = asked;
    this.reading = reading;
    this.missing = asked.map((path) => ({ path, near: new NearSearch(path.filter) }));
  }

  get isDone(): boolean {
    return this.missing.length === 0;
  }

  /** Resolves the nodes of a state, until every path is found. */
  async visit(state: PathState): Promise<void> {
    if (this.isDone) return;
    const filters = this.missing.map(({ path }) => path.filter);
    for await (const node of resolvedNodes(state, { ...this.reading, filters })) {
      this.resolved += 1;
      this.missing = this.missing.filter(({ path }) => !path.isIn(node.whole));
      if (this.isDone) return;
      for (const { near } of this.missing) near.add(node);
    }
  }

  /** The paths that were found; each other one is out of scope. Where no node resolved, all. */
  inScope(scope: Scope): readonly Path[] {
    if (this.resolved === 0) return this.asked;
    for (const { path, near } of this.missing) scope.leaveOut(nowhere(path.text, near));
    const empty = new Set(this.missing.map(({ path }) => path));
    return this.asked.filter((path) => !empty.has(path));
  }
}

/** A node as a mapping of its parts. */
interface SearchedNode {
  readonly whole: Value;
  /** Without what must not be shown: messages name only these keys. */
  shown(): Value;
}

/** Where nodes are resolved, and what is searched for, if that is known. */
interface NodeSearch extends Reading {
  readonly filters?: readonly PathFilter[];
}

/**
 * Nodes that resolve. Files are read in batches that grow, as most searches end soon; after the first nodes, those come
 * next that probably have what is searched for.
 */
async function* resolvedNodes(
  { snapshot, names: asked }: PathState,
  { workspace, context, filters = [] }: NodeSearch,
): AsyncGenerator<SearchedNode> {
  const { signal, step } = context;
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  if (isUnreadable(inventory)) return;
  const present = new Set(inventory.nodeNames);
  let names = asked.filter((name) => present.has(name));
  const [key] = filters.flatMap(firstKey);
  for (let at = 0, size = 1; at < names.length; at += size, size = Math.min(size * 4, LARGEST_BATCH)) {
    if (at === FIRST_NODES && key !== undefined) {
      await workspace.load(snapshot, { scope: "nodes", signal });
      const likely = workspace.views(inventory).likelyFirst(names.slice(at), key);
      names = [...names.slice(0, at), ...likely];
    }
    const batch = names.slice(at, at + size);
    await workspace.load(snapshot, { nodes: batch, signal });
    for (const { node } of workspace.resolve(inventory, batch)) {
      if (node) yield { whole: nodeValue(node, shownParts), shown: () => shownNode(node, inventory) };
    }
    await step(Math.min(at + size, names.length), names.length);
  }
}

/** The nodes of the first three batches. */
const FIRST_NODES = 1 + 4 + 16;
const LARGEST_BATCH = 256;

/** The first key below `parameters` or `exports`, if it is no glob. */
function firstKey({ keys: [section, key] }: PathFilter): readonly string[] {
  return section?.kind === "key" && key?.kind === "key" ? [key.text] : [];
}

/** A node as a mapping of its parts, with its secrets masked. */
export function shownNode(node: ResolvedNode, inventory: Inventory): Value {
  return shownValues([inventory], "mask")(nodeValue(node, shownParts), []);
}

/** `did you mean ntp:server?` with paths of any node of a state; undefined if none is near. */
export async function nearPathsHint(
  path: ParameterPath,
  state: PathState,
  { workspace, context }: Reading,
): Promise<string | undefined> {
  const near = new NearSearch(exactFilter(path));
  for await (const node of resolvedNodes(state, { workspace, context })) near.add(node);
  return near.hint();
}

/** The shown paths near to one. Most nodes add none, so their secrets need not be masked. */
class NearSearch {
  private readonly near: readonly (readonly [rough: NearPaths, shown: NearPaths])[];

  constructor(filter: PathFilter) {
    const rough = nearPathsOf(filter);
    const shown = nearPathsOf(filter);
    this.near = rough.flatMap((each, at) => shown.slice(at, at + 1).map((other) => [each, other] as const));
  }

  add(node: SearchedNode): void {
    for (const [rough, shown] of this.near) {
      const before = rough.facts;
      rough.add(node.whole);
      if (rough.facts > before) shown.add(node.shown());
    }
  }

  hint(): string | undefined {
    return hintOf(this.near.map(([, shown]) => shown));
  }
}

/** Keys joined by dots are searched for, too. */
function nearPathsOf({ keys }: PathFilter): readonly NearPaths[] {
  const [section, only, ...more] = keys;
  const dotted = more.length === 0 && section?.kind === "key" && only?.kind === "key" && only.text.includes(".");
  if (!dotted) return [new NearPaths(keys)];
  return [new NearPaths(keys), new NearPaths(exactFilter([section.text, ...only.text.split(".")]).keys)];
}

function hintOf(near: readonly NearPaths[]): string | undefined {
  const [paths = []] = near.map((each) => each.nearest(MOST)).filter((some) => some.length > 0);
  return didYouMean(paths.map(printFilter));
}

const MOST = 3;

function nowhere(text: string, near: NearSearch): EmptyScope {
  const hint = near.hint() ?? "heir grep -k searches keys and paths";
  return new EmptyScope(text, `no node has a value at "${text}"`, hint);
}

interface MissingValue {
  readonly node: string;
  /** As written. */
  readonly text: string;
  readonly path: ParameterPath;
  /** The shown node, in each state in which it resolves. */
  readonly wholes: readonly Value[];
  /** Where the value is missing; empty for the only state. */
  readonly where?: string;
  /** What to do if no path is near. */
  readonly hint?: string;
}

/** The error `web1 has no value at "ntpp"`, with similar paths of the node. */
export function noValue({ node, text, path, wholes, where = "", hint }: MissingValue): EmptyScope {
  const near = nearPathsOf(exactFilter(path));
  for (const whole of wholes) for (const each of near) each.add(whole);
  const [whole] = wholes;
  const other = hint ?? (whole && keysHint(whole, node, path)) ?? `heir show ${node} lists all values`;
  return new EmptyScope(text, `${node} has no value at "${printPath(path)}"${where}`, hintOf(near) ?? other);
}

const LISTED = 8;

/** The keys of the deepest parent that exists. */
function keysHint(whole: Value, name: string, path: ParameterPath): string {
  let depth = path.length;
  while (depth > 0 && valueAt(whole, path.slice(0, depth)) === undefined) depth -= 1;
  const parent = path.slice(0, depth);
  const keys = childKeys(valueAt(whole, parent) ?? whole);
  const listed = [...keys.slice(0, LISTED), ...(keys.length > LISTED ? ["..."] : [])].join(", ");
  const below = parent.length > 1 ? `"${printPath(parent)}"` : name;
  return keys.length === 0 ? `${below} has nothing below it` : `${below} has ${listed}`;
}
