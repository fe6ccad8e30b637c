import { RE2JS, RE2JSSyntaxException } from "re2js";
import { type PatternFault, translatePattern } from "./python-syntax.ts";

/** A regular expression that matches in time linear in the text. */
export interface Pattern {
  readonly source: string;
  isIn(text: string): boolean;
  /** Whether it matches the whole text, line ends included. */
  fits(text: string): boolean;
  begins(text: string): boolean;
  /** The first match in a text that begins at `from` or later. */
  match(text: string, from?: number): PatternMatch | undefined;
}

/** What the groups of a pattern matched: the whole first, undefined for a group without part in the match. */
interface PatternMatch {
  readonly index: number;
  readonly groups: readonly (string | undefined)[];
  /** The numbers of named groups. */
  readonly names: Readonly<Record<string, number>>;
}

/** How a pattern differs from what it says itself; all are off. */
export interface PatternFlags {
  readonly ignoreCase?: boolean;
  readonly dotAll?: boolean;
  /** `^` and `$` also match at line ends. */
  readonly lines?: boolean;
}

/**
 * Compiles a regular expression in Python's syntax: the only place that compiles one from data or a command line (rules
 * E1 to E3 in docs/concepts/patterns.md). Fails only with a fault. Patterns without syntax, and `.*`, need no engine.
 */
export function compilePattern(source: string, flags: PatternFlags = {}): Pattern | PatternFault {
  if (!flags.ignoreCase && !SYNTAX.test(source)) return plainPattern(source);
  if (source === ".*") return flags.dotAll ? whole : line;
  const translated = translatePattern(source);
  return typeof translated === "string" ? engine(source, translated, flags) : translated;
}

/** Whether compiling gave a fault. */
export function isPatternFault(result: Pattern | PatternFault): result is PatternFault {
  return "kind" in result;
}

const SYNTAX = /[\\^$.|?*+()[\]{}]/;

function plainPattern(source: string): Pattern {
  return {
    source,
    isIn: (text) => text.includes(source),
    fits: (text) => text === source,
    begins: (text) => text.startsWith(source),
    match(text, from = 0) {
      const index = text.indexOf(source, from);
      return index < 0 ? undefined : { index, groups: [source], names: {} };
    },
  };
}

/** `.*` */
const line: Pattern = {
  source: ".*",
  isIn: () => true,
  fits: (text) => !text.includes("\n"),
  begins: () => true,
  match: (text, from = 0) => ({ index: from, groups: [text.slice(from).split("\n", 1)[0]], names: {} }),
};

/** `.*` with `dotAll`. */
const whole: Pattern = {
  ...line,
  fits: () => true,
  match: (text, from = 0) => ({ index: from, groups: [text.slice(from)], names: {} }),
};

function engine(source: string, translated: string, flags: PatternFlags): Pattern | PatternFault {
  const compiled = compiledBy(translated, flags);
  if (!(compiled instanceof RE2JS)) return { kind: compiled.kind, part: source, reason: compiled.reason };
  const names = compiled.namedGroups();
  return {
    source,
    isIn: (text) => compiled.test(text),
    fits: (text) => compiled.testExact(text),
    begins: (text) => compiled.matcher(text).lookingAt(),
    match(text, from = 0) {
      const matcher = compiled.matcher(text);
      if (!matcher.find(from)) return undefined;
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined);
      return { index: matcher.start(), groups, names };
    },
  };
}

/** RE2 reports what nobody can read, and what would take too many states. */
function compiledBy(translated: string, flags: PatternFlags): RE2JS | Omit<PatternFault, "part"> {
  const bits =
    (flags.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.dotAll ? RE2JS.DOTALL : 0) |
    (flags.lines ? RE2JS.MULTILINE : 0);
  try {
    return RE2JS.compile(translated, bits);
  } catch (error) {
    const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : String(error);
    const kind = /repeat count|repetition|too large|too deep|nest/i.test(reason) ? "unsupported" : "invalid";
    return { kind, reason };
  }
}

/** Fills a Python match template (`\1`, `\g<name>`, `\\`): unmatched groups are empty; undefined for missing ones. */
export function expandTemplate(template: string, match: PatternMatch): string | undefined {
  let known = true;
  const text = template.replace(IN_TEMPLATE, (_, name?: string, digits?: string, other?: string) => {
    if (other !== undefined) return other === "\\" ? "\\" : (ESCAPES[other] ?? `\\${other}`);
    const group = groupOf(match, name ?? digits ?? "");
    if (group === undefined) known = false;
    return group ?? "";
  });
  return known ? text : undefined;
}

const IN_TEMPLATE = /\\(?:g<(\w+)>|(\d{1,2})|(.))/g;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function groupOf({ groups, names }: PatternMatch, name: string): string | undefined {
  const index = /^\d+$/.test(name) ? Number(name) : Object.hasOwn(names, name) ? (names[name] ?? -1) : -1;
  return index >= 0 && index < groups.length ? (groups[index] ?? "") : undefined;
}

/** What must, or must not, come behind the beginning of a match. */
interface Ahead {
  readonly isNegative: boolean;
  readonly pattern: Pattern;
}

interface AheadPattern extends Pattern {
  /** Whether it ends with look-aheads: that it matches is known, but not which of several ways Python would take. */
  readonly hasTail: boolean;
}

/**
 * As {@link compilePattern}, for short texts such as names. The pattern may begin and end with look-aheads: `^(?!x)y`,
 * `web(?!-stg)`. A look-ahead elsewhere, with groups of its own, or one that looks at what is before it, stays a fault.
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
