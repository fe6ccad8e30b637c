import { grouped } from "../base/grouped.ts";
import type { Followers } from "../inspect/impact/feeding.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { FoldedChange } from "../model/results/change.ts";
import type { Comparison } from "../model/results/comparison.ts";
import type { WrittenValue } from "../model/results/impact.ts";
import { partsOf } from "../model/values/inside.ts";
import { isAlong, isOfNames, type ParameterPath } from "../model/values/parameter-path.ts";
import type { StateReading } from "../workspace/scope/things.ts";
import type { CompareOptions } from "../workspace/workspace.ts";
import { editedSnapshot } from "../workspace/write/editable-files.ts";
import { type Replacement, SourceText } from "./text/source-text.ts";

/** Another value for a written one, and what can follow from that. */
export interface Trial<Of extends WrittenValue = WrittenValue> {
  readonly written: Of;
  readonly edits: readonly Replacement[];
  /** The node that alone can change. */
  readonly node: string | undefined;
  /** The paths at which any nodes can change; undefined if that may be anywhere. */
  readonly paths: readonly ParameterPath[] | undefined;
}

/** What a trial changes, and the nodes that no longer resolve with it. */
export interface Tried extends Pick<Comparison, "changes"> {
  readonly failing: readonly string[];
}

/** A trial of an inventory that changes something at these paths. */
export function trialOf<Of extends WrittenValue>(
  { written, edits }: Pick<Trial<Of>, "written" | "edits">,
  follows: Exclude<ReturnType<Followers["of"]>, undefined>,
  { namesOfFile }: Inventory,
): Trial<Of> {
  const { by, key } = written;
  // What an anchor names, or a file under two names, is in more than one place.
  const isOnce = namesOfFile(key.file.path).length === 1 && !/&\w/.test(key.file.text);
  const node = isOnce && (by.kind === "node" || by.kind === "runtime") ? by.name : undefined;
  return { written, edits, node, paths: isOnce && follows !== "anything" ? follows : undefined };
}

/** Trials by those that are made together, as nothing can follow from two of them. */
export function trialsTogether<Of extends Trial>(trials: readonly Of[]): readonly (readonly Of[])[] {
  const all: Of[][] = [];
  for (const trial of trials) {
    const found = all.find((each) => each.every((other) => areApart(trial, other)));
    if (found === undefined) all.push([trial]);
    else found.push(trial);
  }
  return all;
}

function areApart(one: Trial, { node, paths }: Trial): boolean {
  if (one.node !== undefined || node !== undefined)
    return one.node !== undefined && node !== undefined && one.node !== node;
  return paths !== undefined && one.paths?.some((path) => isAny(paths, path)) === false;
}

function isAny(paths: readonly ParameterPath[], path: ParameterPath): boolean {
  return paths.some((each) => isAlong(each, path));
}

/**
 * What each of some trials changes, made together; undefined if that is unknown. For one trial it always is known. Throws as
 * `compare` does.
 */
export async function tried<Of extends Trial>(
  trials: readonly Of[],
  { workspace, snapshot, inventory, ...options }: StateReading & Pick<CompareOptions, "nodes" | "signal">,
  { asksOthers }: Pick<Followers, "asksOthers">,
): Promise<ReadonlyMap<Of, Tried> | undefined> {
  const files = [...grouped(trials, ({ written: { key } }) => key.file)].map(([{ path, text }, own]) => {
    const after = new SourceText(path, Buffer.from(text)).after(own.flatMap(({ edits }) => edits));
    return [inventory.namesOfFile(path)[0], Buffer.from(after)] as const;
  });
  const edited = editedSnapshot(snapshot, new Map(files));
  const { changes, nodes } = await workspace.compare(snapshot, edited, { ...options, secrets: "show" });
  const failing = nodes.newlyFailing.map(({ name }) => name);
  const [first, ...others] = trials;
  if (first !== undefined && others.length === 0) return new Map([[first, { changes, failing }]]);
  const isMoved = failing.length > 0 || nodes.newlyResolving.length > 0;
  if (trials.some(({ node }) => node === undefined)) return isMoved ? undefined : byPath(trials, changes);
  const isAsked = isMoved || changes.some(({ change }) => ASKED.has(change.path[0]));
  return asksOthers && isAsked ? undefined : byNode(trials, { changes, failing });
}

/** What queries of other nodes find, and where they look for it. */
const ASKED: ReadonlySet<string | undefined> = new Set(["exports", "environment"]);

function byPath<Of extends Trial>(
  trials: readonly Of[],
  changes: Tried["changes"],
): ReadonlyMap<Of, Tried> | undefined {
  const own = ({ paths = [] }: Of) => changes.filter(({ change }) => isAny(paths, change.path));
  const all = trials.map((trial) => [trial, { changes: own(trial), failing: [] }] as const);
  const told = all.reduce((sum, [, each]) => sum + each.changes.length, 0);
  return told === changes.length ? new Map(all) : undefined;
}

function byNode<Of extends Trial>(
  trials: readonly Of[],
  { changes, failing }: Tried,
): ReadonlyMap<Of, Tried> | undefined {
  const ofNodes = new Map<string | undefined, FoldedChange[]>(trials.map(({ node }) => [node, []]));
  const isOthers = (node: string) => !ofNodes.has(node);
  if (failing.some(isOthers) || changes.some(({ nodes }) => nodes.some(isOthers))) return undefined;
  for (const each of changes) for (const node of each.nodes) ofNodes.get(node)?.push(each);
  return new Map(
    trials.map((trial) => {
      const { node = "" } = trial;
      const own = (ofNodes.get(node) ?? []).map(({ change }) => ({ change: placed(change, trial), nodes: [node] }));
      return [trial, { changes: own, failing: failing.filter((name) => name === node) }];
    }),
  );
}

/** The origin of an empty list of names is the file of its node, and such changes are folded over the files of nodes. */
function placed(change: FoldedChange["change"], { written: { key } }: Trial): FoldedChange["change"] {
  if (change.kind !== "changed" || !isOfNames(change.path) || partsOf(change.after).length > 0) return change;
  const { after } = change;
  return { ...change, after: { ...after, origin: { ...after.origin, file: key.file } } };
}
