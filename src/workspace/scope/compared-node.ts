import { command } from "../../base/command.ts";
import { type EmptyScope, HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { NodeWhy } from "../../model/results/why.ts";
import { type ParameterPath, parsePath, printPath, readPath } from "../../model/values/parameter-path.ts";
import { exactFilter, type PathFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { Workspace } from "../workspace.ts";
import { noValue } from "./near-paths.ts";
import { shownNode } from "./resolved-nodes.ts";
import { noSuchName } from "./things.ts";

export type TwoStates = readonly [Snapshot, Snapshot];

/** Where the states of a comparison are loaded. */
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

/** A node that is compared. */
export interface WhyNode {
  readonly node: NodeWhy;
  readonly name: string;
  readonly ends: TwoStates;
}

/**
 * The path of a value of the node or its policies. Throws EmptyScope for a path that neither state has, unless the node
 * fails to resolve.
 */
export async function readComparedPath(
  given: GivenPath,
  { node, name, ends }: WhyNode,
  place: Place,
): Promise<ParameterPath> {
  const path = given.read((each) => node.knows(each));
  if (node.knows(path)) return path;
  if (!node.resolves) return path;
  const where = ` in ${ends.map(({ title }) => title).join(" nor in ")}`;
  const hint = `${command(["heir", "explain"], [name, printPath(path)], ["--not"])} shows what would set it`;
  throw noValue({ node: name, text: given.text, path, wholes: await wholesOf(name, ends, place), where, hint });
}

async function wholesOf(name: string, ends: TwoStates, { workspace, signal }: Place): Promise<readonly Value[]> {
  const wholes: Value[] = [];
  for (const end of ends) {
    const inventory = await workspace.load(end, { nodes: [name], signal });
    const names = inventory.nodeNames.includes(name) ? [name] : [];
    for (const { node } of workspace.resolve(inventory, names)) if (node) wholes.push(shownNode(node, inventory));
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
