import { keptAt } from "../../base/made-once.ts";
import { hasBit } from "./outcome.ts";

/** The names that a group brings, in the order in which it does where nothing is there yet. */
export interface Bringing {
  readonly names: readonly string[];
  /** The groups below it, as bits. */
  readonly below: bigint;
}

/** What some orders of groups have in common: the same groups bring the same names, others come after these. */
export interface Way {
  readonly groups: readonly Bringing[];
  /** All names in one of the orders. */
  readonly all: readonly string[];
}

/**
 * The sequence on which all orders of groups agree, where each group brings names and a name stays where it is brought
 * first; of the names that are free next, the smallest follows (rule L6 in docs/concepts/ancestry.md).
 */
export function agreedSequence(groups: readonly Bringing[]): readonly string[] {
  const names = new Set(groups.flatMap((group) => group.names));
  return arranged([...names], precedence(groups));
}

/** The sequence on which several ways agree, of the names that all of them have. */
export function commonSequence(ways: readonly Way[]): readonly string[] {
  const [first] = ways;
  const names = first?.all.filter((name) => ways.every(({ all }) => all.includes(name))) ?? [];
  const precedences = ways.map(wayPrecedence);
  return arranged(names, (one, other) => precedences.every((isBefore) => isBefore(one, other)));
}

type Precedence = (one: string, other: string) => boolean;

function wayPrecedence({ groups, all }: Way): Precedence {
  const brought = new Set(groups.flatMap(({ names }) => names));
  const isBefore = precedence(groups);
  const places = new Map(all.map((name, at) => [name, at]));
  return (one, other) => {
    if (brought.has(one) !== brought.has(other)) return brought.has(one);
    return brought.has(one) ? isBefore(one, other) : (places.get(one) ?? 0) < (places.get(other) ?? 0);
  };
}

/** Whether a name that groups bring is before another one in all orders. */
function precedence(groups: readonly Bringing[]): Precedence {
  const after = new Map<string, Set<string>>();
  const all = new Set(groups.flatMap(({ names }) => names));
  for (const { names, below } of groups) {
    const before = new Set(groups.flatMap((each, at) => (hasBit(below, at) ? each.names : [])));
    const free = names.filter((name) => !before.has(name));
    for (const [at, name] of free.entries()) {
      const passed = new Set([...before, ...free.slice(0, at)]);
      const known = keptAt(after, name, () => new Set<string>());
      for (const other of all) if (other !== name && !passed.has(other)) known.add(other);
    }
  }
  return (one, other) => after.get(other)?.has(one) !== true;
}

function arranged(names: readonly string[], isBefore: Precedence): readonly string[] {
  const rest = [...names].sort();
  const line: string[] = [];
  while (rest.length > 0) {
    const at = rest.findIndex((name) => !rest.some((other) => other !== name && isBefore(other, name)));
    line.push(...rest.splice(Math.max(at, 0), 1));
  }
  return line;
}
