import { didYouMean } from "../../../base/similar.ts";
import { command } from "../../../base/terminal-text.ts";
import { operandPaths } from "../../../inspect/impact/feeding.ts";
import type { MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import { EmptyScope, HeirError } from "../../../model/findings/failure.ts";
import type { Inventory, ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { bytesAfter } from "../../../model/results/file-edit.ts";
import { holdsMarker, isSecretPath, maskedValue } from "../../../model/secrets/secrets.ts";
import { readSelectors } from "../../../model/selector/selector.ts";
import { isOfNames, type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { isExact, type ValuePlace } from "../../../model/values/value-place.ts";
import { NodeData } from "../../../resolve/data/node-data.ts";
import { hasError, valueOfNode } from "../../../workspace/load/outcome.ts";
import { Pace, quietSteps, type Steps } from "../../../workspace/load/progress.ts";
import { pathsNearMissing } from "../../../workspace/scope/paths.ts";
import { nobody, selectNodes } from "../../../workspace/scope/selected-nodes.ts";
import { type GivenPath, namesOf, noSuchName, type StateReading } from "../../../workspace/scope/things.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { type EditedState, editableFiles } from "../../../workspace/write/worktree-files.ts";
import type { EditPlan } from "../plan.ts";
import { type PlaceQuestion, PlaceSearch } from "./place.ts";
import { unsetting } from "./unset.ts";

/** The wanted nodes of the work tree, resolved. */
export interface WantedNodes extends StateReading {
  readonly nodes: readonly ResolvedNode[];
}

export interface WantedValue extends WantedNodes {
  readonly path: ParameterPath;
}

/** What keeps a wanted node from resolving; without a node, the inventory cannot be read. */
export interface WantedFault {
  readonly inventory: Inventory;
  readonly node: string | undefined;
  readonly diagnostics: readonly MaskedDiagnostic[];
}

type Wanted = { readonly found: WantedNodes } | { readonly fault: WantedFault };

/**
 * The nodes of the work tree that a text means (rule X4 of docs/concepts/edits.md), or why one of them does not resolve.
 * Throws HeirError for a part that means none.
 */
export async function wantedNodes(workspace: Workspace, text: string, { signal }: Abortable): Promise<Wanted> {
  const snapshot = await workspace.snapshot("WORKTREE", { signal });
  const inventory = await workspace.load(snapshot, { scope: "shared", signal });
  if (hasError(inventory)) return { fault: { inventory, node: undefined, diagnostics: [] } };
  const names = await meantNodes(text, [{ workspace, snapshot, inventory }], { signal });
  await workspace.load(snapshot, { nodes: names, signal });
  const nodes: ResolvedNode[] = [];
  const pace = new Pace({ signal }, names.length);
  for (const { name, node, diagnostics } of workspace.resolve(inventory, names)) {
    await pace.step(nodes.length);
    if (node === undefined) return { fault: { inventory, node: name, diagnostics } };
    nodes.push(node);
  }
  return { found: { workspace, snapshot, inventory, nodes } };
}

/** A fault as an error, where its findings are not printed. */
export function faultError({ node }: WantedFault, hint?: string): HeirError {
  const what = node === undefined ? "the inventory cannot be read" : `node ${node} does not resolve`;
  return new HeirError("usage", what, hint);
}

/** The names of the nodes that a selector selects in some states. Throws HeirError where it, or a part of it, selects none. */
export async function meantNodes(
  text: string,
  states: readonly StateReading[],
  options: Abortable,
): Promise<readonly string[]> {
  const selector = readSelectors([text]);
  const selecting = { steps: quietSteps(options), scope: { leaveOut: alwaysAnError } };
  const found = selector && (await selectNodes(selector, states, selecting));
  return found === undefined || found.names.length === 0 ? alwaysAnError(nobody([text])) : found.names;
}

/** An edit of nothing is always an error, whatever is accepted as empty elsewhere. Throws what it gets, as a HeirError. */
export function alwaysAnError(error: unknown): never {
  if (!(error instanceof EmptyScope)) throw error;
  throw new HeirError("usage", error.message, error.hint);
}

interface PathSearch {
  readonly steps: Steps;
  /** Whether no node needs to have a value at the path; undefined if `--new` cannot say so. */
  readonly isNew: boolean | undefined;
}

/**
 * The path of a value of these nodes (rule X10 of docs/concepts/edits.md). Throws HeirError, with near paths, for a path that no node
 * of the inventory has, for a class or group without a file, for one into a list, and for data that heir does not write.
 */
export async function wantedPath(given: GivenPath, wanted: WantedNodes, search: PathSearch): Promise<ParameterPath> {
  const { nodes, inventory } = wanted;
  const data = nodes.map((node) => new NodeData(inventory, { node }));
  const isThere = (path: ParameterPath) => data.some((each) => each.at(path) !== undefined);
  const path = editablePath(given.read(isThere), data);
  const above = path.slice(1, -1).map((_, index) => path.slice(0, index + 2));
  const list = above.find((each) => data.some((of) => of.at(each)?.kind === "list"));
  if (list !== undefined) {
    throw new HeirError("usage", `${printPath(list)} is a list, and a list is written as a whole`);
  }
  if (isThere(path)) return path;
  const [section, name = ""] = path;
  const kind = section === "classes" ? "class" : section === "groups" ? "group" : undefined;
  if (kind === undefined && search.isNew !== true) await expectOnAnyNode(path, wanted, search);
  // Nodes can have any class or group that has a file.
  const names = kind && namesOf(kind, inventory);
  if (kind !== undefined && names?.includes(name) === false) alwaysAnError(noSuchName([kind], name, names));
  return path;
}

/**
 * What a place writes for a value as it was given, or for its stand-in: a name is the value of its path. Throws HeirError for a
 * name with a value, and for any other path without one.
 */
export function wantedSource(path: ParameterPath, given: string | undefined, standIn?: string): string {
  if (isOfNames(path)) {
    if (given === undefined) return path[1] ?? "";
    const hint = `leave out the value, or write ${printPath(["parameters", ...path])}`;
    throw new HeirError("usage", `${printPath(path)} is a name, which has no value`, hint);
  }
  const source = given ?? standIn;
  if (source !== undefined) return source;
  throw new HeirError("usage", `${printPath(path)} needs a value`, "heir help set has examples; null is a value", {
    code: "missing-operand",
  });
}

async function expectOnAnyNode(path: ParameterPath, wanted: WantedNodes, { steps, isNew }: PathSearch): Promise<void> {
  const near = await pathsNearMissing(path, wanted, steps);
  if (near === undefined) return;
  const hints = [didYouMean(near), isNew === undefined ? undefined : "--new writes a new path"];
  const hint = hints.filter((each) => each !== undefined).join(" ");
  throw new HeirError("usage", `no node has a value at "${printPath(path)}"`, hint === "" ? undefined : hint);
}

/** Whether values at a path are secret, above it or below it. */
export function isSecret({ inventory, nodes, path }: WantedValue): boolean {
  const { secrets } = inventory;
  const above = path.map((_, index) => path.slice(0, index + 1));
  if (above.some((each) => isSecretPath(each, secrets.paths))) return true;
  return nodes.some((node) => {
    const value = valueOfNode(inventory, node, path);
    return value !== undefined && holdsMarker(maskedValue(value, path, secrets));
  });
}

/**
 * The path that an edit of these nodes writes (rule X15 of docs/concepts/edits.md): of a name by its number, the name; of a property
 * that no run-time file sets, the parameter. Throws HeirError for data that other files say, and names the command that serves.
 */
function editablePath(path: ParameterPath, data: readonly NodeData[]): ParameterPath {
  const [section = "", name, ...keys] = path;
  if (section === "policies") throw policyRefusal(path, data);
  if (section === "runtime") return runtimeTarget(path, data);
  if (section === "environment") return path;
  const isName = isOfNames(path);
  if (name === undefined || (isName && keys.length > 0)) {
    const hint = `write ${section}:${isName ? "NAME" : "KEY"}`;
    throw new HeirError("usage", `${printPath(path)} is no path of a value`, hint);
  }
  if (section === "variables") expectUnmerged(path, data);
  return isName ? byName(path, data) : path;
}

function byName(path: ParameterPath, data: readonly NodeData[]): ParameterPath {
  const found = data.flatMap((each) => each.at(path) ?? []);
  const names = new Set(found.map((each) => (each.kind === "scalar" ? `${each.data}` : "")));
  const [name = path[1] ?? "", ...others] = names;
  if (others.length === 0) return [...path.slice(0, 1), name];
  throw new HeirError("usage", `${printPath(path)} means ${[name, ...others].join(", ")}`, "write one of these names");
}

function policyRefusal(path: ParameterPath, data: readonly NodeData[]): HeirError {
  const [id] = path[1]?.split("/") ?? [];
  const files = data.flatMap(({ node, policies: { policies } }) => {
    const pairs = policies.flatMap(({ technique, directives }) => (technique.id === id ? directives : []));
    return pairs.map(({ rule }): NodeFile => [node.name, rule.file.path]);
  });
  return refusal(`${printPath(path)} follows from rules`, "policies", files);
}

function runtimeTarget(path: ParameterPath, data: readonly NodeData[]): ParameterPath {
  const [, namespace = "", key = "", ...keys] = path;
  const files = data.flatMap(({ node, runtime }): readonly NodeFile[] => {
    const file = runtime.namespaces.get(namespace)?.get(key)?.file;
    return file === undefined ? [] : [[node.name, file]];
  });
  if (namespace === "properties" && key !== "" && files.length === 0) return ["parameters", key, ...keys];
  throw refusal(`${printPath(path)} is what machines and servers say`, "properties --runtime", files);
}

type NodeFile = readonly [node: string, file: string];

function refusal(what: string, verb: string, said: readonly NodeFile[]): HeirError {
  const [[node] = ["NODE"]] = said;
  const files = [...new Set(said.map(([, file]) => file))].join(", ");
  const hint = `${command(["heir", ...verb.split(" ")], [node])} lists where it is from${files === "" ? "" : `: ${files}`}`;
  return new HeirError("usage", `${what}, which heir does not write`, hint);
}

/** Throws HeirError for a variable that the agent merges: its operands have edits. */
function expectUnmerged(path: ParameterPath, data: readonly NodeData[]): void {
  const [, name = ""] = path;
  const merging = data.find((each) => each.isMerged(name));
  const merge = merging?.policies.merges.find((each) => each.name === name);
  if (merge === undefined) return;
  const operands = [merge.first, merge.second];
  const uses = operands.map((each) => command(["heir", "uses"], operandPaths(each).slice(0, 1).map(printPath)));
  const from = operands.map(({ text }) => text).join(" and ");
  const hint = `${uses.join(", ")} say where they are set`;
  throw new HeirError("usage", `the agent merges ${printPath(path)} from ${from}`, hint);
}

export interface ValueToSet {
  /** As a file would have it; undefined for a name in a list. */
  readonly source: string | undefined;
  /** The end of its line: `DATE (reason)`; none when absent. */
  readonly until?: string | undefined;
  /** The only file to write to; the best place when absent. */
  readonly file: string | undefined;
  /** Other nodes that may change. */
  readonly also: readonly string[];
}

/** The edit that writes a value, or why there is none. */
export interface SetPlan {
  readonly plan: EditPlan;
  /** Whether the wanted nodes have the value `already`, a place is `chosen`, or `none` is exact. */
  readonly outcome: "already" | "chosen" | "none";
  /** The best places; of a given file, the one that it is. */
  readonly places: readonly ValuePlace[];
  readonly search: PlaceSearch;
}

/**
 * The edit that writes a value at the best exact place (rule X11 of docs/concepts/edits.md). Throws HeirError as
 * `wantedSource` does, for a value that is not YAML, and for a file that is never edited.
 */
export async function planSet(
  wanted: WantedValue,
  { source, until, file, also }: ValueToSet,
  { signal }: Abortable = {},
): Promise<SetPlan> {
  const { nodes, path } = wanted;
  const files = await editableFiles(wanted.workspace, wanted.snapshot);
  const search = placeSearch(wanted, { source: wantedSource(path, source), until, files, signal });
  const planned = (place: ValuePlace | undefined) => setting(wanted, place, also);
  if (until === undefined && (await search.alreadyThere()).length === nodes.length) {
    return { plan: planned(undefined), outcome: "already", places: [], search };
  }
  if (file !== undefined) await files.bytes(file);
  const places = file === undefined ? await search.all() : await search.inFile(file);
  const chosen = places.find((place) => isExact({ ...place, also: place.also.filter((name) => !also.includes(name)) }));
  return { plan: planned(chosen ?? places[0]), outcome: chosen === undefined ? "none" : "chosen", places, search };
}

/** The places for a value as a file would have it. Throws HeirError for one that is not YAML. */
export function placeSearch(
  wanted: WantedValue,
  { source, until, ...edited }: Pick<PlaceQuestion, "source" | "until"> & Pick<EditedState, "files" | "signal">,
): PlaceSearch {
  const { nodes, path } = wanted;
  return new PlaceSearch({ path, source, until, nodes, isSecret: isSecret(wanted) }, { ...wanted, ...edited });
}

function setting(
  { nodes, path, snapshot, inventory }: WantedValue,
  place: ValuePlace | undefined,
  also: readonly string[],
): EditPlan {
  const named = new Set([...nodes.map(({ name }) => name), ...also]);
  const claim = { kind: "only", path, nodes: inventory.nodeNames.filter((name) => named.has(name)) } as const;
  // Some files of a place may say the value already.
  const files = (place?.edits ?? []).filter((edit) => Buffer.compare(bytesAfter(edit), edit.before) !== 0);
  return { verb: "set", claim, snapshot, files };
}

/** The edit that takes out the lines that say a value for the wanted nodes alone, and what stays. Throws as {@link planSet} does. */
export async function planUnset(wanted: WantedValue, file: string | undefined, { signal }: Abortable = {}) {
  const { workspace, snapshot, nodes, path } = wanted;
  const files = await editableFiles(workspace, snapshot);
  if (file !== undefined) await files.bytes(file);
  const question = { path, nodes, file, isSecret: isSecret(wanted) };
  const found = await unsetting(question, { ...wanted, files, signal });
  const claim = { kind: "only", path, nodes: nodes.map(({ name }) => name) } as const;
  const plan: EditPlan = { verb: "unset", claim, snapshot, files: found.edits };
  return { plan, found };
}
