import { type Glob, wildcard } from "../../base/glob.ts";
import { keptAt } from "../../base/made-once.ts";
import { similar } from "../../base/similar.ts";
import type { NodeSection, ParameterPath, WrittenKey } from "./parameter-path.ts";
import { isSection, printKeys, printPath, splitKeys } from "./parameter-path.ts";
import type { Value } from "./value.ts";
import { childKeys, valueAt } from "./value-at.ts";

/** A filter of paths, as a person writes it: `ntp`, `ntp:*`, `ntp:**`, `users:*:shell`. */
export interface PathFilter {
  readonly keys: readonly KeyPattern[];
  /** Whether values inside a matching one match too. */
  readonly below: boolean;
}

interface ExactKey {
  readonly kind: "key";
  readonly text: string;
}

export type KeyPattern =
  | ExactKey
  | { readonly kind: "glob"; readonly text: string; readonly fits: Glob }
  /** `**`: any number of keys, none included. */
  | { readonly kind: "any" };

/**
 * Reads a path filter: `ntp` is a value and all inside it, `ntp:*` the values one level below, `ntp:**` all below; `*`
 * and `?` are special in unquoted keys. It begins below `parameters` or at another section. A text describes a fault.
 */
export function parsePathFilter(text: string): PathFilter | string {
  const inner = text.startsWith("${") && text.endsWith("}") ? text.slice(2, -1) : text;
  const written = splitKeys(inner, ":");
  if (typeof written === "string") return written;
  const { section, keys: inside } = inSection(patternsOf(written));
  const keys: readonly KeyPattern[] = [{ kind: "key", text: section }, ...inside];
  return { keys, below: keys.every((key) => key.kind === "key") };
}

/** The section that keys mean, and those below it: `parameters` unless the first key names another one. */
export function inSection(keys: readonly KeyPattern[]): {
  readonly section: NodeSection;
  readonly keys: readonly KeyPattern[];
} {
  const [first, ...rest] = keys;
  const isNamed = first?.kind === "key" && isSection(first.text);
  return isNamed ? { section: first.text, keys: rest } : { section: "parameters", keys };
}

/** The keys of a filter as they are written. A text describes a fault. */
export function parseKeyPatterns(text: string): readonly KeyPattern[] | string {
  const written = splitKeys(text, ":");
  return typeof written === "string" ? written : patternsOf(written);
}

function patternsOf(written: readonly WrittenKey[]): readonly KeyPattern[] {
  return written.map(({ text, quoted }) => keyPattern(text, quoted));
}

function keyPattern(text: string, literal: boolean): KeyPattern {
  if (literal || !/[*?]/.test(text)) return { kind: "key", text };
  if (text === "**") return { kind: "any" };
  // Several stars in a row mean what one does.
  return { kind: "glob", text, fits: wildcard(text.replace(/\*+/g, "*")) };
}

/** The filter that one path matches, and what is inside it. */
export function exactFilter(path: ParameterPath): { readonly keys: readonly ExactKey[]; readonly below: true } {
  return { keys: path.map((text) => ({ kind: "key", text })), below: true };
}

/** Keys as a person writes them; `parameters` in front is left out where heir leaves it out of a path. */
export function printFilter(keys: readonly Exclude<KeyPattern, { kind: "any" }>[]): string {
  if (keys.every((key) => key.kind === "key")) return printPath(keys.map(({ text }) => text));
  const [section, ...below] = keys;
  const shown = section?.text === "parameters" ? below : keys;
  return shown.map(({ kind, text }) => (kind === "key" ? printKeys([text]) : text)).join(":");
}

/** Whether a filter matches a path, or a value inside the one at the path. */
export function findsValue(filter: PathFilter, value: Value, path: ParameterPath = []): boolean {
  if (matchesPath(filter, path)) return true;
  if (!touchesPath(filter, path)) return false;
  return childKeys(value).some((key) => {
    const child = valueAt(value, [key]);
    return child !== undefined && findsValue(filter, child, [...path, key]);
  });
}

/** The paths of the values inside one that a filter matches. */
export function* pathsLike(filter: PathFilter, value: Value, path: ParameterPath = []): Iterable<ParameterPath> {
  if (path.length > 0 && matchesPath(filter, path)) yield path;
  if (!touchesPath(filter, path)) return;
  for (const key of childKeys(value)) {
    const child = valueAt(value, [key]);
    if (child !== undefined) yield* pathsLike(filter, child, [...path, key]);
  }
}

export function matchesPath(filter: PathFilter, path: ParameterPath): boolean {
  return walks(filter, path, { partly: false });
}

/** Whether a value at or below a path may match a filter, as when a whole mapping is added or removed. */
export function touchesPath(filter: PathFilter, path: ParameterPath): boolean {
  return walks(filter, path, { partly: true });
}

/** Matches as a shell pattern does, in filter × path steps: at a mismatch only the last `**` takes one key more. */
function walks({ keys, below }: PathFilter, path: ParameterPath, { partly }: { readonly partly: boolean }): boolean {
  let [at, step] = [0, 0];
  /** The last `**`, and where in the path its share ends. */
  let [star, shareEnd] = [-1, 0];
  for (let name = path[0]; name !== undefined; name = path[step]) {
    const wanted = keys[at];
    if (wanted === undefined ? below : wanted.kind === "any" && at === keys.length - 1) return true;
    if (wanted?.kind === "any") {
      [star, shareEnd] = [at, step];
      at += 1;
    } else if (wanted !== undefined && (wanted.kind === "key" ? wanted.text === name : wanted.fits(name))) {
      at += 1;
      step += 1;
    } else if (star === -1) return false;
    else {
      shareEnd += 1;
      [at, step] = [star + 1, shareEnd];
    }
  }
  return partly || at === keys.length;
}

/** A path that some value has; where it was searched for with a glob, it has the glob. */
type NearPath = readonly Exclude<KeyPattern, { kind: "any" }>[];

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
    if (section?.kind !== "key" || first?.kind !== "key" || more.length === 0) return false;
    return valueAt(node, [section.text, first.text]) !== undefined;
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
    if (pattern.kind === "glob") return this.follow(at, childKeys(at).filter(pattern.fits), next);
    if (valueAt(at, [pattern.text]) !== undefined) return this.follow(at, [pattern.text], next);
    const found = this.similarKeys(pattern.text, childKeys(at)).map((text) => this.searchInstead(at, text, so));
    return found.includes(true);
  }

  /** Nodes share most keys: those that are not similar are compared once. */
  private similarKeys(wanted: string, keys: readonly string[]): readonly string[] {
    const far = keptAt(this.far, wanted, () => new Set<string>());
    const possible = keys.filter((key) => !far.has(key));
    const near = similar(wanted, possible);
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
  const steps = [...found.values()].sort((one, other) => one.replaced - other.replaced || other.first - one.first);
  return steps.map(({ keys }) => keys);
}

function* pathsTo(value: Value, key: string, path: ParameterPath): Iterable<ParameterPath> {
  if (value.kind !== "map") return;
  for (const entry of value.entries) {
    const here = [...path, entry.key];
    if (entry.key === key) yield here;
    yield* pathsTo(entry.value, key, here);
  }
}
