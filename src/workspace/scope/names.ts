import { didYouMean, similar } from "../../base/similar.ts";
import { wordList } from "../../base/word-list.ts";
import { EmptyScope } from "../../model/findings/empty-scope.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";

/** What a name that is asked for can be one of. */
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
  const candidates = similar(name, names);
  const [kind, ...others] = kinds;
  const isNamed = others.length === 0 && kind !== undefined && kind !== "rule";
  return new EmptyScope(operand, message, didYouMean(candidates, name) ?? listing(kinds), {
    code: isNamed ? `unknown-${kind}` : "unknown-name",
    candidates,
    word: operand,
  });
}

/** `heir nodes and heir groups list all of them`. */
export function listing(kinds: readonly NameKind[]): string {
  const commands = wordList(
    kinds.map((kind) => LISTINGS[kind]),
    "and",
  );
  return `${commands} ${kinds.length === 1 ? "lists" : "list"} all of them`;
}
