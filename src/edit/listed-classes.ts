import { HeirError } from "../model/findings/failure.ts";
import type { ResolvedNode } from "../model/inventory/resolved.ts";
import type { ListedClass } from "../model/results/proof.ts";

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
