import { type Delimiters, hasSentinel, splitTemplate } from "../model/values/template.ts";
import type { Stretch } from "../model/values/value.ts";

/** A reference in a text, or a path in a query; offsets are those of the text. */
export interface ReferenceText extends Stretch {
  /** The tree that it reads: `${…}` and `self:` read parameters, `exports:` the other one. */
  readonly section: "parameters" | "exports";
  /** Its plain keys: one in which a nested reference begins is left out. */
  readonly segments: readonly (Stretch & { readonly text: string })[];
  /** Whether nested references give more of the path. */
  readonly isOpen: boolean;
}

/** References and queries of a text (docs/concepts/references.md), nested too, sorted; none if it cannot be read. */
export function referencesInText(text: string, delimiters: Delimiters): readonly ReferenceText[] {
  if (!hasSentinel(text, delimiters)) return [];
  const [first] = splitTemplate(text, delimiters);
  if (first?.kind === "fault") return [];
  if (first?.kind === "query") return queryPaths(text, delimiters);
  return scanned(text, delimiters);
}

/** The properties that the text of a directive reads, though it has a fault: `${node.properties[a][b]}`. */
export function propertyReferences(text: string): readonly ReferenceText[] {
  return [...text.matchAll(CALL)].map((call) => {
    const [whole, brackets = ""] = call;
    const begin = call.index + whole.lastIndexOf(brackets);
    const segments = [...brackets.matchAll(/\[\s*([^\]]*?)\s*\]/g)].map((each) => {
      const [bracket, name = ""] = each;
      const start = begin + each.index + bracket.indexOf(name, 1);
      return { text: name, start, end: start + name.length };
    });
    return { section: "parameters", isOpen: false, start: call.index, end: call.index + whole.length, segments };
  });
}

const CALL = /\$\{\s*node\s*\.\s*properties((?:\s*\[[^\]]*\])+)\s*\}?/gi;

/** Words of a query that begin with `self:` or `exports:`. */
function queryPaths(text: string, { delimiter }: Delimiters): readonly ReferenceText[] {
  return [...text.matchAll(/[!-~]+/g)].flatMap(({ 0: written, index }): readonly ReferenceText[] => {
    // A closing bracket can be right behind the last word.
    const word = written.replace(/\]$/, "");
    for (const [name, section] of QUERIED) {
      const prefix = name + delimiter;
      if (!word.toLowerCase().startsWith(prefix)) continue;
      const segments = segmentsOf(word.slice(prefix.length), index + prefix.length, delimiter);
      return [{ section, start: index, end: index + word.length, segments, isOpen: false }];
    }
    return [];
  });
}

const QUERIED = [
  ["self", "parameters"],
  ["exports", "exports"],
] as const;

function segmentsOf(text: string, start: number, delimiter: string): ReferenceText["segments"] {
  let at = start;
  return text.split(delimiter).map((segment) => {
    const found = { text: segment, start: at, end: at + segment.length };
    at = found.end + delimiter.length;
    return found;
  });
}

/** The references of a text that can be read, where sentinels are paired; nested ones included. */
function scanned(text: string, delimiters: Delimiters): readonly ReferenceText[] {
  const [open, close] = delimiters.reference_sentinels;
  const around: { readonly start: number; plainEnd?: number }[] = [];
  const found: ReferenceText[] = [];
  for (let at = 0; at < text.length; ) {
    const inner = around.at(-1);
    if (inner !== undefined && text.startsWith(close, at)) {
      const begin = inner.start + open.length;
      const segments = segmentsOf(text.slice(begin, inner.plainEnd ?? at), begin, delimiters.delimiter);
      const isOpen = inner.plainEnd !== undefined;
      at += close.length;
      const place = { start: inner.start, end: at };
      found.push({ section: "parameters", ...place, segments: isOpen ? segments.slice(0, -1) : segments, isOpen });
      around.pop();
      continue;
    }
    const escaped = escapedLength(text, at, delimiters);
    const opens = escaped === 0 && text.startsWith(open, at);
    if (inner !== undefined && (opens || escaped > 0)) inner.plainEnd ??= at;
    if (opens) around.push({ start: at });
    at += opens ? open.length : Math.max(1, escaped);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** The length of what an escape character takes the meaning from; two of them before a sentinel mean one. */
function escapedLength(text: string, at: number, delimiters: Delimiters): number {
  const { escape_character: sign, reference_sentinels, export_sentinels } = delimiters;
  if (sign === "" || !text.startsWith(sign, at)) return 0;
  const sentinelAt = (place: number) =>
    [...reference_sentinels, ...export_sentinels].find((token) => text.startsWith(token, place));
  const next = at + sign.length;
  const token = sentinelAt(next);
  if (token !== undefined) return sign.length + token.length;
  return text.startsWith(sign, next) && sentinelAt(next + sign.length) !== undefined ? sign.length * 2 : 0;
}

export function beginsWith(segments: ReferenceText["segments"], keys: readonly string[]): boolean {
  return keys.every((each, index) => segments[index]?.text === each);
}
