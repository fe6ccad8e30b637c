import { keptAt } from "../../base/remembered.ts";
import { addTo } from "../../base/text-order.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import { type Contribution, countingOf, isOf } from "../../model/results/explanation.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { rulesOfNode } from "../../resolve/contracts/node-contracts.ts";
import { Explainer } from "../../resolve/merge/explainer.ts";
import { kept } from "../../speed/kept.ts";
import {
  otherPath,
  referencesAt,
  referencesInNames,
  touches,
  type WrittenReference,
  writers,
} from "../uses/writers.ts";
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
