import { type ParameterPath, sections, splitKeys } from "./parameter-path.ts";

/** A filter of paths, as a person writes it: `ntp`, `ntp:*`, `ntp:**`, `users:*:shell`. */
export interface PathFilter {
  readonly keys: readonly KeyPattern[];
  /** Whether values inside a matching one match too. */
  readonly below: boolean;
}

type KeyPattern =
  | { readonly kind: "key"; readonly text: string }
  | { readonly kind: "glob"; readonly pattern: RegExp }
  /** `**`: any number of keys, none included. */
  | { readonly kind: "any" };

/**
 * Reads a path filter. `ntp` means that value and all inside it, `ntp:*` the values one level below it, `ntp:**` all
 * below it. Inside a key, `*` matches any characters and `?` one. Quoted keys are taken literally. As in paths, a
 * filter begins below `parameters` unless its first key is another part of the node. A text describes a fault.
 */
export function parsePathFilter(text: string): PathFilter | string {
  const inner = text.startsWith("${") && text.endsWith("}") ? text.slice(2, -1) : text;
  const written = splitKeys(inner, ":");
  if (typeof written === "string") return written;
  const own = written[0] !== undefined && sections.has(written[0].text);
  const front: readonly KeyPattern[] = own ? [] : [{ kind: "key", text: "parameters" }];
  const keys = [...front, ...written.map((key) => keyPattern(key.text, key.quoted))];
  return { keys, below: keys.every((key) => key.kind === "key") };
}

function keyPattern(text: string, literal: boolean): KeyPattern {
  if (literal || !/[*?]/.test(text)) return { kind: "key", text };
  if (text === "**") return { kind: "any" };
  const source = text
    .replace(/[\\^$.+()[\]{}|]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".");
  return { kind: "glob", pattern: new RegExp(`^${source}$`, "su") };
}

/** Whether a path matches a filter. */
export function matchesPath(filter: PathFilter, path: ParameterPath): boolean {
  return matchFrom(filter, path, { key: 0, step: 0, partly: false });
}

/** Whether a value at or below a path may match a filter, as when a whole mapping is added or removed. */
export function touchesPath(filter: PathFilter, path: ParameterPath): boolean {
  return matchFrom(filter, path, { key: 0, step: 0, partly: true });
}

interface Cursor {
  readonly key: number;
  readonly step: number;
  readonly partly: boolean;
}

function matchFrom(filter: PathFilter, path: ParameterPath, at: Cursor): boolean {
  const pattern = filter.keys[at.key];
  const name = path[at.step];
  if (pattern === undefined) return name === undefined || filter.below;
  if (name === undefined && at.partly) return true;
  if (pattern.kind === "any") {
    const none = at.key < filter.keys.length - 1 && matchFrom(filter, path, { ...at, key: at.key + 1 });
    if (none || name === undefined) return none;
    const last = at.key === filter.keys.length - 1;
    return last || matchFrom(filter, path, { ...at, step: at.step + 1 });
  }
  if (name === undefined || !(pattern.kind === "key" ? pattern.text === name : pattern.pattern.test(name)))
    return false;
  return matchFrom(filter, path, { ...at, key: at.key + 1, step: at.step + 1 });
}
