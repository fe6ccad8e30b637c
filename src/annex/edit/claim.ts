import { didYouMean, similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import type { FoldedChange, ItemEdit } from "../../model/results/change.ts";
import {
  isAlong,
  isOfNames,
  isSamePath,
  type ParameterPath,
  parsePath,
  printPath,
} from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { mapEntries } from "../../model/values/value-at.ts";
import { type KindRename, type ListedClass, renameKinds } from "./proof.ts";

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
