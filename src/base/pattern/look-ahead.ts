import { compilePattern, isPatternFault, type Pattern } from "./pattern.ts";
import type { PatternFault } from "./python-syntax.ts";

/** What must, or must not, come behind the beginning of a match. */
interface Ahead {
  readonly isNegative: boolean;
  readonly pattern: Pattern;
}

/**
 * As {@link compilePattern}, for a pattern of short texts, such as names, that may begin with look-aheads: `^(?!x)y`,
 * `(?!.*-stg)`. Each is a linear pattern of its own, which is tried where a match begins. A look-ahead anywhere else, with
 * groups of its own, or one that looks at what is before it, stays a fault.
 */
export function compileWithAhead(source: string): Pattern | PatternFault {
  const plain = compilePattern(source);
  const parts = isPatternFault(plain) && plain.kind === "unsupported" ? leadingAheads(source) : undefined;
  if (parts === undefined) return plain;
  const rest = compilePattern(parts.anchor + parts.rest);
  const aheads: Ahead[] = [];
  for (const { isNegative, inner } of parts.aheads) {
    const pattern = compilePattern(inner);
    if (isPatternFault(pattern)) return plain;
    aheads.push({ isNegative, pattern });
  }
  return isPatternFault(rest) ? plain : withAheads(source, rest, aheads);
}

function withAheads(source: string, rest: Pattern, aheads: readonly Ahead[]): Pattern {
  const isFine = (text: string, at: number) =>
    aheads.every(({ isNegative, pattern }) => pattern.begins(text.slice(at)) !== isNegative);
  const match: Pattern["match"] = (text, from = 0) => {
    for (let at = from; at <= text.length; ) {
      const found = rest.match(text, at);
      if (found === undefined || isFine(text, found.index)) return found;
      at = found.index + 1;
    }
    return undefined;
  };
  return {
    source,
    match,
    isIn: (text) => match(text) !== undefined,
    fits: (text) => rest.fits(text) && isFine(text, 0),
    begins: (text) => rest.begins(text) && isFine(text, 0),
  };
}

interface Parts {
  readonly anchor: "^" | "";
  readonly aheads: readonly { readonly isNegative: boolean; readonly inner: string }[];
  readonly rest: string;
}

/** The look-aheads that a pattern begins with, and the rest; undefined where they cannot be taken apart. */
function leadingAheads(source: string): Parts | undefined {
  const anchor = source.startsWith("^") ? "^" : "";
  const aheads: { isNegative: boolean; inner: string }[] = [];
  let rest = source.slice(anchor.length);
  for (let end = 0; /^\(\?[=!]/.test(rest); rest = rest.slice(end + 1)) {
    end = topLevel(rest.slice(1)).end + 1;
    const inner = rest.slice(3, end);
    if (end <= 1 || /(?<!\\)\((?!\?)/.test(inner) || (anchor === "" && /\\[bBA]|(?<!\[)\^/.test(inner)))
      return undefined;
    aheads.push({ isNegative: rest.startsWith("(?!"), inner });
  }
  // Of alternatives the look-aheads would be of the first alone.
  return aheads.length === 0 || topLevel(rest).hasChoice ? undefined : { anchor, aheads, rest };
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
