import { wordList } from "../../base/name-set.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import { command } from "../../base/terminal-text.ts";
import { EmptyScope, HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { NodeWhy } from "../../model/results/why.ts";
import { type ParameterPath, parsePath, printPath, readPath } from "../../model/values/parameter-path.ts";
import { exactFilter, type PathFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { childKeys, valueAt } from "../../model/values/value-at.ts";
import { entriesIn } from "../../source/disk/read-files.ts";
import { quietSteps, type Steps } from "../load/progress.ts";
import type { Workspace } from "../workspace.ts";
import { nearPaths, nearSearch, resolvedNodes } from "./value-search.ts";

const LISTINGS = { node: "heir nodes", class: "heir classes", group: "heir groups", rule: "heir rules" } as const;

export interface StateReading {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

/** Some states, with no more of them read than the names. */
export async function readings(workspace: Workspace, snapshots: readonly Snapshot[]): Promise<readonly StateReading[]> {
  const read = snapshots.map(async (snapshot) => {
    return { workspace, snapshot, inventory: await workspace.load(snapshot, { scope: "names" }) };
  });
  return Promise.all(read);
}

/** An operand that may be one of several things. */
interface Thing {
  readonly text: string;
  readonly kinds: readonly Exclude<ThingKind, "rule">[];
  readonly reading: StateReading;
}

/** The error for a name of no node, group or class; of a name with a prefix only things of that kind are near. */
export function nothingNamed({ text, kinds, reading: { inventory } }: Thing): EmptyScope {
  const [, prefix, name = ""] = /^(\w+):(.+)$/s.exec(text) ?? [];
  const only = kinds.filter((kind) => kind === prefix);
  const meant = only.length > 0 ? only : kinds;
  const names = meant.flatMap((kind) => namesOf(kind, inventory));
  return noSuchName(meant, only.length > 0 ? name : text, names, text);
}

/** The error for what is no file or value, either. `unset` says what a path would have to be, such as `no file sets`. */
export async function nothingFound(thing: Thing & { readonly unset: string }, steps: Steps): Promise<EmptyScope> {
  const { text, kinds, reading, unset } = thing;
  const [, prefix, name = ""] = /^(\w+):(.+)$/s.exec(text) ?? [];
  if (kinds.some((kind) => kind === prefix)) return nothingNamed(thing);
  const path = prefix === "path" ? name : text;
  const names = kinds.flatMap((kind) => namesOf(kind, reading.inventory));
  const named = prefix === "path" ? [] : similar(text, [...names, ...reading.snapshot.blobs.keys()]);
  const near = named.length > 0 ? named : await pathsNear(path, reading, steps);
  const message =
    prefix === "path" ? `${unset} the path "${path}"` : `nothing is called "${text}", and ${unset} this path`;
  const hint = didYouMean(near) ?? `${listing(kinds)}, heir grep -k finds paths`;
  return new EmptyScope(text, message, hint, { candidates: near });
}

async function pathsNear(text: string, { workspace, snapshot, inventory }: StateReading, steps: Steps) {
  const reading = parsePath(text);
  if (reading.kind !== "path") return [];
  return nearPaths(reading.path, { snapshot, names: inventory.nodeNames }, { workspace, steps });
}

export type ThingKind = "node" | "class" | "group" | "rule";

export function namesOf(kind: ThingKind, inventory: Inventory): readonly string[] {
  switch (kind) {
    case "node":
      return inventory.nodeNames;
    case "class":
      return inventory.classNames;
    case "group":
      return [...inventory.groups.groups.keys()];
    case "rule":
      return [...inventory.policies().rules.values()].filter(({ enabled }) => enabled).map(({ id }) => id);
  }
}

/** The error `no node is called "web1"`, with similar names; `operand` is the word if it is more than the name. */
export function noSuchName(
  kinds: readonly ThingKind[],
  name: string,
  names: Iterable<string>,
  operand: string = name,
): EmptyScope {
  const what = wordList(kinds, "or");
  const isGlob = /[*?[]/.test(name);
  const message = isGlob ? `no ${what} matches "${name}"` : `no ${what} is called "${name}"`;
  const candidates = similar(name, names);
  const [kind, ...others] = kinds;
  const isNamed = others.length === 0 && kind !== undefined && kind !== "rule";
  const code = isNamed ? (`unknown-${kind}` as const) : "unknown-name";
  const hint = didYouMean(candidates, name) ?? listing(kinds);
  return new EmptyScope(operand, message, hint, { code, candidates, word: operand });
}

/** `heir nodes and heir groups list all of them`. */
function listing(kinds: readonly ThingKind[]): string {
  const commands = kinds.map((kind) => LISTINGS[kind]);
  return `${wordList(commands, "and")} ${kinds.length === 1 ? "lists" : "list"} all of them`;
}

/** The names in a folder, those of folders with a slash behind them; none if it cannot be read. */
export function filesIn(folder: string): readonly string[] {
  return entriesIn(folder).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}

export type TwoStates = readonly [Snapshot, Snapshot];

interface Place extends Abortable {
  readonly workspace: Workspace;
}

/** `no node is called "web1"`, with the nearest names of both states; `operand` is the word that holds the name. */
export async function unknownNode(
  name: string,
  { ends, operand = name }: { readonly ends: TwoStates; readonly operand?: string },
  { workspace, signal }: Place,
): Promise<EmptyScope> {
  const names = new Set<string>();
  for (const end of ends)
    for (const each of (await workspace.load(end, { scope: "names", signal })).nodeNames) names.add(each);
  return noSuchName(["node"], name, names, operand);
}

/** The path of a value of a node or its policies. Throws EmptyScope if neither state has it, unless the node fails. */
export async function readComparedPath(
  given: GivenPath,
  { node, name, ends }: { readonly node: NodeWhy; readonly name: string; readonly ends: TwoStates },
  place: Place,
): Promise<ParameterPath> {
  const path = given.read((each) => node.knows(each));
  if (node.knows(path) || !node.resolves) return path;
  const where = ` in ${ends.map(({ title }) => title).join(" nor in ")}`;
  const hint = `${command(["heir", "explain"], [name, printPath(path)], ["--not"])} shows what would set it`;
  throw noValue({ node: name, text: given.text, path, wholes: await wholesOf(name, ends, place), where, hint });
}

async function wholesOf(name: string, ends: TwoStates, { workspace, signal }: Place): Promise<readonly Value[]> {
  const wholes: Value[] = [];
  const searching = { workspace, steps: quietSteps({ signal }) };
  for (const snapshot of ends) {
    for await (const node of resolvedNodes({ snapshot, names: [name] }, searching)) wholes.push(node.shown());
  }
  return wholes;
}

/** A path as it was given, to be read where it is known which paths exist. */
export interface GivenPath {
  readonly text: string;
  /** Throws HeirError for text that is not a path, or that is ambiguous. */
  read(exists: (path: ParameterPath) => boolean): ParameterPath;
}

/** A path of the command line. */
export function givenText(text: string): GivenPath {
  return { text, read: (exists) => readPath(text, exists) };
}

/** A path that some node must have a value at. */
export interface AskedPath {
  readonly text: string;
  readonly filter: PathFilter;
  /** Whether a node, as a mapping of its parts, has such a value. */
  isIn(node: Value): boolean;
  /** What else may be meant where no node has such a value. */
  readonly hint?: string | undefined;
}

/** The path of one value, as it is written; dots are read where they mean one value of a node. */
export interface WrittenPath extends AskedPath {
  /** As it is written; with dots in keys. */
  readonly path: ParameterPath;
  /** The path of the value in a node, as a mapping of its parts; undefined if the node has none. */
  pathIn(node: Value): ParameterPath | undefined;
}

/** A path that an option names. Throws HeirError for text that is no path. */
export function writtenPath(text: string, option: string): WrittenPath {
  const syntax = parsePath(text);
  if (syntax.kind === "fault") throw new HeirError("usage", `--${option}: ${syntax.message}`);
  const pathIn = (node: Value): ParameterPath | undefined => {
    const reading = parsePath(text, (path) => valueAt(node, path) !== undefined);
    return reading.kind === "path" && valueAt(node, reading.path) !== undefined ? reading.path : undefined;
  };
  const path = syntax.kind === "path" ? syntax.path : [];
  return { text, path, filter: exactFilter(path), pathIn, isIn: (node) => pathIn(node) !== undefined };
}

interface MissingValue {
  readonly node: string;
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
  const near = nearSearch(exactFilter(path));
  for (const each of wholes) near.add(each);
  const [whole] = wholes;
  const other =
    hint ?? (whole && keysHint(whole, node, path)) ?? `${command(["heir", "show"], [node])} lists all values`;
  const candidates = near.found();
  const message = `${node} has no value at "${printPath(path)}"${where}`;
  return new EmptyScope(text, message, didYouMean(candidates) ?? other, { code: "unknown-path", candidates });
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
