import { fnmatch } from "../../base/fnmatch.ts";
import { similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { didYouMean } from "../words/parse.ts";

/** What a name on the command line can be one of. */
export type NameKind = InventoryKind | "rule" | "node or group";

type InventoryKind = "node" | "class" | "group";

/** All names of a kind. */
export function namesOf(kind: InventoryKind, { nodeNames, classNames, groups }: Inventory): readonly string[] {
  return { node: nodeNames, class: classNames, group: [...groups.groups.keys()] }[kind];
}

/** Throws HeirError for a name that the inventory does not have. */
export function checkName(kind: InventoryKind, name: string, inventory: Inventory): void {
  const names = namesOf(kind, inventory);
  if (!names.includes(name)) throw noSuchName(kind, name, names);
}

/** `did you mean a or b?` with names of some kinds, or nothing when none is near. */
export function similarNames(kinds: readonly InventoryKind[], text: string, inventory: Inventory): string | undefined {
  return didYouMean(
    similar(
      text,
      kinds.flatMap((kind) => namesOf(kind, inventory)),
    ),
  );
}

/**
 * The names that match at least one pattern, in their own order; all names without a pattern. A pattern without a match is
 * a usage error, because an empty result would look like a valid one.
 */
export function chosenNames(kind: NameKind, names: readonly string[], patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return names;
  const matches = patterns.map((pattern) => {
    const fits = fnmatch(pattern);
    return (name: string) => name === pattern || fits(name);
  });
  for (const [index, pattern] of patterns.entries()) {
    if (!names.some((name) => matches[index]?.(name))) throw noSuchName(kind, pattern, names);
  }
  return names.filter((name) => matches.some((match) => match(name)));
}

const LISTINGS = { node: "heir nodes", class: "heir classes", group: "heir groups", rule: "heir rules" } as const;

/** The error `no node is called "web1"`, with similar names. */
export function noSuchName(kind: NameKind, name: string, names: readonly string[]): HeirError {
  const listing = kind === "node or group" ? "heir nodes and heir groups list" : `${LISTINGS[kind]} lists`;
  const isGlob = /[*?[]/.test(name);
  const message = isGlob ? `no ${kind} matches "${name}"` : `no ${kind} is called "${name}"`;
  return new HeirError("usage", message, didYouMean(similar(name, names)) ?? `${listing} all of them`);
}
