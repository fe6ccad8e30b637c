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

/** A pattern that matches whatever one does that cannot be matched in linear time, and more; undefined if none is known. */
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

/** The look-aheads that a pattern begins and ends with, and the rest; undefined if they cannot be taken apart. */
function aheadsOf(source: string): Parts | undefined {
  const anchor = source.startsWith("^") ? "^" : "";
  const pieces = piecesOf(source.slice(anchor.length));
  const first = pieces.findIndex((piece) => !AHEAD.test(piece));
  const last = pieces.findLastIndex((piece) => !AHEAD.test(piece));
  const taken = (group: string) => ({ isNegative: group.startsWith("(?!"), inner: group.slice(3, -1) });
  const front = pieces.slice(0, first === -1 ? undefined : first).map(taken);
  const tail = last === -1 ? [] : pieces.slice(last + 1).map(taken);
  const rest = pieces.slice(front.length, last + 1);
  const isOpen = ({ inner }: { readonly inner: string }) => /(?<!\\)\((?!\?)/.test(inner);
  const looksBack = ({ inner }: { readonly inner: string }) => /\\[bBA]|(?<!\[)\^/.test(inner);
  if ([...front, ...tail].some(isOpen) || (anchor === "" ? [...front, ...tail] : tail).some(looksBack))
    return undefined;
  // Of alternatives the look-aheads would be of the first or the last alone.
  if (front.length + tail.length === 0 || rest.includes("|")) return undefined;
  return { anchor, front, rest: rest.join(""), tail };
}

const AHEAD = /^\(\?[=!].*\)$/s;

/** A text without the groups, at any depth, that begin so. */
function withoutGroups(source: string, start: RegExp): string {
  const kept = piecesOf(source).filter((piece) => !start.test(piece));
  return kept.map((piece) => (piece.startsWith("(") ? `(${withoutGroups(piece.slice(1), start)}` : piece)).join("");
}

/** A pattern cut into its groups, outside of others, and between them its characters, escapes and classes of characters. */
function piecesOf(source: string): readonly string[] {
  const pieces: string[] = [];
  let [group, depth] = ["", 0];
  for (const token of source.match(TOKEN) ?? []) {
    group += token;
    depth += token === "(" ? 1 : token === ")" && depth > 0 ? -1 : 0;
    if (depth > 0) continue;
    pieces.push(group);
    group = "";
  }
  return group === "" ? pieces : [...pieces, group];
}

/** A closing bracket right behind the opening one, or behind `^`, is a character of the class. */
const TOKEN = /\\.?|\[\^?\]?(?:\\.|[^\\\]])*\]?|./gs;
