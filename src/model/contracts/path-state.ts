import { keptAt } from "../../base/made-once.ts";
import { grouped } from "../../base/text-order.ts";
import { jsonItems, jsonKey, jsonMember } from "../values/json-form.ts";
import type { KeyPattern } from "../values/path-filter.ts";
import { type MapValue, uniqueEntries, type Value } from "../values/value.ts";
import type { FoundKey } from "./value-test.ts";

/** A path with patterns, and how far a walk has come in it. */
interface Reached<Of> {
  readonly of: Of;
  readonly at: number;
}

export interface AtPath {
  readonly path: { readonly keys: readonly KeyPattern[] };
}

interface Part<Of extends AtPath> {
  readonly key: FoundKey;
  readonly value: Value;
  readonly state: PathState<Of>;
}

const NO_KEYS: ReadonlyMap<string, readonly never[]> = new Map();

/** Keys are looked up in a mapping with this many times more entries; in any other, its entries are walked. */
const FEW = 64;

/** All paths of a set at one point of a walk into a value: which end here, and which lead on. States are shared. */
export class PathState<Of extends AtPath> {
  readonly ending: readonly Of[];
  /** The keys that can lead on; undefined if a pattern may match any key. */
  readonly keys: readonly string[] | undefined;
  /** Whether no path leads on or ends here. */
  readonly isEmpty: boolean;
  /** Whether no path leads on. */
  readonly isLast: boolean;
  readonly reached: readonly Reached<Of>[];
  private readonly states: StateSet<Of>;
  /** The states behind keys that were met; most states have none. */
  private following: Map<FoundKey, PathState<Of>> | undefined;
  /** The paths whose next key is written out, by that key. */
  private readonly written: ReadonlyMap<string, readonly Reached<Of>[]>;
  /** The paths whose next key is a pattern. */
  private readonly patterns: readonly Reached<Of>[];

  constructor(reached: readonly Reached<Of>[], states: StateSet<Of>) {
    this.reached = reached;
    this.states = states;
    const ending: Of[] = [];
    const patterns: Reached<Of>[] = [];
    const written: Reached<Of>[] = [];
    for (const each of reached) {
      const kind = nextKey(each)?.kind;
      if (kind === undefined) ending.push(each.of);
      else (kind === "key" ? written : patterns).push(each);
    }
    this.ending = ending;
    this.patterns = patterns;
    this.written = written.length === 0 ? NO_KEYS : grouped(written, keyText);
    this.keys = this.patterns.length === 0 ? [...this.written.keys()] : undefined;
    this.isEmpty = reached.length === 0;
    this.isLast = this.keys?.length === 0;
  }

  /** The state behind a key. An item of a list is met by its number and by `*` alone. */
  next(key: FoundKey): PathState<Of> {
    const known = this.following?.get(key);
    if (known !== undefined) return known;
    return this.patterns.length === 0 && !this.written.has(String(key)) ? this.states.nowhere : this.added(key);
  }

  private added(key: FoundKey): PathState<Of> {
    const written = (this.written.get(String(key)) ?? []).map(({ of, at }) => ({ of, at: at + 1 }));
    const made = this.states.of([...written, ...this.patterns.flatMap((each) => afterPattern(each, key))]);
    this.following ??= new Map();
    this.following.set(key, made);
    return made;
  }

  /** The parts of a value that some path leads to. */
  parts(value: Value): readonly Part<Of>[] {
    const { keys } = this;
    if (this.isLast) return [];
    if (value.kind === "map") {
      const isFew = keys !== undefined && keys.length * FEW < value.entries.length;
      if (isFew) return this.membersAt(value, keys);
      return keys?.length === 1 ? keys.flatMap((key) => this.memberAt(value, key)) : this.membersOf(value);
    }
    return [...(jsonItems(value)?.entries() ?? [])].flatMap(([key, part]) => this.part(key, part) ?? []);
  }

