import type { Glob } from "../../base/glob.ts";

/** Which nodes are meant: rules W1 to W4 of docs/concepts/selectors.md. */
export type Selector =
  | { readonly kind: "and" | "or"; readonly parts: readonly Selector[] }
  | { readonly kind: "not"; readonly of: Selector }
  | Atom;

/** One condition. */
export interface Atom {
  readonly kind: "atom";
  readonly of: AtomKind;
  /** As it is written. */
  readonly text: string;
  /** The name, or the path of a fact or value, and where it is in the selector. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether a name is one that is meant. */
  readonly fits: Glob;
  /** The path and value of `has:` and `fact:`. */
  readonly asked: PathAndValue;
  /** Whether it is behind an odd number of `not`: with less of it, more nodes are selected. */
  readonly isNegated: boolean;
}

export type AtomKind = (typeof ATOM_KINDS)[number] | "all";

/** The words before a colon. */
export const ATOM_KINDS = ["node", "class", "group", "fact", "has"] as const;

/** `PATH`, `PATH=VALUE` or `PATH!=VALUE`. */
export interface PathAndValue {
  readonly path: string;
  readonly isNot: boolean;
  /** The value as a pattern, and as it is written; absent where any will do. */
  readonly value?: { readonly text: string; readonly source: string; readonly fits: Glob };
}

/** Whether a selector holds, as far as its atoms are known: `undefined` if that depends on those that are not. */
export function holds(selector: Selector, ask: (atom: Atom) => boolean | undefined): boolean | undefined {
  if (selector.kind === "atom") return ask(selector);
  if (selector.kind === "not") {
    const inside = holds(selector.of, ask);
    return inside === undefined ? undefined : !inside;
  }
  const deciding = selector.kind === "or";
  let isOpen = false;
  for (const part of selector.parts) {
    const answer = holds(part, ask);
    if (answer === deciding) return deciding;
    isOpen ||= answer === undefined;
  }
  return isOpen ? undefined : !deciding;
}

/** Whether a selector holds for a node of this name; `undefined` if more than the name decides. */
export function nameHolds(selector: Selector, name: string): boolean | undefined {
  return holds(selector, ({ of, fits }) => of === "all" || (of === "node" ? fits(name) : undefined));
}

/** The conditions of a selector, in the order written. */
export function atomsOf(selector: Selector): readonly Atom[] {
  if (selector.kind === "atom") return [selector];
  return selector.kind === "not" ? atomsOf(selector.of) : selector.parts.flatMap(atomsOf);
}

/** Several selectors as one: nodes that any or all of them select. */
export function joinedBy(kind: "and" | "or", [first, ...more]: readonly Selector[]): Selector | undefined {
  return first === undefined || more.length === 0 ? first : { kind, parts: [first, ...more] };
}

export function isAll(selector: Selector): boolean {
  return selector.kind === "atom" && selector.of === "all";
}

/** Whether nothing but the names of nodes decides. */
export function isByName(selector: Selector): boolean {
  return atomsOf(selector).every(({ of }) => of === "node" || of === "all");
}
