import { jsonString } from "../../base/json-text.ts";
import { HeirError, quietly } from "../findings/failure.ts";

/** The keys that lead to a value from the node object on: `["parameters", "ntp", "server"]`. */
export type ParameterPath = readonly string[];

export type PathReading =
  | { readonly kind: "path"; readonly path: ParameterPath }
  /** Several paths are possible. The first one reads the text with colons, if that path exists. */
  | { readonly kind: "ambiguous"; readonly paths: readonly ParameterPath[] }
  | { readonly kind: "fault"; readonly message: string };

/** The parts of what a node gets, sorted; all other paths begin below `parameters`. */
export const NODE_SECTIONS = [
  "applications",
  "classes",
  "environment",
  "exports",
  "facts",
  "groups",
  "parameters",
  "policies",
  "runtime",
  "variables",
] as const;

export type NodeSection = (typeof NODE_SECTIONS)[number];

const sections: ReadonlySet<string> = new Set(NODE_SECTIONS);

export function isSection(key: string | undefined): key is NodeSection {
  return key !== undefined && sections.has(key);
}

const nameSections: ReadonlySet<string> = new Set(["applications", "classes", "groups"]);

/** Whether a path leads to such a list, or to a name in it. */
export function isOfNames([section = ""]: ParameterPath): boolean {
  return nameSections.has(section);
}

/** Whether two paths have the same keys. */
export function isSamePath(one: ParameterPath, other: ParameterPath): boolean {
  return one.length === other.length && one.every((key, index) => other[index] === key);
}

/** Whether two paths are the same, or one is above the other. */
export function isAlong(one: ParameterPath, other: ParameterPath): boolean {
  return one.every((key, index) => index >= other.length || other[index] === key);
}

/**
 * A path as heir writes it: keys joined by colons, without `parameters` in front if it then reads as the same path.
 * Keys are in double quotes if they are empty, hold a colon, a quote, `*`, `?` or a control character, begin or end
 * with a space, or make the whole look like `${...}` or a JSON pointer. {@link parsePath} reads it back.
 */
export function printPath(path: ParameterPath): string {
  const [section, first, ...rest] = path;
  const short = section === "parameters" && first !== undefined && !isSection(first);
  return printKeys(short ? [first, ...rest] : path);
}

/** Keys joined by colons, quoted if necessary. */
export function printKeys(keys: readonly string[]): string {
  return keys.map((key, index) => (needsQuotes(key, index) ? jsonString(key) : key)).join(":");
}

/** A path among others: keys, of an export with the section; `variable NAME` if one is the parameter of that name. */
export function printAmong(path: ParameterPath, others: readonly ParameterPath[]): string {
  const [section, name] = path;
  const isShared = section === "variables" && others.some((other) => other[0] === "parameters" && other[1] === name);
  const keys = printKeys(section === "exports" ? path : path.slice(1));
  return isShared ? `variable ${keys}` : keys;
}

