import { keptAt, madeOnce } from "../../../base/remembered.ts";
import { didYouMean, similar } from "../../../base/similar.ts";
import { feedingOf } from "../../../inspect/impact/feeding.ts";
import { touches } from "../../../inspect/uses/writers.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory, ResolvedNode } from "../../../model/inventory/inventory.ts";
import { operandPaths } from "../../../model/inventory/policy.ts";
import type { FoldedChange, ItemEdit } from "../../../model/results/change.ts";
import type { Comparison } from "../../../model/results/comparison.ts";
import { isOf } from "../../../model/results/explanation.ts";
import type { Rename } from "../../../model/results/printed-parts.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { isAlong, isOfNames, isSamePath, parsePath, printPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { mapEntries, valueAt } from "../../../model/values/value-at.ts";
import { NodeData } from "../../../resolve/data/node-data.ts";
import { resolveNode } from "../../../resolve/node.ts";
import { callsIn } from "../../../written/property-calls.ts";
import type { RenamedPath } from "../text/reference-text.ts";

export const renameKinds = ["class", "node", "group", "path", "application", "technique", "directive", "rule"] as const;

export type RenameKind = (typeof renameKinds)[number];

/** A thing of the inventory with another name; of a path, only the last key differs. */
export interface KindRename extends Rename {
  readonly kind: RenameKind;
}

/** A class that only the later state lists (`+`), or only the earlier one (`-`). */
export interface ListedClass {
  readonly sign: "+" | "-";
  readonly name: string;
}

/** What is said about the difference between two states (rule X1 of docs/concepts/edits.md). */
export type Claim =
  /** No resolved value differs, but for classes that lists of nodes have in one state only. */
  | { readonly kind: "same"; readonly but?: readonly ListedClass[] }
  /** Nothing differs but these names. */
  | { readonly kind: "mv"; readonly renames: readonly KindRename[] }
  /** All that differs is at or below a path on some nodes, or is made from it by references on these nodes. */
  | { readonly kind: "only"; readonly path: ParameterPath; readonly nodes: readonly string[] };

/** Whether a claim holds, and what was compared to know it. */
export interface Proof {
  readonly claim: Claim;
  readonly holds: boolean;
  /** How the states differ beyond what the claim allows. */
  readonly comparison: Masked<Comparison>;
  /** Nodes of the later state that do not resolve, those of the earlier one that did not, sorted. */
  readonly unresolved: readonly string[];
  /** Nodes that fail in both states with the same findings, where these are accepted. */
  readonly alike: readonly string[];
  /** Nodes of the later state. */
  readonly nodes: number;
  /** Leaves of the values of the re-resolved nodes. */
  readonly values: number;
  /** Policies of these nodes. */
  readonly policies: number;
  /** Differences that the claim allows; for `mv`, values that follow a name: references to it made them, or a query. */
  readonly allowed: readonly FoldedChange[];
}

/** A claim as `heir prove` prints it and a trailer holds it: `same`, `same but +class:base`, `mv class:ntp=time`, `only ntp:server on 4 nodes`. */
export function claimText(claim: Claim): string {
  switch (claim.kind) {
    case "same":
      return claim.but === undefined
        ? "same"
        : `same but ${claim.but.map(({ sign, name }) => `${sign}class:${name}`).join(" ")}`;
    case "mv":
      return `mv ${claim.renames.map(({ kind, from, to }) => `${kind}:${from}=${to}`).join(" ")}`;
    case "only": {
      const { length } = claim.nodes;
      return `only ${printPath(claim.path)} on ${length} ${length === 1 ? "node" : "nodes"}`;
    }
  }
}

/** `KIND:OLD=NEW` as a rename. Throws HeirError for any other text. */
export function renameOf(text: string): KindRename {
  const [, word = "", from = "", to = ""] = /^([a-z]+):(.+)=(.+)$/s.exec(text) ?? [];
  if (from === "") throw new HeirError("usage", `"${text}" is no rename`, "write KIND:OLD=NEW, as class:ntp=time");
  const kind = renameKinds.find((each) => each === word);
  if (kind !== undefined) return kind === "path" ? pathRename(from, to) : { kind, from, to };
  const hint = didYouMean(similar(word, renameKinds)) ?? `kinds are ${renameKinds.join(", ")}`;
  throw new HeirError("usage", `there is no kind "${word}" of names`, hint);
}

