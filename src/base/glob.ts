/** Whether a text matches a shell pattern as a whole. */
export type Glob = (text: string) => boolean;

/**
 * A shell pattern as Python's `fnmatchcase` reads it: `*` (also over `/`), `?`, `[abc]`, `[a-z]`, `[!abc]`, the whole
 * text, case-sensitive. Never fails: a `[` without its end is an ordinary character.
 *
 * Matching takes at most pattern times text steps: at a mismatch only the last `*` can take one character more.
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

const MANY = Symbol("*");
const ONE = Symbol("?");

/** A character, what stands for many or one, or the test of a set. */
type Part = string | typeof MANY | typeof ONE | ((character: string) => boolean);

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
      } else if (wanted !== undefined && fits(wanted, character)) {
        at += character.length;
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

function fits(wanted: Exclude<Part, typeof MANY>, character: string): boolean {
  if (typeof wanted === "string") return wanted === character;
  return wanted === ONE || wanted(character);
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

/**
 * Index of the `]` that ends the set opened at `start`, or -1. A `]` that comes first (after `!`) belongs to the set.
 */
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
