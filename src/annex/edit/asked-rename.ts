import { didYouMean, similar } from "../../base/similar.ts";
import { EmptyScope, HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { noSuchName } from "../../workspace/scope/things.ts";
import { type KindRename, type RenameKind, renameKinds, renameOf } from "./proof/claim.ts";

type NameKind = Exclude<RenameKind, "path">;

const nameKinds = renameKinds.filter((kind): kind is NameKind => kind !== "path");

/**
 * The renames that `OLD NEW` of a command line mean: OLD is `KIND:NAME`, or a name that only one kind has; `class:a.* b.*` is
 * every class below `a`. Throws HeirError for a name of several kinds or none, and for a new name that is taken or invalid.
 */
export function askedRenames(inventory: Inventory, old: string, now: string): readonly [KindRename, ...KindRename[]] {
  const { kind, name } = meaning(inventory, old);
  if (kind === "path") return [renameOf(`path:${name}=${now}`)];
  if (kind === "class" && name.endsWith(".*") && now.endsWith(".*")) return classesBelow(inventory, name, now);
  const rename = { kind, from: name, to: now };
  expectRenamed(rename, inventory);
  expectName(kind, now);
  if (name === now) throw new HeirError("usage", `${kind} ${name} has this name already`);
  expectFree(inventory, rename, new Set());
  return [rename];
}

function meaning(inventory: Inventory, old: string): { readonly kind: RenameKind; readonly name: string } {
  const [, prefix, rest = ""] = /^([a-z]+):(.+)$/s.exec(old) ?? [];
  const said = renameKinds.find((kind) => kind === prefix);
  if (said !== undefined) return { kind: said, name: rest };
  const kinds = nameKinds.filter((kind) => new Set(namesOfKind(kind, inventory)).has(old));
  const [kind, ...more] = kinds;
  if (kind !== undefined && more.length === 0) return { kind, name: old };
  if (kind === undefined && old.includes(":")) return { kind: "path", name: old };
  if (kind === undefined) {
    throw new HeirError("usage", `nothing is called "${old}"`, `write KIND:NAME; kinds are ${renameKinds.join(", ")}`);
  }
  const all = kinds.map((each) => `${each}:${old}`);
  throw new HeirError("usage", `"${old}" is ${all.join(" and ")}`, `say which kind it is: ${all.join(", ")}`);
}

function classesBelow(inventory: Inventory, old: string, now: string): readonly [KindRename, ...KindRename[]] {
  const [from, to] = [old.slice(0, -1), now.slice(0, -1)];
  const renames = inventory.classNames
    .filter((name) => name.startsWith(from))
    .map((name): KindRename => ({ kind: "class", from: name, to: to + name.slice(from.length) }));
  const [first, ...more] = renames;
  if (first === undefined) throw new HeirError("usage", `no class is below ${from.slice(0, -1)}`);
  expectName("class", to.slice(0, -1));
  expectNew(inventory, renames);
  return [first, ...more];
}

/** Throws HeirError unless things of one kind can have new names, which may be those that others of them have now. */
export function expectNew(inventory: Inventory, renames: readonly KindRename[]): void {
  const leaving = new Set(renames.map(({ from }) => from));
  for (const each of renames) {
    if (each.kind !== "path") expectName(each.kind, each.to);
    expectFree(inventory, each, leaving);
  }
}

/** Throws HeirError unless a new class can have a name. */
export function expectFreeClass(inventory: Inventory, name: string): void {
  expectName("class", name);
  expectFree(inventory, { kind: "class", from: name, to: name }, new Set());
}

/** Throws HeirError for a name that no file could give. */
function expectName(kind: NameKind, name: string): void {
  const fault = kind === "application" ? faultOf(name, /^$/) : (faultOf(name, /[/]/) ?? partFault(kind, name));
  if (fault !== undefined) throw new HeirError("usage", `"${name}" cannot be the name of a ${kind}: ${fault}`);
}

function faultOf(name: string, bad: RegExp): string | undefined {
  if (name === "") return "it is empty";
  if (name.startsWith("~")) return "~ in front removes a name";
  if (/\s/.test(name)) return "it has a blank";
  if (/\p{Cc}/u.test(name)) return "it has a control character";
  if (name.includes("${")) return "it has a reference";
  return bad.test(name) ? "it has a slash" : undefined;
}

function partFault(kind: NameKind, name: string): string | undefined {
  const parts = kind === "node" ? [name.replace(/^\./, "")] : name.split(".");
  return parts.includes("") || name.startsWith(".") ? "a part of it is empty" : undefined;
}

function expectFree(inventory: Inventory, { kind, from, to }: KindRename, leaving: ReadonlySet<string>): void {
  if (kind === "path" || leaving.has(to) || !new Set(namesOfKind(kind, inventory)).has(to)) return;
  const path = fileOfName(kind, to, inventory);
  const place = path === undefined ? "" : `: ${path}`;
  throw new HeirError("usage", `there is a ${kind} ${to} already${place}`, `${kind} ${from} needs another name`);
}

/** Throws EmptyScope with near names unless the inventory has what is to have another name; paths are not looked for. */
export function expectRenamed({ kind, from }: KindRename, inventory: Inventory): void {
  if (kind === "path") return;
  const names = new Set(namesOfKind(kind, inventory));
  if (!names.has(from)) throw noName(kind, from, names);
}

function noName(kind: NameKind, name: string, names: Iterable<string>): EmptyScope {
  if (kind !== "application" && kind !== "technique" && kind !== "directive") return noSuchName([kind], name, names);
  const hint = didYouMean(similar(name, names)) ?? `the files of the inventory name every ${kind}`;
  return new EmptyScope(name, `no ${kind} is called "${name}"`, hint);
}

/** All names of a kind, in no order. */
export function namesOfKind(kind: NameKind, inventory: Inventory): Iterable<string> {
  if (kind === "class") return inventory.classNames;
  if (kind === "node") return inventory.nodeNames;
  return kind === "application" ? applications(inventory) : definitionsOf(kind, inventory).keys();
}

function definitionsOf(kind: Exclude<NameKind, "class" | "node" | "application">, inventory: Inventory) {
  return kind === "group" ? inventory.groups.groups : inventory.policies()[`${kind}s`];
}

function applications({ nodeNames, classNames, node, class: named }: Inventory): readonly string[] {
  const definitions = [...nodeNames.map((name) => node(name)), ...classNames.map((name) => named(name))];
  return definitions.flatMap((each) => each?.applications.map(({ name }) => name) ?? []);
}

/** The file that defines a name; undefined if none does. */
export function fileOfName(kind: NameKind, name: string, inventory: Inventory): string | undefined {
  if (kind === "class" || kind === "node") return inventory.fileOf(kind, name);
  return kind === "application" ? undefined : definitionsOf(kind, inventory).get(name)?.file.path;
}