/** A path with another last key; `to` is that key, or the whole path. Throws HeirError for a path with another parent. */
function pathRename(from: string, to: string): KindRename {
  const old = pathOf(from);
  const now = pathOf(to);
  const parent = old.slice(0, -1);
  const isKey = now.length === 2 && now[0] === "parameters";
  const isBeside = now.length === old.length && isSamePath(now.slice(0, -1), parent);
  if (!(isKey || isBeside)) {
    const hint = `only the last key can differ: ${printPath([...parent, now.at(-1) ?? ""])}`;
    throw new HeirError("usage", `${to} has another parent than ${from}`, hint);
  }
  return { kind: "path", from: printPath(old), to: printPath([...parent, now.at(-1) ?? ""]) };
}

function pathOf(text: string): readonly string[] {
  const reading = parsePath(text);
  if (reading.kind === "path") return reading.path;
  throw new HeirError("usage", reading.kind === "fault" ? reading.message : `"${text}" may mean several paths`);
}

/** The keys of a path rename, from the node object on. */
export function renamedKeys({ from, to }: KindRename): { readonly path: readonly string[]; readonly key: string } {
  return { path: pathOf(from), key: pathOf(to).at(-1) ?? "" };
}

/** A rename of a path below parameters or exports; undefined for any other path. */
export function renamedPath(rename: KindRename): RenamedPath | undefined {
  const { path, key } = renamedKeys(rename);
  const [section, ...keys] = path;
  return (section === "parameters" || section === "exports") && keys.length > 0 ? { section, keys, key } : undefined;
}

/** `+class:NAME` or `-class:NAME`, as a claim and a trailer have it. Throws HeirError for any other text. */
export function listedClassOf(text: string): ListedClass {
  const [, sign, name = ""] = /^([+-])class:(\S+)$/.exec(text) ?? [];
  if (sign === "+" || sign === "-") return { sign, name };
  throw new HeirError("usage", `"${text}" is no class that is listed`, "write +class:NAME, or -class:NAME");
}

/**
 * The earlier node with the classes of the later one, if only these classes make the difference; else the earlier node. A
 * class that both list is not in another place.
 */
export function withListed(old: ResolvedNode, now: ResolvedNode, listed: readonly ListedClass[]): ResolvedNode {
  const names = (sign: ListedClass["sign"]) =>
    new Set(listed.filter((each) => each.sign === sign).map(({ name }) => name));
  const [added, removed] = [names("+"), names("-")];
  const earlier = new Set(old.classes.map(({ name }) => name));
  const kept = now.classes.filter(({ name }) => earlier.has(name) || !added.has(name)).map(({ name }) => name);
  const later = new Set(kept);
  const expected = old.classes.map(({ name }) => name).filter((name) => later.has(name) || !removed.has(name));
  const isSame = kept.length === expected.length && kept.every((name, index) => expected[index] === name);
  return isSame ? { ...old, classes: now.classes } : old;
}

/** Whether a claim allows a change of a node. */
export type ClaimTest = (change: FoldedChange["change"], node: string) => boolean;

/** Divides folded changes node by node. */
export function divided(changes: readonly FoldedChange[], isAllowed: ClaimTest) {
  const part = (wanted: boolean): readonly FoldedChange[] =>
    changes.flatMap((each) => {
      const nodes = each.nodes.filter((node) => isAllowed(each.change, node) === wanted);
      return nodes.length === 0 ? [] : [{ ...each, nodes }];
    });
  return { beyond: part(false), allowed: part(true) };
}

/** Whether all that a change touches is at or below a path. */
export function isOnlyAt(change: FoldedChange["change"], path: ParameterPath): boolean {
  if (!isAlong(change.path, path)) return false;
  if (change.path.length >= path.length) return true;
  if (isOfNames(path) && change.kind === "changed") return change.items.every((item) => isName(item, path.slice(1)));
  // A mapping that came or went as a whole: it holds the path and nothing else.
  const value = change.kind === "added" ? change.after : change.kind === "removed" ? change.before : undefined;
  return value !== undefined && holdsOnly(value, path.slice(change.path.length));
}

/** Whether nothing differs but the order of classes: what it decides is among the values. */
export function isClassOrder({ path, ...change }: FoldedChange["change"]): boolean {
  return path[0] === "classes" && change.kind === "changed" && change.items.every(({ kind }) => kind === "moved");
}

function holdsOnly(value: Value, [first, ...more]: ParameterPath): boolean {
  if (first === undefined) return true;
  const [entry, ...others] = mapEntries(value);
  return others.length === 0 && entry?.key === first && holdsOnly(entry.value, more);
}

/** Whether a name, and no other, came into a list or left it. */
function isName(item: ItemEdit, [name, ...more]: ParameterPath): boolean {
  if (more.length > 0 || item.kind === "moved" || item.kind === "changed") return false;
  const value = item.kind === "added" ? item.after : item.before;
  return value.kind === "scalar" && value.data === name;
}

type AnyChange = FoldedChange["change"];

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
export function madeFrom(path: ParameterPath, found: FoundChanges): ClaimTest {
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
