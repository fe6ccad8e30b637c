import { compilePattern, isPatternFault, type Pattern, type PatternMatch } from "./pattern.ts";
import type { PatternFault } from "./python-syntax.ts";

/** What must, or must not, come behind the beginning of a match. */
interface Ahead {
  readonly isNegative: boolean;
  readonly pattern: Pattern;
}

/** A pattern that may have look-aheads. */
export interface AheadPattern extends Pattern {
  /** Whether it ends with look-aheads: that it matches is known, but not which of several ways Python would take. */
  readonly hasTail: boolean;
}

/**
 * As {@link compilePattern}, for a pattern of short texts, such as names, that may begin and end with look-aheads:
 * `^(?!x)y`, `(?!.*-stg)`, `web(?!-stg)`. Each is a linear pattern of its own, which is tried where a match begins or ends. A
 * look-ahead anywhere else, with groups of its own, or one that looks at what is before it, stays a fault.
 */
export function compileWithAhead(source: string): AheadPattern | PatternFault {
  const plain = compilePattern(source);
  if (!isPatternFault(plain)) return { ...plain, hasTail: false };
  const parts = plain.kind === "unsupported" ? aheadsOf(source) : undefined;
  if (parts === undefined) return plain;
  const [rest, ended] = [parts.rest, `(?:${parts.rest})\\Z`].map((text) => compilePattern(parts.anchor + text));
  const [front, tail] = [compiledAll(parts.front), compiledAll(parts.tail)];
  if (rest === undefined || ended === undefined || isPatternFault(rest) || isPatternFault(ended)) return plain;
  return front === undefined || tail === undefined ? plain : withAheads(source, { rest, ended, front, tail });
}

/** A pattern that matches whatever one does that cannot be matched in linear time, and more; undefined where none is known. */
export function widened(source: string): Pattern | undefined {
  const text = withoutGroups(source, /^\(\?<?[=!]/).replace(/\\[1-9]\d?|\(\?P=\w+\)/g, "(?s:.*)");
  const compiled = compilePattern(text);
  return isPatternFault(compiled) ? undefined : compiled;
}

function compiledAll(all: Parts["front"]): readonly Ahead[] | undefined {
  const made = all.map(({ isNegative, inner }) => ({ isNegative, pattern: compilePattern(inner) }));
  return made.every((each): each is Ahead => !isPatternFault(each.pattern)) ? made : undefined;
}

interface Compiled {
  readonly rest: Pattern;
  /** The same up to the end of the text. */
  readonly ended: Pattern;
  readonly front: readonly Ahead[];
  readonly tail: readonly Ahead[];
}

function withAheads(source: string, { rest, ended, front, tail }: Compiled): AheadPattern {
  const fine = (aheads: readonly Ahead[], text: string): boolean =>
    aheads.every(({ isNegative, pattern }) => pattern.begins(text) !== isNegative);
  /** The longest match that begins at a place and that the look-aheads allow. */
  const from = (text: string, at: number): PatternMatch | undefined => {
    if (!fine(front, text.slice(at))) return undefined;
    for (let end = text.length; end >= at; end -= 1) {
      const found = fine(tail, text.slice(end)) ? ended.match(text.slice(0, end), at) : undefined;
      if (found?.index === at) return found;
    }
    return undefined;
  };
  const match: Pattern["match"] = (text, start = 0) => {
    for (let at = start; at <= text.length; ) {
      const found = rest.match(text, at);
      if (found === undefined) return undefined;
      const allowed =
        tail.length > 0 ? from(text, found.index) : fine(front, text.slice(found.index)) ? found : undefined;
      if (allowed !== undefined) return allowed;
      at = found.index + 1;
    }
    return undefined;
  };
  return {
    source,
    match,
    hasTail: tail.length > 0,
    isIn: (text) => match(text) !== undefined,
    fits: (text) => rest.fits(text) && fine(front, text) && fine(tail, ""),
    begins: (text) => (tail.length > 0 ? from(text, 0) !== undefined : rest.begins(text) && fine(front, text)),
  };
}

interface Parts {
  readonly anchor: "^" | "";
  readonly front: readonly { readonly isNegative: boolean; readonly inner: string }[];
  readonly rest: string;
  readonly tail: Parts["front"];
}

/** The look-aheads that a pattern begins and ends with, and the rest; undefined where they cannot be taken apart. */
function aheadsOf(source: string): Parts | undefined {
  const anchor = source.startsWith("^") ? "^" : "";
  const front: { isNegative: boolean; inner: string }[] = [];
  const tail: typeof front = [];
  let rest = source.slice(anchor.length);
  const taken = (group: string) => ({ isNegative: group.startsWith("(?!"), inner: group.slice(3, -1) });
  for (let group = groupAt(rest, 0); AHEAD.test(group); group = groupAt(rest, 0)) {
    front.push(taken(group));
    rest = rest.slice(group.length);
  }
  for (let group = lastGroup(rest); AHEAD.test(group); group = lastGroup(rest)) {
    tail.unshift(taken(group));
    rest = rest.slice(0, -group.length);
  }
  const isOpen = ({ inner }: { readonly inner: string }) => /(?<!\\)\((?!\?)/.test(inner);
  const looksBack = ({ inner }: { readonly inner: string }) => /\\[bBA]|(?<!\[)\^/.test(inner);
  if ([...front, ...tail].some(isOpen) || (anchor === "" ? [...front, ...tail] : tail).some(looksBack))
    return undefined;
  // Of alternatives the look-aheads would be of the first or the last alone.
  return front.length + tail.length === 0 || topLevel(rest).hasChoice ? undefined : { anchor, front, rest, tail };
}

const AHEAD = /^\(\?[=!]/;

/** The group that begins at an offset; empty where none does, or none is closed. */
function groupAt(text: string, at: number): string {
  if (text.charAt(at) !== "(") return "";
  const { end } = topLevel(text.slice(at + 1));
  return end === -1 ? "" : text.slice(at, at + end + 2);
}

/** The group, outside of others, with which a text ends. */
function lastGroup(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === "[") at = classEnd(text, at);
    else if (sign === "(") {
      const group = groupAt(text, at);
      if (group === "" || at + group.length === text.length) return group;
      at += group.length - 1;
    }
  }
  return "";
}

/** A text without the groups that begin so. */
function withoutGroups(source: string, start: RegExp): string {
  let text = "";
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    const end = sign === "\\" ? at + 1 : sign === "[" ? classEnd(source, at) : at;
    const group = sign === "(" && start.test(source.slice(at, at + 5)) ? groupAt(source, at) : "";
    if (group === "") text += source.slice(at, end + 1);
    at = group === "" ? end : at + group.length - 1;
  }
  return text;
}

/** Where the group that is open at the start is closed, -1 if it is not; and whether there are alternatives outside of groups. */
function topLevel(text: string): { readonly end: number; readonly hasChoice: boolean } {
  let depth = 0;
  let hasChoice = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === "[") at = classEnd(text, at);
    else if (sign === "(") depth += 1;
    else if (sign === "|" && depth === 0) hasChoice = true;
    else if (sign === ")" && depth === 0) return { end: at, hasChoice };
    else if (sign === ")") depth -= 1;
  }
  return { end: -1, hasChoice };
}

/** A closing bracket right behind the opening one, or behind `^`, is a character of the class. */
function classEnd(text: string, open: number): number {
  let at = open + (text.charAt(open + 1) === "^" ? 2 : 1);
  if (text.charAt(at) === "]") at += 1;
  while (at < text.length && text.charAt(at) !== "]") at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}
