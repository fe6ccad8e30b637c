import { keptAt, madeOnce } from "../../base/made-once.ts";
import { addTo } from "../../base/text-order.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { MergeOperand } from "../../model/inventory/policy.ts";
import type { FoldedChange, ItemEdit } from "../../model/results/change.ts";
import { type Contribution, countingOf, isOf } from "../../model/results/explanation.ts";
import { isAlong, isOfNames, isSamePath, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { mapEntries, valueAt } from "../../model/values/value-at.ts";
import { rulesOfNode } from "../../resolve/contracts/node-contracts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { Explainer } from "../../resolve/merge/explainer.ts";
import { resolveNode } from "../../resolve/node.ts";
import { kept } from "../../speed/kept.ts";
import { callsIn } from "../../written/property-calls.ts";
import type { WrittenReference } from "../uses/writers.ts";
import { otherPath, referencesAt, referencesInNames, touches, writers } from "../uses/writers.ts";
import { defaultReads, writtenValues } from "../uses/written-values.ts";

export type Feeding = ReturnType<typeof feedingOf>;

/** Follows the references of one resolved node backwards: from some values to those that are made from them. */
export function feedingOf(
  inventory: Inventory,
  node: ResolvedNode,
  { starts, others = [] }: { readonly starts: readonly ParameterPath[]; readonly others?: readonly ParameterPath[] },
) {
  const explainer = new Explainer(inventory, { ...node, rules: rulesOfNode(inventory, node) }, node);
  const readersOf = valueReaders(inventory, node);
  // The starts, all that may be made from them, and further ones: each section is merged once for all.
  const paths = [...starts, ...[...closure(starts, readersOf)].map(({ path }) => path), ...others];
  const sections = new Map<string, ReturnType<Explainer["watching"]>>();
  const counting = new Map<string, ReadonlySet<Contribution>>();
  /** The contributions to the value at one of the paths. */
  const at = ([section, ...keys]: ParameterPath): readonly Contribution[] => {
    if (section !== "parameters" && section !== "exports") return [];
    const watched = keptAt(sections, section, () => {
      const own = paths.filter(([first]) => first === section).map((path) => path.slice(1));
      return explainer.watching(section, own);
    });
    return watched(keys);
  };
  const countingAt = (path: ParameterPath): ReadonlySet<Contribution> =>
    keptAt(counting, JSON.stringify(path), () => countingOf(at(path)));
  /** The path that a reference reads; undefined if it cannot be known. */
  const readBy = ({ reads, open, origin }: WrittenReference): ParameterPath | undefined => {
    if (open === undefined) return reads.filter((key) => key !== undefined);
    const asked = explainer.askedBy(open, origin);
    return asked && ["parameters", ...asked.keys];
  };
  /**
   * The values that are made from the value at a path, if it counts. A class name is made from the value that the path
   * had when the walk reached the name, which may differ from the result.
   */
  const fedBy = (start: ParameterPath, isCounted: boolean): Iterable<ReadingValue> => {
    const counts = (reading: ReadingValue): boolean =>
      isName(reading) || (isCounted && [...countingAt(reading.path)].some((each) => isOf(each, reading)));
    return closure([start], (from) => {
      const isRead = (path: ParameterPath | undefined) => path !== undefined && isAlong(path, from);
      return [...readersOf(from)].filter((each) => counts(each) && each.references.map(readBy).some(isRead));
    });
  };
  return { at, countingAt, readBy, fedBy };
}

function isName({ path }: ReadingValue): boolean {
  return path[0] === "classes";
}

function closure(
  starts: readonly ParameterPath[],
  next: (path: ParameterPath) => Iterable<ReadingValue>,
): ReadonlySet<ReadingValue> {
  const found = new Set<ReadingValue>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const reading of next(path)) {
      if (found.has(reading)) continue;
      found.add(reading);
      if (!isName(reading)) waiting.push(reading.path);
    }
  }
  return found;
}

/** What can follow from a value: itself with all that is made of it, or anything, where it decides the layers of nodes. */
type Followed = readonly ParameterPath[] | "anything";

/** Of what it is made. */
const MADE: ReadonlySet<string | undefined> = new Set(["parameters", "exports", "variables"]);

export type Followers = ReturnType<typeof followers>;

