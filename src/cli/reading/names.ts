import { fnmatch } from "../../base/glob.ts";
import { similar } from "../../base/similar.ts";
import { wordList } from "../../base/word-list.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { didYouMean } from "../words/parse.ts";
import { EmptyScope, type Scope } from "./scope.ts";

/** What a name on the command line can be one of. */
export type NameKind = "node" | "class" | "group" | "rule";

/** All names of a kind. */
export function namesOf(kind: NameKind, inventory: Inventory): readonly string[] {
  switch (kind) {
    case "node":
      return inventory.nodeNames;
    case "class":
      return inventory.classNames;
    case "group":
      return [...inventory.groups.groups.keys()];
    case "rule":
      return [...inventory.policies().rules.values()].filter(({ enabled }) => enabled).map(({ id }) => id);
  }
}

/** Throws EmptyScope for a name that the inventory does not have. */
export function checkName(kind: NameKind, name: string, inventory: Inventory): void {
  const names = namesOf(kind, inventory);
  if (!names.includes(name)) throw noSuchName([kind], name, names);
}

/** Names of a kind, and patterns for some of them. */
interface Choice {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly scope: Scope;
}

/** The names that match at least one pattern, in their own order; all names without a pattern. */
export function chosenNames(kind: NameKind, { names, patterns, scope }: Choice): readonly string[] {
  if (patterns.length === 0) return names;
  for (const pattern of unmatched(patterns, names)) scope.leaveOut(noSuchName([kind], pattern, names));
  return matching(names, patterns);
}

/** The names that match at least one of some patterns, in their own order. */
export function matching(names: readonly string[], patterns: readonly string[]): readonly string[] {
  const matches = patterns.map(matcher);
  return names.filter((name) => matches.some((match) => match(name)));
}

/** The patterns that no name matches. */
export function unmatched(patterns: readonly string[], names: Iterable<string>): readonly string[] {
  const all = [...names];
  return patterns.filter((pattern) => !all.some(matcher(pattern)));
}

function matcher(pattern: string): (name: string) => boolean {
  const fits = fnmatch(pattern);
  return (name) => name === pattern || fits(name);
}

const LISTINGS = { node: "heir nodes", class: "heir classes", group: "heir groups", rule: "heir rules" } as const;

/** The error `no node is called "web1"`, with similar names; `operand` is the word if it is more than the name. */
export function noSuchName(
  kinds: readonly NameKind[],
  name: string,
  names: Iterable<string>,
  operand: string = name,
): EmptyScope {
  const what = wordList(kinds, "or");
  const isGlob = /[*?[]/.test(name);
  const message = isGlob ? `no ${what} matches "${name}"` : `no ${what} is called "${name}"`;
  return new EmptyScope(operand, message, didYouMean(similar(name, names)) ?? listing(kinds));
}

/** `heir nodes and heir groups list all of them`. */
export function listing(kinds: readonly NameKind[]): string {
  const commands = wordList(
    kinds.map((kind) => LISTINGS[kind]),
    "and",
  );
  return `${commands} ${kinds.length === 1 ? "lists" : "list"} all of them`;
}
