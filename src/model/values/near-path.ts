import { keptAt } from "../../base/remembered.ts";
import { similar } from "../../base/similar.ts";
import type { ParameterPath } from "./parameter-path.ts";
import { exactFilter, type KeyPattern, keysLike, printFilter } from "./path-filter.ts";
import type { Value } from "./value.ts";
import { childKeys, valueAt } from "./value-at.ts";

/** A path that some value has; where it was searched for with a glob, it has the glob. */
export type NearPath = readonly Exclude<KeyPattern, { kind: "any" }>[];

/** A path on the way to a near one. */
interface Step {
  readonly keys: NearPath;
  /** How many keys differ. */
  readonly replaced: number;
  /** The first key that differs; a path that differs only in its last key is nearest. */
  readonly first: number;
}

/**
 * Collects the paths nearest to one that no value has: those with misspelled keys, only the last one first; else, if no
 * node has the first key, the part of such a path that exists, or paths with the same last key.
 */
export class NearPaths {
  private readonly wanted: readonly KeyPattern[];
  private readonly misspelled = new Map<string, Step>();
  private readonly shortened = new Map<string, Step>();
  private readonly elsewhere = new Map<string, NearPath>();
  private hasParent = false;
  private readonly far = new Map<string, Set<string>>();

  /** From the node object on. */
  constructor(wanted: readonly KeyPattern[]) {
    this.wanted = wanted;
  }

  /** Searches one node, as a mapping of its parts. */
  add(node: Value): void {
    this.search(node, { keys: [], replaced: 0, first: this.wanted.length });
    this.hasParent ||= this.isParentIn(node);
    const last = this.wanted.at(-1);
    if (last?.kind !== "key" || this.misspelled.size > 0) return;
    for (const path of pathsTo(node, last.text, [])) {
      const { keys } = exactFilter(path);
      this.elsewhere.set(printFilter(keys), keys);
    }
  }

  /** Whether the node has the first key below `parameters` or another part, and this is not the last one. */
  private isParentIn(node: Value): boolean {
    const [section, first, ...more] = this.wanted;
    return (
      section?.kind === "key" &&
      first?.kind === "key" &&
      more.length > 0 &&
      valueAt(node, [section.text, first.text]) !== undefined
    );
  }

  /** Equal before and after a node that changes nothing. */
  get facts(): number {
    return this.misspelled.size + this.shortened.size + this.elsewhere.size + Number(this.hasParent);
  }

  /** At most this many, nearest first. */
  nearest(most: number): readonly NearPath[] {
    if (this.misspelled.size > 0) return this.whole(most);
    if (this.hasParent) return [];
    const shortened = ranked(this.shortened);
    return shortened.length > 0 ? shortened.slice(0, most) : this.whole(most);
  }

  /** As {@link nearest}, but no parts of paths, and the same last key elsewhere in any case. */
  whole(most: number): readonly NearPath[] {
    const whole = this.misspelled.size > 0 ? ranked(this.misspelled) : [...this.elsewhere.values()];
    return whole.slice(0, most);
  }

  /** Whether the wanted path, with the replaced keys so far, has a value inside `at`. */
  private search(at: Value, so: Step): boolean {
    const pattern = this.wanted[so.keys.length];
    if (pattern === undefined) {
      this.misspelled.set(printFilter(so.keys), so);
      return true;
    }
    if (pattern.kind === "any") return false;
    const next = { ...so, keys: [...so.keys, pattern] };
    if (pattern.kind === "glob") return this.follow(at, keysLike(at, pattern), next);
    if (valueAt(at, [pattern.text]) !== undefined) return this.follow(at, [pattern.text], next);
    const found = this.similarKeys(pattern.text, childKeys(at)).map((text) => this.searchInstead(at, text, so));
    return found.includes(true);
  }

  /** Nodes share most keys: those that are not similar are compared once. */
  private similarKeys(wanted: string, keys: readonly string[]): readonly string[] {
    const far = keptAt(this.far, wanted, () => new Set<string>());
    const near = similar(
      wanted,
      keys.filter((key) => !far.has(key)),
    );
    for (const key of keys) if (!near.includes(key)) far.add(key);
    return near;
  }

  private searchInstead(at: Value, text: string, so: Step): boolean {
    const keys: NearPath = [...so.keys, { kind: "key", text }];
    const next = { keys, replaced: so.replaced + 1, first: Math.min(so.first, so.keys.length) };
    const isThere = this.follow(at, [text], next);
    if (!isThere) this.shortened.set(printFilter(keys), next);
    return isThere;
  }

  private follow(at: Value, keys: readonly string[], so: Step): boolean {
    const found = keys.map((key) => {
      const child = valueAt(at, [key]);
      return child !== undefined && this.search(child, so);
    });
    return found.includes(true);
  }
}

function ranked(found: ReadonlyMap<string, Step>): readonly NearPath[] {
  const steps = [...found.values()];
  return steps
    .sort((left, right) => left.replaced - right.replaced || right.first - left.first)
    .map(({ keys }) => keys);
}

/** Paths inside a value that end in a key. */
function* pathsTo(value: Value, key: string, path: ParameterPath): Iterable<ParameterPath> {
  if (value.kind !== "map") return;
  for (const entry of value.entries) {
    const here = [...path, entry.key];
    if (entry.key === key) yield here;
    yield* pathsTo(entry.value, key, here);
  }
}