/** What follows from the values of an inventory. */
export function followers(inventory: Inventory) {
  const all = [...writers(inventory).flatMap((each) => each.reads()), ...defaultReads(inventory)];
  return {
    /** Whether a node can change with what other nodes export. */
    asksOthers: all.some(({ reads }) => reads[0] === "exports"),
    /**
     * What can follow from the value at a path; undefined if that is nothing but parameters and exports of the same node:
     * no layers, as from names and facts, nothing that directives and merges make, or queries of other nodes find.
     */
    of(path: ParameterPath): Followed | undefined {
      if (path[0] === "classes" || path[0] === "groups" || path[0] === "environment") return "anything";
      const found = new Set<WrittenReference>();
      const other = otherPath(path);
      const reached = other === undefined ? [path] : [path, other];
      for (const at of reached) {
        for (const reading of all) {
          if (found.has(reading) || !touches(reading, at)) continue;
          if (!MADE.has(reading.path[0])) return "anything";
          found.add(reading);
          reached.push(reading.path);
        }
      }
      const leaves = [...found].some(({ path: [section], reads }) => section === "variables" || reads[0] === "exports");
      return leaves ? reached : undefined;
    },
  };
}

interface ReadingValue {
  /** From the node object on; `["classes"]` for the name of a class. */
  readonly path: ParameterPath;
  readonly value: Value;
  readonly references: readonly WrittenReference[];
}

/** The values in one node's layers that hold references, each by the paths that it may read. */
function valueReaders(inventory: Inventory, { steps, definition }: ResolvedNode) {
  const all = steps.flatMap((step) => [
    ...(["parameters", "exports"] as const).flatMap((section) => readingIn(step[section], section, inventory)),
    ...readingNames(classesOf(step, inventory), inventory),
  ]);
  /** By each beginning of a path that they read, of up to three keys; by a whole path of less, with an end. */
  const known = new Map<string, ReadingValue[]>();
  for (const reading of [...all, ...readingNames(definition.classes, inventory)]) {
    const paths = reading.references.map(({ reads }) => knownPart(reads));
    const starts = paths.flatMap((path) => [1, 2, INDEXED_KEYS].map((length) => startOf(path.slice(0, length))));
    const short = paths.filter(({ length }) => length < INDEXED_KEYS).map((path) => startOf(path) + END);
    for (const key of new Set([...starts, ...short])) addTo(known, key, reading);
  }
  return (path: ParameterPath): ReadonlySet<ReadingValue> => {
    const above = [1, 2].filter((length) => length < path.length).map((length) => startOf(path.slice(0, length)) + END);
    const some = [startOf(path), ...above].flatMap((key) => known.get(key) ?? []);
    return new Set(some.filter(({ references }) => references.some(({ reads }) => isAlong(knownPart(reads), path))));
  };
}

const END = ".";
const INDEXED_KEYS = 3;

/** The beginning of a reference's path, up to the first key that another reference gives. */
function knownPart(reads: WrittenReference["reads"]): ParameterPath {
  const unknown = reads.indexOf(undefined);
  return (unknown === -1 ? reads : reads.slice(0, unknown)).filter((key) => key !== undefined);
}

function startOf(path: ParameterPath): string {
  return JSON.stringify(path.slice(0, INDEXED_KEYS));
}

const readingIn = kept("shared", (map: MapValue, section: string, inventory: Inventory): readonly ReadingValue[] => {
  if (map.plain) return [];
  const { settings } = inventory;
  const by = { kind: "node", name: "" } as const;
  return writtenValues(by, { section, map, settings }).flatMap(({ path, value }) => {
    const references = referencesAt(value, path, inventory);
    return references.length === 0 ? [] : [{ path, value, references }];
  });
});

function readingNames(classes: readonly ClassMention[], inventory: Inventory): readonly ReadingValue[] {
  return classes.flatMap((mention) => {
    const { template: value } = mention;
    if (value === undefined) return [];
    return [{ path: ["classes"], value, references: referencesInNames([mention], inventory) }];
  });
}

function classesOf({ layer, name }: Step, { groups, class: named }: Inventory): readonly ClassMention[] {
  if (layer === "class") return named(name)?.classes ?? [];
  return layer === "group" ? (groups.groups.get(name)?.classes ?? []) : [];
}

type AnyChange = FoldedChange["change"];

/** Whether a change of a node is meant. */
export type NodeChangeTest = (change: AnyChange, node: string) => boolean;

/** Whether all that a change touches is at or below a path. */
export function isOnlyAt(change: AnyChange, path: ParameterPath): boolean {
  if (!isAlong(change.path, path)) return false;
  if (change.path.length >= path.length) return true;
  if (isOfNames(path) && change.kind === "changed")
    return change.items.every((item) => isThatName(item, path.slice(1)));
  // A mapping that came or went as a whole: it holds the path and nothing else.
  const value = change.kind === "added" ? change.after : change.kind === "removed" ? change.before : undefined;
  return value !== undefined && holdsOnly(value, path.slice(change.path.length));
}

function holdsOnly(value: Value, [first, ...more]: ParameterPath): boolean {
  if (first === undefined) return true;
  const [entry, ...others] = mapEntries(value);
  return others.length === 0 && entry?.key === first && holdsOnly(entry.value, more);
}

