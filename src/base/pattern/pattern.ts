import { RE2JS, RE2JSSyntaxException } from "re2js";
import { type PatternFault, translatePattern } from "./python-syntax.ts";

/** A regular expression that matches in time linear in the text. */
export interface Pattern {
  readonly source: string;
  /** Whether it matches somewhere in a text. */
  isIn(text: string): boolean;
  /** Whether it matches the whole text, line ends included. */
  fits(text: string): boolean;
  /** Whether it matches at the beginning of a text. */
  begins(text: string): boolean;
  /** The first match in a text that begins at `from` or later. */
  match(text: string, from?: number): PatternMatch | undefined;
}

/** What the groups of a pattern matched: the whole first, undefined for a group without part in the match. */
export interface PatternMatch {
  /** Where it begins in the text. */
  readonly index: number;
  readonly groups: readonly (string | undefined)[];
  /** The numbers of named groups. */
  readonly names: Readonly<Record<string, number>>;
}

/** How a pattern differs from what it says itself; all are off. */
export interface PatternFlags {
  readonly ignoreCase?: boolean;
  /** `.` also matches line ends. */
  readonly dotAll?: boolean;
  /** `^` and `$` also match at line ends. */
  readonly lines?: boolean;
}

/**
 * Compiles a regular expression in Python's syntax: the only place that compiles one from data or a command line (rules
 * E1 to E3 in docs/concepts/patterns.md). Never fails otherwise than with a fault. A pattern without syntax is compared as
 * text, and `.*` needs no comparing: both do without the engine.
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

/**
 * A Python match template (`\1`, `\g<name>`, `\g<2>`, `\\`) filled from a match. A group that did not match gives
 * the empty text; one that does not exist makes the result undefined.
 */
export function expandTemplate(template: string, match: PatternMatch): string | undefined {
  let known = true;
  const text = template.replace(
    /\\(?:g<(\w+)>|(\d{1,2})|(.))/g,
    (_, name?: string, digits?: string, other?: string) => {
      if (other !== undefined) return other === "\\" ? "\\" : (ESCAPES[other] ?? `\\${other}`);
      const group = groupOf(match, name ?? digits ?? "");
      if (group === undefined) known = false;
      return group ?? "";
    },
  );
  return known ? text : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function groupOf({ groups, names }: PatternMatch, name: string): string | undefined {
  const index = /^\d+$/.test(name) ? Number(name) : Object.hasOwn(names, name) ? (names[name] ?? -1) : -1;
  return index >= 0 && index < groups.length ? (groups[index] ?? "") : undefined;
}
