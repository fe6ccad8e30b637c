import { compareText, grouped } from "../../base/text-order.ts";
import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Change } from "../../model/results/change.ts";
import type { DefinitionRename, KeptKey } from "../../model/results/comparison.ts";
import type { NodeRename } from "../../model/results/printed-parts.ts";
import { entryOf, isMap, type SourceFile, startOf, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { Identities } from "../identity.ts";

export interface LoneNode {
  readonly name: string;
  /** Absent when the node does not resolve. */
  readonly node: ResolvedNode | undefined;
  readonly file: Pick<SourceFile, "path" | "blob"> | undefined;
}

/** Two nodes with equal keys are the same node; undefined when this node cannot be identified by the key. */
type Sign = (node: LoneNode) => string | undefined;

/**
 * Matches removed nodes with added ones: by the same bytes of the node file, then by equal resolved values (except the
 * name that reclass adds), then those whose file only moved to another folder, if just one fits. Equal file names are
 * paired first, then by name, each once. Sorted by old name, with whether values differ. Never fails.
 */
export function findRenames(
  removed: readonly LoneNode[],
  added: readonly LoneNode[],
  identities: Identities = new Identities(),
): readonly NodeRename[] {
  if (removed.length === 0 || added.length === 0) return [];
  const old = new Set(removed.toSorted(byName));
  const now = new Set(added.toSorted(byName));
  const values: Sign = (node) => resolvedValues(node, identities);
  const found: NodeRename[] = [];
  for (const sign of [both(fileBytes, fileName), fileBytes, both(values, fileName), values, fileName]) {
    for (const [left, right] of pairs(old, now, { sign, onlySure: sign === fileName })) {
      const [before, after] = [values(left), values(right)];
      const differs = before !== undefined && after !== undefined && before !== after;
      found.push({ from: left.name, to: right.name, differs: differs || undefined });
      old.delete(left);
      now.delete(right);
    }
  }
  return found.sort((left, right) => compareText(left.from, right.from));
}

function pairs(
  old: ReadonlySet<LoneNode>,
  now: ReadonlySet<LoneNode>,
  { sign, onlySure }: { readonly sign: Sign; readonly onlySure: boolean },
): readonly (readonly [LoneNode, LoneNode])[] {
  const groups = grouped(now, sign);
  return [...grouped(old, sign)].flatMap(([key, from]) => {
    const to = key === undefined ? [] : (groups.get(key) ?? []);
    if (onlySure && (from.length > 1 || to.length > 1)) return [];
    return from.flatMap((left, index) => {
      const right = to[index];
      return right === undefined ? [] : [[left, right] as const];
    });
  });
}

function byName(left: LoneNode, right: LoneNode): number {
  return compareText(left.name, right.name);
}

function both(first: Sign, second: Sign): Sign {
  return (node) => {
    const [left, right] = [first(node), second(node)];
    return left === undefined || right === undefined ? undefined : `${left}\n${right}`;
  };
}

const fileBytes: Sign = ({ file }) => file?.blob;
const fileName: Sign = ({ file }) => file?.path.slice(file.path.lastIndexOf("/") + 1);

function resolvedValues({ node }: LoneNode, identities: Identities): string | undefined {
  if (node === undefined) return undefined;
  const own = node.parameters.entries.filter((entry) => entry.key !== "_reclass_");
  const names = [node.applications, node.classes].map((list) => list.map((mention) => mention.name));
  const values = [node.environment, node.exports, { ...node.parameters, entries: own }];
  return JSON.stringify([names, values.map((value) => identities.of(value))]);
}

/** The share of the lines of the old file that a renamed one must still have. */
const SAME_LINES = 0.75;

/** More pairs of files than this are only compared by their bytes. */
const MOST_PAIRS = 10_000;

/** Names that a state looks for and does not have. */
type MissedNames = ReadonlySet<string>;

/**
 * Classes, groups, rules and directives with another name: a new file has at least 75 % of the old lines, and no node
 * misses the old name (rule V5 of docs/concepts/review.md). Sorted by kind, then by old name. Never fails.
 */
export function definitionRenames(
  before: Inventory,
  after: Inventory,
  missed: MissedNames,
): readonly DefinitionRename[] {
  const [old, now] = [before.policies(), after.policies()];
  return [
    ...renamesOf("class", classesBeyond(before, after, missed), classesBeyond(after, before)),
    ...renamesOf("group", ...lone(before.groups.groups, after.groups.groups)),
    ...renamesOf("rule", ...lone(old.rules, now.rules)),
    ...renamesOf("directive", ...lone(old.directives, now.directives)),
  ];
}

interface Named {
  readonly name: string;
  readonly file: SourceFile;
}

/** Classes that one state has and the other one does not, nor looks for. */
function classesBeyond(one: Inventory, other: Inventory, missed?: MissedNames): readonly Named[] {
  if (one.classNames === other.classNames) return [];
  const others = new Set(other.classNames);
  return one.classNames.flatMap((name) => {
    if (others.has(name) || missed?.has(name) === true) return [];
    const file = one.class(name)?.file;
    return file === undefined ? [] : [{ name, file }];
  });
}

type Definitions = ReadonlyMap<string, { readonly file: SourceFile }>;

function lone(before: Definitions, after: Definitions): readonly [readonly Named[], readonly Named[]] {
  const beyond = (one: Definitions, other: Definitions): readonly Named[] => {
    return [...one].flatMap(([name, { file }]) => (other.has(name) ? [] : [{ name, file }]));
  };
  return [beyond(before, after), beyond(after, before)];
}

function renamesOf(
  kind: DefinitionRename["kind"],
  removed: readonly Named[],
  added: readonly Named[],
): readonly DefinitionRename[] {
  const left = new Set(added);
  const found: DefinitionRename[] = [];
  const pair = (old: Named, fits: (now: Named) => boolean): boolean => {
    const now = [...left].find(fits);
    if (now === undefined) return false;
    left.delete(now);
    const places = { old: startOf(old.file), new: startOf(now.file) };
    found.push({ kind, from: old.name, to: now.name, places });
    return true;
  };
  const rest = removed.filter((old) => !pair(old, (now) => now.file.blob === old.file.blob));
  if (rest.length * left.size <= MOST_PAIRS) {
    for (const old of rest) pair(old, (now) => sharedLines(old.file.text, now.file.text) >= SAME_LINES);
  }
  return found.sort((one, other) => compareText(one.from, other.from));
}

/** The share of the lines of one text that another one has, too; empty lines do not count. */
function sharedLines(old: string, now: string): number {
  const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");
  const counts = new Map<string, number>();
  for (const line of lines(now)) counts.set(line, (counts.get(line) ?? 0) + 1);
  const all = lines(old);
  let shared = 0;
  for (const line of all) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    shared += 1;
  }
  return all.length === 0 ? 0 : shared / all.length;
}

