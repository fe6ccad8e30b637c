/** Whether a text matches a shell pattern as a whole. */
export type Glob = (text: string) => boolean;

/**
 * A shell pattern as Python's `fnmatchcase` reads it: `*` (also over `/`), `?`, `[abc]`, `[a-z]`, `[!abc]`, the whole
 * text, case-sensitive. Never fails: a `[` without its end is a character. Takes at most pattern times text steps.
 */
export function fnmatch(pattern: string): Glob {
  return walker(partsOf(pattern, { sets: true }));
}

/** A pattern in which only `*` and `?` have a meaning. */
export function wildcard(pattern: string): Glob {
  return walker(partsOf(pattern, { sets: false }));
}

/** Texts in this order, the first at the beginning and the last at the end, with anything between them. */
export function withGaps(texts: readonly string[]): Glob {
  return walker(texts.flatMap((text, index) => (index === 0 ? [...text] : [MANY, ...text])));
}

/** A part of a pattern; a quoted one means only itself. */
export interface PatternPiece {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Numbers in brackets: several, or a range with two digits or more on a side. `[1-3]` and `[12]` are sets. */
const NUMBERS = /(\[(?=[^\]]*,|\d\d+-|\d+-\d\d)\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*\])/;

/**
 * The pattern of a name, as {@link fnmatch} reads it, where `[01-08,11]` is one of these numbers with as many digits as
 * are written: the longest one that the text has there. With `isValue` only `*` and `?` have a meaning.
 */
export function pieced(pieces: readonly PatternPiece[], { isValue = false } = {}): Glob {
  return walker(
    pieces.flatMap(({ text, isQuoted }) => {
      if (isQuoted) return [...text];
      if (isValue) return partsOf(text, { sets: false });
      return text
        .split(NUMBERS)
        .flatMap((each, at) => (at % 2 === 1 ? [numbers(each)] : partsOf(each, { sets: true })));
    }),
  );
}

/** The length of what a text begins with; 0 if that does not fit. */
interface Beginning {
  lengthIn(text: string, at: number): number;
}

function numbers(bracket: string): Beginning {
  const written = bracket.slice(1, -1).split(",");
  const ranges = written.map((range) => {
    const [from = "", to = from] = range.split("-");
    return { from: Number(from), to: Number(to), width: /^0\d/.test(from) ? from.length : 1 };
  });
  const isMember = (digits: string): boolean => {
    const number = Number(digits);
    return ranges.some(({ from, to, width }) => {
      return from <= number && number <= to && String(number).padStart(width, "0") === digits;
    });
  };
  const lengthIn = (text: string, at: number): number => {
    const [digits = ""] = /^\d{0,15}/.exec(text.slice(at, at + 15)) ?? [];
    let length = digits.length;
    while (length > 0 && !isMember(digits.slice(0, length))) length -= 1;
    return length;
  };
  return { lengthIn };
}

const MANY = Symbol("*");
const ONE = Symbol("?");

type Part = string | typeof MANY | typeof ONE | ((character: string) => boolean) | Beginning;

function walker(parts: readonly Part[]): Glob {
  return (text) => {
    let [at, part] = [0, 0];
    /** The last `*`, and where in the text its share ends. */
    let [star, shareEnd] = [-1, 0];
    while (at < text.length) {
      const character = characterAt(text, at);
      const wanted = parts[part];
      if (wanted === MANY) {
        [star, shareEnd] = [part, at];
        part += 1;
        continue;
      }
      const taken = wanted === undefined ? 0 : lengthOf(wanted, character, { text, at });
      if (taken > 0) {
        at += taken;
        part += 1;
      } else if (star === -1) return false;
      else {
        shareEnd += characterAt(text, shareEnd).length;
        [part, at] = [star + 1, shareEnd];
      }
    }
    while (parts[part] === MANY) part += 1;
    return part === parts.length;
  };
}

function characterAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  return code < 0xd800 || code > 0xdfff ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function lengthOf(
  wanted: Exclude<Part, typeof MANY>,
  character: string,
  { text, at }: { readonly text: string; readonly at: number },
): number {
  if (typeof wanted === "object") return wanted.lengthIn(text, at);
  const fits = typeof wanted === "string" ? wanted === character : wanted === ONE || wanted(character);
  return fits ? character.length : 0;
}

function partsOf(pattern: string, { sets }: { readonly sets: boolean }): readonly Part[] {
  const characters = [...pattern];
  const parts: Part[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const end = sets && character === "[" ? closingBracket(characters, at) : -1;
    if (end !== -1) {
      parts.push(characterSet(characters.slice(at + 1, end)));
      at = end;
    } else if (character === "*") parts.push(MANY);
    else parts.push(character === "?" ? ONE : character);
  }
  return parts;
}

/** Index of the `]` that ends the set opened at `start`, or -1. A `]` that comes first (after `!`) is a member. */
function closingBracket(characters: readonly string[], start: number): number {
  let at = start + 1;
  if (characters[at] === "!") at += 1;
  if (characters[at] === "]") at += 1;
  return characters.indexOf("]", at);
}

/** A range that ends before it begins has no members. */
function characterSet(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside[0] === "!";
  const members = isNegated ? inside.slice(1) : inside;
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = codePoint(members[at]);
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    ranges.push([from, isRange ? codePoint(members[at + 2]) : from]);
    if (isRange) at += 2;
  }
  return (character) => {
    const code = codePoint(character);
    return ranges.some(([from, to]) => from <= code && code <= to) !== isNegated;
  };
}

function codePoint(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0;
}