function needsQuotes(key: string, index: number): boolean {
  if (key === "" || key !== key.trim() || unprintable.test(key)) return true;
  return index === 0 && (key.startsWith("/") || key.startsWith("${"));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed as they are
const unprintable = /[:"'*?\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/**
 * The path that a person wrote: `ntp:server`, `${ntp:server}`, `/ntp/server`, quoted keys, or dots if `exists` knows
 * one such value. It begins at the node object; `classes`, `facts:...` and other sections come before parameters.
 */
export function parsePath(text: string, exists?: (path: ParameterPath) => boolean): PathReading {
  const inner = text.startsWith("${") && text.endsWith("}") ? text.slice(2, -1) : text;
  if (inner.startsWith("/")) return chosen(readings(pointerKeys(inner)), exists);
  const keys = splitKeys(inner, ":");
  if (typeof keys === "string") return { kind: "fault", message: keys };
  const plain = readings(keys.map((key) => key.text));
  if (exists === undefined || plain.some(exists) || keys.length > 1) return chosen(plain, exists);
  const parts = splitKeys(inner, ".");
  if (typeof parts === "string" || parts.length === 1) return chosen(plain, exists);
  const names = parts.map((part) => part.text);
  const found = dottedPaths(names, exists);
  const [only] = found;
  if (only === undefined) return chosen(plain, exists);
  return found.length === 1 ? { kind: "path", path: only } : { kind: "ambiguous", paths: found };
}

/** The node's own part first, then the parameter with that name. */
function readings(keys: readonly string[]): readonly ParameterPath[] {
  const below = ["parameters", ...keys];
  return isSection(keys[0]) ? [keys, below] : [below];
}

function chosen(paths: readonly ParameterPath[], exists: ((path: ParameterPath) => boolean) | undefined): PathReading {
  const path = (exists === undefined ? undefined : paths.find(exists)) ?? paths[0] ?? ["parameters"];
  return { kind: "path", path };
}

function pointerKeys(text: string): readonly string[] {
  const keys = text.slice(1).split("/");
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** All ways to join neighbouring parts with dots so that the path exists. */
function dottedPaths(parts: readonly string[], exists: (path: ParameterPath) => boolean): readonly ParameterPath[] {
  const found: ParameterPath[] = [];
  const walk = (path: ParameterPath, from: number): void => {
    if (from === parts.length) found.push(path);
    for (let to = from + 1; to <= parts.length; to += 1) {
      const longer = [...path, parts.slice(from, to).join(".")];
      if (exists(longer)) walk(longer, to);
    }
  };
  if (isSection(parts[0])) walk([], 0);
  walk(["parameters"], 0);
  return found;
}

export interface WrittenKey {
  readonly text: string;
  /** Written in quotes: no character in it is special. */
  readonly quoted: boolean;
}

const jsonText = /"(?:[^"\\]|\\.)*"|'[^']*'/y;

/** Splits a written path at its separators outside quotes. A text is returned for a fault, which it describes. */
export function splitKeys(text: string, separator: ":" | "."): readonly WrittenKey[] | string {
  const keys: WrittenKey[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    jsonText.lastIndex = at;
    const quotedKey = jsonText.exec(text)?.[0];
    if (quotedKey === undefined && /["']/.test(text.charAt(at))) return `a quote is not closed in ${text}`;
    const end = quotedKey === undefined ? endOfKey(text, separator, at) : at + quotedKey.length;
    if (end < text.length && text[end] !== separator) return `after the quoted key ${quotedKey} comes no ${separator}`;
    const key = quotedKey === undefined ? text.slice(at, end) : unquoted(quotedKey);
    if (key === undefined) return `the quoted key ${quotedKey} cannot be read`;
    keys.push({ text: key, quoted: quotedKey !== undefined });
    at = end;
  }
  return keys;
}

function endOfKey(text: string, separator: string, from: number): number {
  const end = text.indexOf(separator, from);
  return end === -1 ? text.length : end;
}

function unquoted(text: string): string | undefined {
  if (text.startsWith("'")) return text.slice(1, -1);
  return quietly(() => String(JSON.parse(text)));
}

/** Splits a list of written paths at the commas outside quotes. */
export function splitList(text: string): readonly string[] {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    jsonText.lastIndex = at;
    const isKeyStart = at === start || text[at - 1] === ":";
    const quotedKey = isKeyStart ? jsonText.exec(text)?.[0] : undefined;
    if (quotedKey !== undefined) at += quotedKey.length - 1;
    else if (at === text.length || text[at] === ",") {
      words.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return words;
}

/** A path from text; `exists` decides between several. Throws HeirError for no path, or with this hint if ambiguous. */
export function readPath(
  text: string,
  exists?: (path: ParameterPath) => boolean,
  hint = "write it with colons",
): ParameterPath {
  const reading = parsePath(text, exists);
  switch (reading.kind) {
    case "path":
      return reading.path;
    case "fault":
      throw new HeirError("usage", reading.message);
    case "ambiguous": {
      const paths = reading.paths.map(printPath).join(" or ");
      throw new HeirError("usage", `"${text}" may be ${paths}`, hint);
    }
  }
}