/** Whether a name, and no other, came into a list or left it. */
function isThatName(item: ItemEdit, [name, ...more]: ParameterPath): boolean {
  if (more.length > 0 || item.kind === "moved" || item.kind === "changed") return false;
  const value = item.kind === "added" ? item.after : item.before;
  return value.kind === "scalar" && value.data === name;
}

/** Names and facts decide which layers a node has, so all that layers give it may follow. */
const DECIDING: ReadonlySet<string | undefined> = new Set(["classes", "groups", "facts", "environment"]);

/** What files alone say: it follows from nothing. */
const SAID: ReadonlySet<string | undefined> = new Set(["facts", "runtime"]);

export interface FoundChanges {
  readonly inventory: Inventory;
  readonly changes: readonly FoldedChange[];
}

/**
 * Which changes follow from the value at a path (rule X1 of docs/concepts/edits.md): in the later state references,
 * directives or the agent's merges make the new value from it. A value that a file says itself now does not follow.
 */
export function madeFrom(path: ParameterPath, found: FoundChanges): NodeChangeTest {
  if (DECIDING.has(path[0])) return (change) => !SAID.has(change.path[0]);
  const known = new Map<string, ReadonlySet<AnyChange>>();
  const following = (name: string, starts: readonly ParameterPath[]) => followingOn(name, starts, found);
  // Queries of all nodes read exports: those that change and are made from the value.
  const fedExports = () => {
    const others = found.changes.filter(({ change }) => change.path[0] === "exports" && !isOnlyAt(change, path));
    const fed = others.filter(({ change, nodes }) => nodes.some((name) => following(name, [path]).has(change)));
    return fed.map(({ change }) => change.path);
  };
  const starts = madeOnce(() => [path, ...fedExports()]);
  return (change, node) => keptAt(known, node, () => following(node, starts())).has(change);
}

/** The changes of a node whose new values are made from some paths. */
function followingOn(
  name: string,
  starts: readonly ParameterPath[],
  { inventory, changes: all }: FoundChanges,
): ReadonlySet<AnyChange> {
  const { node } = resolveNode(inventory, name);
  if (node === undefined) return new Set();
  const changes = all.flatMap(({ change, nodes }) => (nodes.includes(name) ? [change] : []));
  const feeding = feedingOf(inventory, node, { starts, others: changes.map(({ path }) => path) });
  const fed = starts.flatMap((start) => [...feeding.fedBy(start, true)]);
  const readings = fed.filter(({ path }) => path[0] !== "classes");
  const paths = [...starts, ...readings.map(({ path }) => path)];
  const data = new NodeData(inventory, { node });
  // What goes below a reference to a mapping went where it is read; what an export gave other nodes may go with it.
  const isGone = (path: ParameterPath) =>
    path[0] === "exports" || changes.some((each) => each.kind === "removed" && isSamePath(each.path, path));
  const follows = (change: AnyChange): boolean => {
    if (change.path[0] === "variables") return isFilledIn(change.path, data, paths);
    return readings.some((reading) => {
      const isOnly = isOnlyAt(change, reading.path);
      const below = change.path.slice(reading.path.length);
      if (!isOnly || below.length === 0) return isOnly;
      if (change.kind !== "removed") return [...feeding.countingAt(change.path)].some((each) => isOf(each, reading));
      return reading.references.some((each) => isGone([...(feeding.readBy(each) ?? []), ...below]));
    });
  };
  return new Set(changes.filter(follows));
}

/** Whether the directive that sets a variable last reads one of the paths, or an operand that the agent merges does. */
function isFilledIn(
  [, name = "", ...keys]: ParameterPath,
  { policies: { policies, merges } }: NodeData,
  paths: readonly ParameterPath[],
): boolean {
  const pairs = policies.flatMap(({ directives }) => directives);
  const set = pairs.flatMap(({ directive }) => directive.sets).findLast((each) => each.name === name);
  const value = set && valueAt(set.value, keys);
  const operands = merges.filter((each) => each.name === name).flatMap(({ first, second }) => [first, second]);
  const reads = [
    ...(value === undefined ? [] : callsIn(value)).map((call) => ({ reads: ["parameters", ...call.keys] })),
    ...operands.flatMap(operandPaths).map((path) => ({ reads: [...path, ...keys] })),
  ];
  return reads.some((each) => paths.some((path) => touches(each, path)));
}

/** The paths at which a node has the operand of a merge: a property is a parameter, too. */
export function operandPaths({ namespace, keys }: MergeOperand): readonly ParameterPath[] {
  const runtime = ["runtime", namespace, ...keys];
  return namespace === "properties" ? [["parameters", ...keys], runtime] : [runtime];
}
