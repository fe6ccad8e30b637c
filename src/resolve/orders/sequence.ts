/** The names that a group brings, in the order in which it does where nothing is there yet. */
export interface Bringing {
  readonly names: readonly string[];
  /** The groups below it, as bits. */
  readonly below: bigint;
}

/**
 * The sequence on which all orders of groups agree, where each group brings names and a name stays where it is brought
 * first; of names that are free next the smallest (rule L6 in docs/concepts/ancestry.md).
 */
export function agreedSequence(groups: readonly Bringing[]): readonly string[] {
  const after = new Map<string, Set<string>>();
  const all = new Set(groups.flatMap(({ names }) => names));
  for (const { names, below } of groups) {
    const before = new Set(groups.flatMap((each, at) => ((below & (1n << BigInt(at))) === 0n ? [] : each.names)));
    const free = names.filter((name) => !before.has(name));
    for (const [at, name] of free.entries()) {
      const passed = new Set([...before, ...free.slice(0, at)]);
      const known = after.get(name) ?? new Set<string>();
      for (const other of all) if (other !== name && !passed.has(other)) known.add(other);
      after.set(name, known);
    }
  }
  const mayPrecede = (one: string, other: string): boolean => after.get(one)?.has(other) === true;
  return arranged([...all], (one, other) => !mayPrecede(other, one));
}

/** The sequence on which some lists agree, of names that all of them have; of names that are free next the smallest. */
export function commonSequence(lists: readonly (readonly string[])[]): readonly string[] {
  const places = lists.map((list) => new Map(list.map((name, at) => [name, at])));
  const [first = []] = lists;
  const names = first.filter((name) => places.every((place) => place.has(name)));
  return arranged(names, (one, other) => places.every((place) => (place.get(one) ?? 0) < (place.get(other) ?? 0)));
}

function arranged(names: readonly string[], isBefore: (one: string, other: string) => boolean): readonly string[] {
  const rest = [...names].sort();
  const line: string[] = [];
  while (rest.length > 0) {
    const at = rest.findIndex((name) => !rest.some((other) => other !== name && isBefore(other, name)));
    line.push(...rest.splice(Math.max(at, 0), 1));
  }
  return line;
}