  private membersAt(map: MapValue, keys: readonly string[]): readonly Part<Of>[] {
    return keys.flatMap((key) => {
      const member = jsonMember(map, key);
      return member === undefined ? [] : (this.part(key, member) ?? []);
    });
  }

  private memberAt({ entries }: MapValue, key: string): readonly Part<Of>[] {
    const member = entries.findLast((entry) => jsonKey(entry) === key);
    return member === undefined ? [] : [{ key, value: member.value, state: this.next(key) }];
  }

  private membersOf(map: MapValue): readonly Part<Of>[] {
    const found: Part<Of>[] = [];
    for (const entry of uniqueEntries(map)) {
      const part = this.part(jsonKey(entry), entry.value);
      if (part !== undefined) found.push(part);
    }
    return found;
  }

  private part(key: FoundKey, value: Value): Part<Of> | undefined {
    const state = this.next(key);
    return state.isEmpty ? undefined : { key, value, state };
  }
}

/** The states of a set of paths, each once. */
export class StateSet<Of extends AtPath> {
  readonly start: PathState<Of>;
  /** The state of keys that no path has. */
  readonly nowhere: PathState<Of> = new PathState<Of>([], this);
  private readonly known = new Map<string, PathState<Of>>();
  private readonly numbers: ReadonlyMap<Of, number>;

  constructor(all: readonly Of[]) {
    this.numbers = new Map(all.map((each, index) => [each, index]));
    // In their order and each once: nothing to sort out.
    const start = all.flatMap((of) => withSkipped({ of, at: 0 }));
    this.start = new PathState(start, this);
  }

  of(reached: readonly Reached<Of>[]): PathState<Of> {
    const [first, ...others] = reached;
    if (first === undefined) return this.nowhere;
    // Most states are of one path.
    if (others.length === 0 && nextKey(first)?.kind !== "any") return this.kept(this.idOf(first), reached);
    const every = new Map<string, Reached<Of>>();
    for (const each of reached) for (const more of withSkipped(each)) every.set(this.idOf(more), more);
    const id = [...every.keys()].sort().join(" ");
    const place = ({ of }: Reached<Of>): number => this.numbers.get(of) ?? 0;
    const inOrder = [...every.values()].sort((one, other) => place(one) - place(other) || one.at - other.at);
    return this.kept(id, inOrder);
  }

  private idOf({ of, at }: Reached<Of>): string {
    return `${this.numbers.get(of)}:${at}`;
  }

  private kept(id: string, reached: readonly Reached<Of>[]): PathState<Of> {
    return keptAt(this.known, id, () => new PathState(reached, this));
  }
}

/** `**` may match no key at all. */
function withSkipped<Of extends AtPath>(each: Reached<Of>): readonly Reached<Of>[] {
  if (nextKey(each)?.kind !== "any") return [each];
  return [each, ...withSkipped({ of: each.of, at: each.at + 1 })];
}

function afterPattern<Of extends AtPath>({ of, at }: Reached<Of>, key: FoundKey): readonly Reached<Of>[] {
  const pattern = of.path.keys[at];
  if (pattern?.kind === "any") return [{ of, at }];
  if (pattern?.kind !== "glob") return [];
  const isMet = typeof key === "number" ? pattern.text === "*" : pattern.fits(key);
  return isMet ? [{ of, at: at + 1 }] : [];
}

/** The keys that a path needs from here on; undefined if it ends here, or has a pattern among them. */
export function writtenRest({ of, at }: Reached<AtPath>): readonly string[] | undefined {
  const rest = of.path.keys.slice(at);
  const keys = rest.flatMap((key) => (key.kind === "key" ? [key.text] : []));
  return keys.length > 0 && keys.length === rest.length ? keys : undefined;
}

/** The key that a path needs next, if it does not end here. */
function nextKey<Of extends AtPath>({ of, at }: Reached<Of>): KeyPattern | undefined {
  return of.path.keys[at];
}

function keyText<Of extends AtPath>(each: Reached<Of>): string {
  const pattern = nextKey(each);
  return pattern?.kind === "key" ? pattern.text : "";
}