/**
 * Keys of a node that a layer no longer has, as it has the same value below another key now, and that have a value all the
 * same: another layer gives it. Only for values that this adds to the node. Never fails.
 */
export function keptKeys(
  changes: readonly Change[],
  { old, now }: { readonly old: ResolvedNode; readonly now: ResolvedNode },
  identities: Identities,
): readonly KeptKey[] {
  return changes.flatMap(({ kind, path: to, cause }) => {
    const [section, ...keys] = to;
    const key = keys.pop();
    if (kind !== "added" || section !== "parameters" || key === undefined || cause?.kind !== "value-added") return [];
    const written = ({ steps }: ResolvedNode): Value | undefined => {
      const own = steps.find(({ layer, name }) => layer === cause.in.layer && name === cause.in.name);
      return own && valueAt(own.parameters, keys);
    };
    const [before, after, whole] = [written(old), written(now), valueAt(now.parameters, keys)];
    if (!isMap(before) || !isMap(after) || !isMap(whole)) return [];
    const value = entryOf(after, key)?.value;
    return before.entries.flatMap((entry): readonly KeptKey[] => {
      const kept = entryOf(after, entry.key) === undefined ? entryOf(whole, entry.key)?.value : undefined;
      if (kept === undefined || value === undefined || !identities.same(entry.value, value)) return [];
      return [{ node: now.name, from: [section, ...keys, entry.key], to, place: kept.origin }];
    });
  });
}
